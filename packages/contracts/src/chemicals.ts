/** Prices of chemicals by supplier, and suppliers that are not to be ordered from any more. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, day, done, idText } from './common.ts';
import { uploaded } from './files.ts';

const decimal = (what: string, places: number) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(new RegExp(`^\\d{1,10}(\\.\\d{1,${places}})?$`), `${what}应为不超过${places}位小数的数字`);

export const chemicalSavePrice = call('POST', '/bpmapi/WaterChemicalsApplication/SavePrice', '维护药剂价目', {
  input: z.object({
    supplier: idText,
    chemical: z.string('请选择药剂').regex(/^\d{1,18}$/, '请选择药剂'),
    activeContent: blankable(decimal('有效成分', 2)).optional(),
    packSpec: blankable(z.string().trim().max(60, '包装最多60字')).optional(),
    unitPrice: decimal('单价', 4).refine((value) => Number(value) > 0, '单价应大于零'),
    minOrder: blankable(decimal('起订量', 2)).optional(),
    validFrom: day,
    validTo: blankable(day).optional(),
    source: z.enum(['合同', '询价', '战略'], '请选择价格来源'),
    letter: uploaded.optional(),
  }),
  output: z.object({ Id: z.string() }),
});

export const chemicalStopSupplier = call('POST', '/bpmapi/WaterChemicalsApplication/StopSupplier', '停用药剂供应商', {
  input: z.object({
    supplier: idText,
    reason: z.string('请填写停用原因').trim().min(1, '请填写停用原因').max(200, '停用原因最多200字'),
  }),
  output: done,
});

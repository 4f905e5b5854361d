/** Costs of repairs: entered by the project, checked by somebody else, closed by finance. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, done, idText } from './common.ts';
import { uploaded } from './files.ts';

const money = z
  .string()
  .trim()
  .regex(/^\d{1,13}(\.\d{1,2})?$/, '金额最多两位小数且不能为负数');
const month = z.string('请选择费用月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '请选择费用月份');
const project = z.string('请选择项目').trim().min(1, '请选择项目').max(40);
/** `维修记录:12` */
const rowId = z.string().regex(/^(维修记录|质量异常|外协服务|设备保养|手工补录):\d{1,18}$/, '行编号不正确');

const split = {
  material: money.default('0'),
  labour: money.default('0'),
  outsourced: money.default('0'),
  transport: money.default('0'),
  bearer: z.enum(['我方', '客户', '供应商质保', '保险', '责任人'], '请选择承担方'),
  ours: money,
  customer: money,
  supplier: money,
  invoiceNo: blankable(z.string().trim().max(60, '发票号最多60字')).optional(),
};

export const costSave = call('POST', '/bpmapi/MaintenanceRecord/SaveCost', '保存维修费用：修改若干行，或手工补录一行', {
  input: z
    .object({
      rows: z
        .array(z.object({ Id: rowId, ...split }))
        .max(200, '一次最多保存200行')
        .default([]),
      manual: z
        .object({
          ProjectCode: project,
          month,
          device: z.string('请选择设备').regex(/^\d{1,18}$/, '请选择设备'),
          cause: z.string('请填写原因').trim().min(1, '请填写原因').max(100, '原因最多100字'),
          faultPart: blankable(z.string().trim().max(60, '故障部位最多60字')).optional(),
          quality: blankable(idText).optional(),
          voucher: uploaded.optional(),
          ...split,
        })
        .optional(),
    })
    .refine((value) => value.rows.length > 0 || value.manual !== undefined, {
      message: '没有需要保存的内容',
      path: ['rows'],
    }),
  output: z.object({ saved: z.number() }),
});

export const costCheck = call('POST', '/bpmapi/MaintenanceRecord/CheckCost', '核对维修费用（核对人不是录入人）', {
  input: z.object({ Ids: z.array(rowId).min(1, '请选择要核对的行').max(500, '一次最多核对500行') }),
  output: z.object({ checked: z.number() }),
});

export const costLock = call('POST', '/bpmapi/MaintenanceRecord/LockCost', '财务锁定项目某月的维修费用', {
  input: z.object({ ProjectCode: project, month }),
  output: done,
});

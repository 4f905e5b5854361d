/** Lamps: what they are, how many a store is to keep, and what lies there when somebody counts. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, done, idText, needed } from './common.ts';

const optional = (most: number) => blankable(z.string().trim().max(most, `最多${most}字`)).optional();
const whole = z
  .string()
  .trim()
  .regex(/^\d{1,7}$/, '请输入非负整数');
const decimal = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(/^\d{1,10}(\.\d{1,2})?$/, `${what}应为数字`);

export const lampSave = call('POST', '/bpmapi/LampDevice/Save', '新增或修改灯具品种（带 Id 为修改）', {
  input: z.object({
    Id: blankable(idText).optional(),
    name: needed('名称', 60),
    kind: needed('类型', 30),
    model: needed('型号', 60),
    power: decimal('功率').refine((value) => Number(value) >= 0.1 && Number(value) <= 5000, '功率应在0.1～5000W之间'),
    colorTemp: optional(30),
    code: optional(40),
    brand: optional(40),
    lumens: blankable(whole).optional(),
    lifeHours: blankable(whole).optional(),
    price: blankable(decimal('单价')).optional(),
    warrantyMonths: blankable(whole).optional(),
    state: z.enum(['启用', '停用'], '请选择是否启用').default('启用'),
  }),
  output: z.object({ Id: z.string() }),
});

export const lampDelete = call('POST', '/bpmapi/LampDevice/Delete', '删除没有库存和安装记录的灯具品种', {
  input: z.object({ Id: idText }),
  output: done,
});

export const lampSetSafety = call('POST', '/bpmapi/LampDevice/SetSafety', '设某仓库某种灯具的安全库存', {
  input: z.object({ Id: idText, safeQty: whole }),
  output: done,
});

const named = z.object({ ProcedureId: z.string(), BusinessId: z.string(), title: z.string() });

export const lampCount = call('POST', '/bpmapi/LampDevice/Count', '盘点：差异生成盘盈入库与盘亏出库的草稿', {
  input: z.object({
    ProjectCode: needed('项目', 40),
    storeRoom: needed('仓库', 60),
    lines: z
      .array(z.object({ lamp: idText, counted: whole }))
      .min(1, '请填写盘点数量')
      .max(500, '一次最多盘点500种'),
  }),
  output: z.object({ drafts: z.array(named) }),
});

export const lampCountSheet = call('POST', '/bpmapi/LampDevice/CountSheet', '打印灯具盘点表（PDF）', {
  input: z.object({ ProjectCode: needed('项目', 40) }),
  output: z.unknown(),
});

export const lampPurchase = call('POST', '/bpmapi/LampDevice/Purchase', '按建议补货生成运营采购申请草稿', {
  input: z.object({ ProjectCode: needed('项目', 40) }),
  output: named,
});

export const lampPlaces = call('POST', '/bpmapi/LampDevice/Places', '安装台账的位置树：楼栋、楼层、区域与在用盏数', {
  input: z.object({ ProjectCode: needed('项目', 40) }),
  output: z.object({ rows: z.array(z.object({ place: z.string(), count: z.number() })) }),
});

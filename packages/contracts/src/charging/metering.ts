/** 用量与公摊 of 账单管理: what rooms used, by which meter, and what they share. Amounts are yuan with two places. */
import { z } from 'zod';
import { call, listInput } from '../call.ts';
import { blankable, count, day, idText } from '../common.ts';
import { chargePeriod, communityId, yuan } from './common.ts';

export const USE_STATES = ['可出账', '缺用量', '已出账'] as const;
export const POOL_WEIGHTS = ['建筑面积', '供能面积', '户数', '人数', '用量'] as const;

const quantity = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, `${what}应为不小于0的数，最多4位小数`);

const useRow = z.object({
  roomFeeId: z.string(),
  version: z.number(),
  room: z.string(),
  fee: z.string(),
  cycle: z.string(),
  from: z.string(),
  /** The last day of it. */
  to: z.string(),
  meterId: z.string().nullable(),
  meter: z.string(),
  /** What the meter showed when the cycle began and ended; null where nobody read it then. */
  last: z.string().nullable(),
  now: z.string().nullable(),
  /** Several where it changed within the cycle. */
  ratios: z.string(),
  /** Times that the apparatus was exchanged within the cycle. */
  swaps: z.number(),
  usage: z.string().nullable(),
  estimated: z.string(),
  unit: z.string(),
  source: z.string(),
  state: z.enum(USE_STATES),
  why: z.string(),
});
export type UseRow = z.output<typeof useRow>;

export const chargeUsage = call('POST', '/pmsapi/Bill/Usage', '按用量计费的房间在账期内的读数与用量', {
  input: listInput.extend({
    communityId,
    period: chargePeriod,
    fee: blankable(idText).optional(),
    building: blankable(idText).optional(),
    state: blankable(z.enum(USE_STATES, '状态不正确')).optional(),
  }),
  output: z.object({
    rows: z.array(useRow),
    total: z.number(),
    counts: z.object({ ready: z.number(), lacking: z.number(), billed: z.number() }),
  }),
});

const meterRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  type: z.string(),
  unit: z.string(),
  /** The rooms that it is read for. */
  rooms: z.string(),
});

export const chargeMeters = call('POST', '/pmsapi/Bill/Meters', '小区所属项目的表计', {
  input: z.object({ communityId, Keyword: z.string().trim().max(50, '关键字最多50字').default('') }),
  output: z.object({ rows: z.array(meterRow) }),
});

export const chargeSaveMeter = call('POST', '/pmsapi/Bill/SaveMeter', '房间收费项绑定或解除表计', {
  input: z.object({ roomFeeId: idText, version: count('版本'), meterId: blankable(idText).default(null) }),
  output: z.object({ version: z.number() }),
});

const poolRow = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  feeId: z.string(),
  fee: z.string(),
  unit: z.string(),
  buildingId: z.string().nullable(),
  /** Which rooms: a building's, or the community's. */
  where: z.string(),
  weigh: z.enum(POOL_WEIGHTS),
  weighFeeId: z.string().nullable(),
  weighFee: z.string(),
  meterId: z.string().nullable(),
  meter: z.string(),
  usage: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  /** Null: nothing of its fee is billed in this month. */
  cycle: z.string().nullable(),
  costVersion: z.number(),
  /** As entered; null where the meter or the price says it. */
  enteredQuantity: z.string().nullable(),
  enteredAmount: z.string().nullable(),
  quantity: z.string().nullable(),
  total: z.string().nullable(),
  rooms: z.number(),
  /** Bills of it stand. */
  shared: z.boolean(),
  /** Nothing about how it is shared can be changed any more, only its name and its end. */
  used: z.boolean(),
  fault: z.string(),
});
export type SharedPool = z.output<typeof poolRow>;

export const sharedPools = call('POST', '/pmsapi/Bill/Pools', '公摊项目与账期的公摊费用', {
  input: z.object({ communityId, period: chargePeriod }),
  output: z.object({ rows: z.array(poolRow) }),
});

export const sharedPoolSave = call('POST', '/pmsapi/Bill/SavePool', '新增、修改、停止公摊项目', {
  input: z.discriminatedUnion(
    'action',
    [
      z
        .object({
          action: z.literal('save'),
          communityId,
          id: blankable(idText).default(null),
          version: count('版本').default(0),
          name: z.string('请填写名称').trim().min(1, '请填写名称').max(40, '名称最多40字'),
          feeId: z.string('请选择收费项目').regex(/^\d{1,18}$/, '请选择收费项目'),
          buildingId: blankable(idText).default(null),
          weigh: z.enum(POOL_WEIGHTS, '请选择分摊方式'),
          weighFeeId: blankable(idText).default(null),
          meterId: blankable(idText).default(null),
          usage: z.enum(['居民', '非居民', '学校'], '请选择单价用途').default('居民'),
          from: day,
        })
        .refine((of) => (of.weigh === '用量') === (of.weighFeeId !== null), {
          path: ['weighFeeId'],
          message: '按用量公摊时选择按哪个费项的用量，其他方式不选',
        }),
      z.object({ action: z.literal('end'), communityId, id: idText, version: count('版本'), to: day }),
    ],
    '操作不正确',
  ),
  output: z.object({ id: z.string(), version: z.number() }),
});

export const sharedCostSave = call('POST', '/pmsapi/Bill/SaveCost', '录入账期的公摊费用', {
  input: z.object({
    poolId: idText,
    period: chargePeriod,
    version: count('版本').default(0),
    quantity: blankable(quantity('公摊数量')).default(null),
    amount: blankable(yuan('公摊金额')).default(null),
  }),
  output: z.object({ version: z.number() }),
});

export const sharedParts = call('POST', '/pmsapi/Bill/PoolParts', '公摊费用在各房间的份额', {
  input: z.object({ poolId: idText, period: chargePeriod }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        room: z.string(),
        weight: z.string(),
        quantity: z.string().nullable(),
        amount: z.string().nullable(),
        why: z.string(),
      }),
    ),
    total: z.string().nullable(),
    weights: z.string(),
    fault: z.string(),
  }),
});

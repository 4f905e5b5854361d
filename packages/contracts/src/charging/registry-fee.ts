/** 收费项目: fees, what they are counted by, and their prices, which are versions and never edited. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, day, flag, idText, needed, several } from '../common.ts';
import { uploaded } from '../files.ts';
import { chargePeriod, communityId } from './common.ts';
import { COMMUNITY_STATES, eachDone, severalIds } from './registry-community.ts';
import { areaText, ROOM_USAGES } from './registry-room.ts';

export const FEE_KINDS = ['周期性', '计量', '临时', '押金', '代收'] as const;
export const FEE_CYCLES = ['月', '季', '供冷季', '供暖季', '年', '次'] as const;
export const FEE_CATEGORIES = [
  '供冷费',
  '采暖费',
  '空调基本费',
  '计量费',
  '生活热水费',
  '水费',
  '电费',
  '其他',
] as const;
export const FEE_TAX_RATES = [0, 3, 6, 9, 13] as const;
export const BASIS_SOURCES = ['建筑面积', '套内面积', '供能面积', '用量', '户', '固定', '阶梯', '公式'] as const;
export const FEE_PRICE_STATES = ['待审核', '生效', '已退回'] as const;

const text = (what: string, most: number) => z.string().trim().max(most, `${what}最多${most}字`).default('');
const price = z
  .string('请填写单价')
  .trim()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, '单价应为不小于0的数，最多4位小数');
const percent = (what: string, most: number, tooMuch: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, `${what}应为不小于0的数`)
    .refine((value) => Number(value) <= most, tooMuch);

/* ---- what fees are counted by ---- */

const basisRow = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  source: z.enum(BASIS_SOURCES),
  unit: z.string(),
  digits: z.number(),
  minQuantity: z.string(),
  expr: z.string(),
  /** Fees that are counted by it. */
  fees: z.number(),
});
export type BasisRow = z.output<typeof basisRow>;

export const basisPage = call('POST', '/pmsapi/FeeBasis/GetPage', '计费依据', {
  input: listInput,
  output: listOutput(basisRow),
});
export const basisList = call('POST', '/pmsapi/FeeBasis/GetList', '可选计费依据', {
  input: z.object({}),
  output: z.array(basisRow.pick({ id: true, name: true, source: true, unit: true })),
});
const quantity = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,4})?$/, `${what}应为不小于0的数，最多4位小数`);
/** What a formula is tried with: rooms with their areas of today, and what no room of a basis that nothing uses yet has. */
const basisTried = z.object({
  communityId,
  rooms: several(idText, 50, '一次最多试算50间').pipe(z.array(idText).min(1, '请选择1～50个房间')),
  usage: blankable(quantity('用量')).default(null),
  factor: blankable(quantity('系数')).default(null),
});
const formulaText = z.string('请填写公式').trim().max(200, '公式最多200字');

export const basisTrial = call('POST', '/pmsapi/FeeBasis/Trial', '按房间试算公式', {
  input: basisTried.extend({
    expr: formulaText,
    digits: count('小数位', 0, 4),
    minQuantity: areaText('最小计费量').default('0'),
  }),
  output: z.object({
    /** As it is kept. */
    expr: z.string(),
    rows: z.array(
      z.object({
        room: z.string(),
        /** The formula with the room's numbers. */
        words: z.string(),
        /** Null where it has no value, and why. */
        quantity: z.string().nullable(),
        reason: z.string(),
      }),
    ),
  }),
});
export const basisSave = call('POST', '/pmsapi/FeeBasis/Save', '保存计费依据', {
  input: z.object({
    id: blankable(idText).default(null),
    version: count('版本').default(0),
    name: needed('名称', 40),
    source: z.enum(BASIS_SOURCES, '请选择取数'),
    unit: needed('单位', 10),
    digits: count('小数位', 0, 4),
    minQuantity: areaText('最小计费量').default('0'),
    /** Of 公式, which is kept once it was tried and every room had a value. */
    expr: formulaText.default(''),
    trial: basisTried.nullable().default(null),
  }),
  output: z.object({ id: z.string() }),
});
export const basisDelete = call('POST', '/pmsapi/FeeBasis/Delete', '删除没有费项用的计费依据', {
  input: z.object({ ids: severalIds }),
  output: eachDone,
});

/* ---- fees ---- */

const listed = {
  community: blankable(idText).optional(),
  kind: blankable(z.enum(FEE_KINDS, '类别不正确')).optional(),
  state: blankable(z.enum(COMMUNITY_STATES, '状态不正确')).optional(),
};

const feeRow = z.object({
  id: z.string(),
  version: z.number(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(FEE_KINDS),
  category: z.string(),
  basisId: z.string(),
  basis: z.string(),
  source: z.string(),
  unit: z.string(),
  cycle: z.enum(FEE_CYCLES),
  /** In force today for all communities; withheld where prices are. */
  price: z.string().nullable(),
  /** Null: the community's. */
  dueDays: z.number().nullable(),
  keepRate: z.string().nullable(),
  penaltyRate: z.string().nullable(),
  penaltyCap: z.string().nullable(),
  undeliveredRate: z.string(),
  taxName: z.string(),
  taxRate: z.number(),
  subject: z.string(),
  priceEditable: z.boolean(),
  /** Rooms that are charged it today, of those that the person sees. */
  rooms: z.number(),
  /** Its kind, basis and cycle stand. */
  billed: z.boolean(),
  /** Versions that wait to be checked. */
  waiting: z.number(),
  state: z.enum(COMMUNITY_STATES),
});
export type FeeRow = z.output<typeof feeRow>;

export const feePage = call('POST', '/pmsapi/Fee/GetPage', '收费项目', {
  input: listInput.extend(listed),
  output: listOutput(feeRow),
});

const feeOption = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(FEE_KINDS),
  category: z.enum(FEE_CATEGORIES),
  cycle: z.enum(FEE_CYCLES),
  /** In force today for the community; withheld where prices are. */
  price: z.string().nullable(),
  unit: z.string(),
  /** What a room's line wants besides: a fixed quantity. */
  wantsQuantity: z.boolean(),
  editable: z.boolean(),
});
export type FeeOption = z.output<typeof feeOption>;

export const feeList = call('POST', '/pmsapi/Fee/GetList', '可选收费项目', {
  input: z.object({
    communityId: blankable(idText).optional(),
    kind: blankable(z.enum(FEE_KINDS, '类别不正确')).optional(),
  }),
  output: z.array(feeOption),
});

const tier = z.object({
  from: areaText('起点'),
  /** Null: without end. */
  to: blankable(areaText('终点')).default(null),
  price,
});

export const feeSave = call('POST', '/pmsapi/Fee/Save', '保存收费项目，或新价格版本，或建立常用费项', {
  input: z.preprocess(
    (raw) => (typeof raw === 'object' && raw !== null && !('action' in raw) ? { ...raw, action: 'save' } : raw),
    z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('save'),
          id: blankable(idText).default(null),
          version: count('版本').default(0),
          code: z
            .string('请填写编码')
            .trim()
            .transform((value) => value.toUpperCase())
            .pipe(z.string().regex(/^[A-Z0-9]{1,10}$/, '编码应为1～10位字母或数字')),
          name: needed('名称', 40),
          kind: z.enum(FEE_KINDS, '请选择类别'),
          category: z.enum(FEE_CATEGORIES, '请选择业务类别').default('其他'),
          basisId: z.string('请选择计费依据').regex(/^\d{1,18}$/, '请选择计费依据'),
          cycle: z.enum(FEE_CYCLES, '请选择周期'),
          dueDays: blankable(count('到期天数', 0, 90)).default(null),
          keepRate: blankable(percent('停用保留比例', 100, '停用保留比例应在0～100之间')).default(null),
          penaltyRate: blankable(percent('违约金日率', 1, '违约金日率不能超过1‰')).default(null),
          penaltyCap: blankable(percent('违约金上限', 100, '违约金上限应在0～100之间')).default(null),
          undeliveredRate: percent('未交付比例', 100, '未交付比例应在0～100之间').default('100'),
          taxName: text('税目', 40),
          taxRate: z.coerce
            .number('请选择税率')
            .refine((value) => FEE_TAX_RATES.some((rate) => rate === value), '税率只能是0、3、6、9、13'),
          subject: text('收入科目', 40),
          priceEditable: flag.default(false),
          state: z.enum(COMMUNITY_STATES, '状态不正确').default('启用'),
        }),
        z.object({
          action: z.literal('price'),
          feeId: idText,
          from: day,
          to: blankable(day).default(null),
          communityId: blankable(idText).default(null),
          usage: blankable(z.enum(ROOM_USAGES, '用途不正确')).default(null),
          unitPrice: price,
          tiers: several(tier, 10, '阶梯最多10档').default([]),
          files: several(uploaded, 9, '附件最多9个').refine((files) => files.length > 0, '请上传依据文件'),
        }),
        z.object({ action: z.literal('templates') }),
      ],
      '操作不正确',
    ),
  ),
  output: z.object({ id: z.string().nullable(), priceVersionId: z.string().nullable(), made: z.number() }),
});
export const feeDelete = call('POST', '/pmsapi/Fee/Delete', '删除没有用过的收费项目', {
  input: z.object({ ids: severalIds }),
  output: eachDone,
});

const priceRow = z.object({
  id: z.string(),
  no: z.number(),
  from: z.string(),
  to: z.string().nullable(),
  community: z.string().nullable(),
  usage: z.string().nullable(),
  unitPrice: z.string().nullable(),
  tiers: z.array(z.object({ from: z.string(), price: z.string() })).nullable(),
  files: z.array(z.object({ URL: z.string(), Size: z.number(), Name: z.string() })),
  maker: z.string(),
  makerId: z.string(),
  checker: z.string().nullable(),
  opinion: z.string(),
  state: z.enum(FEE_PRICE_STATES),
});
export type PriceVersionRow = z.output<typeof priceRow>;

export const feePrices = call('POST', '/pmsapi/Fee/Prices', '一个收费项目的价格版本与适用户数', {
  input: z.object({ feeId: idText }),
  output: z.object({
    prices: z.array(priceRow),
    communities: z.array(z.object({ id: z.string(), name: z.string(), rooms: z.number() })),
  }),
});
export const feeAuditPrice = call('POST', '/pmsapi/Fee/AuditPrice', '审核价格版本（制单人不能审核）', {
  input: z.object({
    id: idText,
    agree: flag,
    opinion: text('意见', 200),
  }),
  output: z.object({ state: z.enum(FEE_PRICE_STATES) }),
});

export const feeHistory = call('POST', '/pmsapi/Fee/History', '费项的历程', {
  input: z.object({ feeId: idText }),
  /** The latest first. */
  output: z.array(z.object({ at: z.string(), by: z.string(), what: z.string(), text: z.string() })),
});

export const feeTrial = call('POST', '/pmsapi/Fee/Trial', '按房间与账期试算', {
  input: z.object({
    feeId: idText,
    communityId,
    period: chargePeriod,
    rooms: several(idText, 50, '一次最多试算50间').pipe(z.array(idText).min(1, '请选择1～50个房间')),
    /** A version that is not in force yet, as if it were. */
    priceId: blankable(idText).default(null),
  }),
  output: z.object({
    /** What the cycle is called and when it is; null where nothing of this fee is billed in the month. */
    cycle: z.object({ key: z.string(), from: z.string(), to: z.string() }).nullable(),
    rows: z.array(
      z.object({
        room: z.string(),
        quantity: z.string(),
        unit: z.string(),
        unitPrice: z.string(),
        from: z.string(),
        to: z.string(),
        days: z.number(),
        cycleDays: z.number(),
        /** Days as they count. */
        weight: z.string(),
        amount: z.string(),
        last: z.string().nullable(),
        difference: z.string().nullable(),
      }),
    ),
    total: z.string(),
    /** Rooms that come to nothing, and why. */
    none: z.array(z.object({ room: z.string(), reason: z.string() })),
  }),
});

export const feeExport = call('POST', '/pmsapi/Fee/Export', '导出收费项目与价格版本', {
  input: z.object({ Keyword: z.string().max(100, '关键字最多100字').default(''), ...listed }),
  output: z.unknown(),
});

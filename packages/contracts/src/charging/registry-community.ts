/** 小区管理: communities, what they charge by, who takes money there, books of receipts, seasons. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, day, flag, idText, needed, several } from '../common.ts';
import { communityId } from './common.ts';

const text = (what: string, most: number) => z.string().trim().max(most, `${what}最多${most}字`).default('');
const rate = (what: string, most: number, tooMuch: string, places = 2) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(new RegExp(`^\\d{1,3}(\\.\\d{1,${places}})?$`), `${what}应为不小于0的数，最多${places}位小数`)
    .refine((value) => Number(value) <= most, tooMuch);

export const COMMUNITY_STATES = ['启用', '停用'] as const;
export const DAY_COUNTS = ['实际天数', '30天制'] as const;
export const SEASON_KINDS = ['供冷季', '供暖季'] as const;
export const RECEIPT_KINDS = ['收据', '押金单'] as const;

export const communityParams = z.object({
  billDay: count('出账日', 1, 28),
  dueDays: count('到期天数', 0, 90),
  graceDays: count('宽限天数', 0, 90),
  /** ‰ a day. */
  penaltyRate: rate('违约金日率', 1, '违约金日率不能超过1‰', 4),
  penaltyCap: rate('违约金上限', 100, '违约金上限应在0～100之间'),
  penaltyFirst: flag,
  dayCount: z.enum(DAY_COUNTS, '请选择天数口径'),
  keepRate: rate('停用保留比例', 100, '停用保留比例应在0～100之间'),
  minSuspendDays: count('最短停用', 0, 366),
  partial: flag,
  autoDeduct: flag,
  /** MM-DD on which the use that tiers go by begins anew. */
  tierReset: z
    .string()
    .trim()
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, '阶梯清零日应为 月-日，如 01-01，日不超过28')
    .default('01-01'),
});
/** The same as it is answered. */
const paramsShown = z.object({
  billDay: z.number(),
  dueDays: z.number(),
  graceDays: z.number(),
  penaltyRate: z.string(),
  penaltyCap: z.string(),
  penaltyFirst: z.boolean(),
  dayCount: z.enum(DAY_COUNTS),
  keepRate: z.string(),
  minSuspendDays: z.number(),
  partial: z.boolean(),
  autoDeduct: z.boolean(),
  tierReset: z.string(),
});
export type CommunityParams = z.output<typeof paramsShown>;

const season = z.object({
  kind: z.enum(SEASON_KINDS, '请选择季别'),
  year: count('年度', 2000, 2100),
  from: day,
  /** The first day after it. */
  to: day,
});
const listed = {
  project: blankable(z.string().max(30)).optional(),
  district: blankable(z.string().regex(/^\d{6}$/, '地区不正确')).optional(),
  state: blankable(z.enum(COMMUNITY_STATES, '状态不正确')).optional(),
};

const communityRow = z.object({
  id: z.string(),
  version: z.number(),
  code: z.string(),
  name: z.string(),
  project: z.string(),
  projectName: z.string(),
  address: z.string(),
  company: z.string(),
  phone: z.string(),
  sellerName: z.string(),
  sellerTaxNo: z.string(),
  buildings: z.number(),
  rooms: z.number(),
  /** m² that is charged. */
  area: z.string(),
  cashiers: z.number(),
  /** Bills of this year, yuan; withheld where amounts are. */
  due: z.string().nullable(),
  paid: z.string().nullable(),
  /** %; null where nothing is due. */
  rate: z.number().nullable(),
  /** What is past its day. */
  arrears: z.string().nullable(),
  state: z.enum(COMMUNITY_STATES),
});
export type CommunityRow = z.output<typeof communityRow>;

export const communityPage = call('POST', '/pmsapi/Community/GetPage', '小区', {
  input: listInput.extend(listed),
  output: listOutput(communityRow),
});

const termsRow = paramsShown.extend({
  from: z.string(),
  /** Not in force yet. */
  ahead: z.boolean(),
  editor: z.string().nullable(),
});
const seasonRow = z.object({
  kind: z.enum(SEASON_KINDS),
  year: z.number(),
  from: z.string(),
  to: z.string(),
  days: z.number(),
  /** Billed: it stands. */
  locked: z.boolean(),
});
export const communityList = call('POST', '/pmsapi/Community/GetList', '可选小区及其参数', {
  input: z.object({
    /** Only where I take money. */
    mine: flag.default(false),
    /** Of one, with its versions and seasons. */
    id: blankable(idText).optional(),
    Keyword: z.string().max(100, '关键字最多100字').default(''),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      project: z.string(),
      /** 省、市 of its project; empty where that has none. */
      city: z.string(),
      state: z.enum(COMMUNITY_STATES),
      params: paramsShown.nullable(),
      versions: z.array(termsRow),
      season: z.array(seasonRow),
      /** From which month a change of the parameters holds. */
      nextPeriod: z.string(),
    }),
  ),
});
export type CommunityDetail = z.output<typeof communityList.output>[number];

export const communitySave = call('POST', '/pmsapi/Community/Save', '保存小区与参数', {
  input: z.object({
    id: blankable(idText).default(null),
    version: count('版本').default(0),
    code: z
      .string('请填写编码')
      .trim()
      .transform((value) => value.toUpperCase())
      .pipe(z.string().regex(/^[A-Z0-9]{2,6}$/, '编码应为2～6位字母或数字')),
    name: needed('名称', 60),
    project: needed('所属项目', 30),
    address: text('地址', 120),
    company: text('账单抬头', 60),
    phone: text('电话', 30),
    sellerName: text('开票主体', 100),
    sellerTaxNo: z
      .string()
      .trim()
      .transform((value) => value.toUpperCase())
      .pipe(z.string().max(20, '税号最多20位'))
      .default(''),
    state: z.enum(COMMUNITY_STATES, '状态不正确').default('启用'),
    params: communityParams.optional(),
    season: several(season, 40, '季历最多40行').optional(),
  }),
  output: z.object({ id: z.string(), version: z.number(), paramVersion: z.string().nullable() }),
});

/** What became of each of several. */
export const eachDone = z.array(z.object({ id: z.string(), ok: z.boolean(), reason: z.string() }));
export const severalIds = several(idText, 500, '一次最多500个').pipe(z.array(idText).min(1, '请先选择'));

export const communityDelete = call('POST', '/pmsapi/Community/Delete', '删除没有房间的小区', {
  input: z.object({ ids: severalIds }),
  output: eachDone,
});

const bookRow = z.object({
  id: z.string(),
  no: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  prefix: z.string(),
  first: z.string(),
  last: z.string(),
  used: z.number(),
  left: z.number(),
  voided: z.number(),
  holderId: z.string(),
  holder: z.string(),
  state: z.enum(['备用', '在用', '用完', '停用']),
});
export type ReceiptBookRow = z.output<typeof bookRow>;
const cashierRow = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  roles: z.string(),
  from: z.string(),
  /** The first day on which they are no cashier here any more. */
  to: z.string().nullable(),
  shift: z.string().nullable(),
  books: z.string(),
});
export type CashierRow = z.output<typeof cashierRow>;

export const communityCashiers = call('POST', '/pmsapi/Community/Cashiers', '小区的收费员与票据本', {
  input: z.object({ communityId }),
  output: z.object({
    cashiers: z.array(cashierRow),
    books: z.array(bookRow),
    candidates: z.array(z.object({ userId: z.string(), name: z.string(), dept: z.string() })),
  }),
});

export const communitySaveCashier = call('POST', '/pmsapi/Community/SaveCashier', '加入或移除收费员', {
  input: z.discriminatedUnion(
    'action',
    [
      z.object({ action: z.literal('add'), communityId, userId: idText, from: day }),
      z.object({ action: z.literal('remove'), communityId, id: idText, to: day }),
    ],
    '操作不正确',
  ),
  output: z.object({ id: z.string() }),
});

export const communitySaveBook = call('POST', '/pmsapi/Community/SaveBook', '领用、启用或停用票据本', {
  input: z.discriminatedUnion(
    'action',
    [
      z.object({
        action: z.literal('add'),
        communityId,
        kind: z.enum(RECEIPT_KINDS, '请选择类型'),
        no: needed('本号', 30),
        prefix: text('号码前缀', 10),
        first: count('起号', 1, 999_999_999_999),
        last: count('止号', 1, 999_999_999_999),
        holderId: z.string('请选择领用人').regex(/^\d{1,18}$/, '请选择领用人'),
      }),
      z.object({ action: z.literal('enable'), communityId, id: idText }),
      z.object({ action: z.literal('stop'), communityId, id: idText }),
    ],
    '操作不正确',
  ),
  output: z.object({ id: z.string(), state: z.string() }),
});

export const communityExport = call('POST', '/pmsapi/Community/Export', '导出小区与参数', {
  input: z.object({ Keyword: z.string().max(100, '关键字最多100字').default(''), ...listed }),
  output: z.unknown(),
});

/** What energy costs, version by version (购能价格), and the factors of coal and carbon. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, day, done, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';

export const PRICE_MODES = { single: '单一', tou: '分时', ladder: '阶梯' } as const;
export type PriceMode = keyof typeof PRICE_MODES;
/** Energies that are bought. */
export const PRICED_CATEGORIES = ['elec', 'gas', 'water', 'softWater', 'steam', 'heatBuy', 'oil'] as const;
export const PRICE_STATES = ['未生效', '生效中', '已失效'] as const;

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(40);
const category = z.enum(PRICED_CATEGORIES, '请选择能源');
const price = z
  .string('请填写单价')
  .trim()
  .regex(/^\d{1,8}(\.\d{1,4})?$/, '单价应为不小于0、最多4位小数的数');
const decimal = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, `${what}应为不小于0的数`);
const text = (most: number) => z.string().trim().max(most, `最多${most}字`).default('');
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, '时段应写成 08:00');
const monthDay = z.string().regex(/^(0[1-9]|1[0-2])-([0-2]\d|3[01])$/, '日期应写成 05-15');

const kindOf = z.enum(['sharp', 'peak', 'flat', 'valley'], '时段只能是尖、峰、平、谷');
const period = z.object({
  Season: blankable(z.string().trim().max(20)).default(null),
  DayType: blankable(z.enum(['work', 'rest', 'holiday'], '日期类型不正确')).default(null),
  Start: clock,
  End: clock,
  Kind: kindOf,
});
const season = z.object({
  Name: z.string().trim().min(1, '请填写季节名称').max(20),
  Ranges: several(z.object({ From: monthDay, To: monthDay }), 6, '一个季节最多6段'),
});
const step = z.object({ UpTo: blankable(decimal('阶梯上界')).default(null), Price: price });

const terms = {
  Mode: z.enum(['single', 'tou', 'ladder'], '请选择计价方式'),
  /** Of a single price. */
  Price: blankable(price).optional(),
  Prices: several(z.object({ Kind: kindOf, Price: price }), 4, '分时价最多4个').optional(),
  Periods: several(period, 200, '时段最多200个').optional(),
  Seasons: several(season, 12, '季节最多12个').optional(),
  Steps: several(step, 10, '阶梯最多10档').optional(),
  LadderPer: z.enum(['month', 'year'], '阶梯按月或按年').default('month'),
  UseKind: text(40),
  Voltage: text(40),
  BasicMode: blankable(z.enum(['demand', 'capacity'], '基本电费方式不正确')).optional(),
  BasicPrice: blankable(price).optional(),
  CapacityKva: blankable(decimal('容量')).optional(),
  CosStd: blankable(z.enum(['0.80', '0.85', '0.90'], '力调标准只能是 0.80、0.85 或 0.90')).optional(),
  TaxIncluded: flag.default(true),
  TaxRate: z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, '税率应在 0~13 之间')
    .default('13'),
  Surcharges: several(
    z.object({ Name: z.string().trim().min(1, '请填写附加费名称').max(40), Price: price }),
    10,
    '附加费最多10项',
  ).optional(),
  From: day,
  To: blankable(day).optional(),
  DocNo: text(100),
  Files: several(uploaded, 10, '附件最多10个').optional(),
};

const priceRow = z.object({
  PriceId: z.string(),
  ProjectCode: z.string(),
  CategoryCode: z.string(),
  CategoryName: z.string(),
  Unit: z.string(),
  DeviceId: z.string().nullable(),
  DeviceName: z.string().nullable(),
  Mode: z.enum(['single', 'tou', 'ladder']),
  UseKind: z.string(),
  Voltage: z.string(),
  Price: z.string().nullable(),
  Sharp: z.string().nullable(),
  Peak: z.string().nullable(),
  Flat: z.string().nullable(),
  Valley: z.string().nullable(),
  Steps: z.array(z.object({ UpTo: z.string().nullable(), Price: z.string() })),
  LadderPer: z.enum(['month', 'year']).nullable(),
  BasicMode: z.enum(['demand', 'capacity']).nullable(),
  BasicPrice: z.string().nullable(),
  CapacityKva: z.string().nullable(),
  CosStd: z.string().nullable(),
  TaxIncluded: z.boolean(),
  TaxRate: z.string(),
  Surcharges: z.array(z.object({ Name: z.string(), Price: z.string() })),
  From: z.string(),
  To: z.string().nullable(),
  DocNo: z.string(),
  Files: z.array(z.object({ URL: z.string(), Size: z.number(), Name: z.string() })),
  State: z.enum(PRICE_STATES),
  Version: z.number(),
  Editor: z.string().nullable(),
  EditTime: z.string(),
});
export type EnergyPriceRow = z.output<typeof priceRow>;

export const nyPriceList = call('POST', '/emcapi/NYPrice/GetNYPriceListByProjectId', '项目的购能价格版本', {
  input: listInput.extend({
    ProjectCode: project,
    CategoryCode: blankable(category).optional(),
    OnDate: blankable(day).optional(),
  }),
  output: listOutput(priceRow),
});

export const nyPriceAdd = call('POST', '/emcapi/NYPrice/AddNYPrice', '新增购能价格', {
  input: z.object({ ProjectCode: project, CategoryCode: category, ...terms }),
  output: z.object({ PriceId: z.string() }),
});

const reason = z.string('请填写原因').trim().min(1, '请填写原因').max(200, '原因最多200字');

export const nyPriceEdit = call('POST', '/emcapi/NYPrice/EditNYPrice', '修改购能价格；已用于结算或月锁的只能截止', {
  input: z.object({ PriceId: idText, Version: count('版本'), Reason: reason, ...terms }),
  output: done,
});

const detail = priceRow.extend({
  Periods: z.array(
    z.object({
      Season: z.string().nullable(),
      DayType: z.enum(['work', 'rest', 'holiday']).nullable(),
      Start: z.string(),
      End: z.string(),
      Kind: kindOf,
    }),
  ),
  Seasons: z.array(z.object({ Name: z.string(), Ranges: z.array(z.object({ From: z.string(), To: z.string() })) })),
  /** Months of it that are closed or settled: only its end may still change. */
  UsedIn: z.array(z.string()),
});
export type EnergyPriceDetail = z.output<typeof detail>;

export const nyPriceDetail = call('POST', '/emcapi/NYPrice/GetDetailById', '购能价格的完整方案，含时段与阶梯', {
  input: z.object({ PriceId: idText }),
  output: detail,
});

export const nyPriceDelete = call('POST', '/emcapi/NYPrice/DelNYPrice', '删除尚未生效、没有引用的购能价格', {
  input: z.object({ PriceId: idText, Reason: reason }),
  output: done,
});

export const nyPriceAt = call('POST', '/webapi/NYPrice/Detail', '某时刻执行的购能单价，供录入与报表核对', {
  input: z.object({
    ProjectCode: project,
    CategoryCode: category,
    Time: z.string('请填写时刻').min(1, '请填写时刻').max(40),
  }),
  output: z.object({
    PriceId: z.string(),
    Mode: z.enum(['single', 'tou', 'ladder']),
    /** sharp, peak, flat or valley of a price by time of use; null else. */
    Kind: kindOf.nullable(),
    /** Of a ladder that of its first step: which one holds depends on what was used before. */
    Price: z.string(),
    Steps: z.array(z.object({ UpTo: z.string().nullable(), Price: z.string() })),
    From: z.string(),
    To: z.string().nullable(),
  }),
});

/* Factors */

export const FACTOR_KINDS = {
  coal: '折标煤',
  carbon: '碳排放',
  lhv: '低位热值',
  unit: '单位换算',
  efficiency: '效率',
  design: '设计能耗',
  correction: '修正系数',
} as const;
export const FACTOR_CARRIERS = {
  elec: '电',
  gas: '燃气',
  heatBuy: '外购热',
  steam: '蒸汽',
  oil: '柴油',
  water: '水',
} as const;
export const factorKind = z.enum(
  ['coal', 'carbon', 'lhv', 'unit', 'efficiency', 'design', 'correction'],
  '请选择系数类别',
);
/** The unit that a conversion is from. */
export const factorFromUnit = z.string().trim().max(12, '单位最多12字');
export const factorCarrier = z.enum(['elec', 'gas', 'heatBuy', 'steam', 'oil', 'water'], '请选择能源');
const year = z.coerce
  .number('年份应为数字')
  .int('年份应为整数')
  .min(2000, '年份应在 2000~2100')
  .max(2100, '年份应在 2000~2100');

/** Whose they are: everybody's, provinces' among them, or projects' own. */
export const FACTOR_SCOPES = ['公司', '项目'] as const;
export const factorScope = z.enum(FACTOR_SCOPES, '范围只能是公司或项目');

/** What `GetProjectSetUp` takes and answers with SetType=coefficient. */
export const coefficientRead = z.object({
  SetType: z.literal('coefficient'),
  ProjectCode: blankable(z.string().max(40)).optional(),
  Scope: blankable(factorScope).optional(),
  Kind: blankable(factorKind).optional(),
  Year: blankable(year).optional(),
});
const coefficientRow = z.object({
  Id: z.string(),
  Kind: factorKind,
  CategoryCode: factorCarrier,
  Value: z.string(),
  Unit: z.string(),
  Lhv: z.string().nullable(),
  /** The unit that a conversion is from. */
  FromUnit: z.string().nullable(),
  Year: z.number().nullable(),
  From: z.string().nullable(),
  To: z.string().nullable(),
  Region: z.string().nullable(),
  ProjectCode: z.string().nullable(),
  /** Whose own it is; null of what holds for all. */
  ProjectName: z.string().nullable(),
  Source: z.string(),
  Checked: z.boolean(),
  DocNo: z.string(),
  Files: z.array(z.object({ URL: z.string(), Size: z.number(), Name: z.string() })),
  Version: z.number(),
  Editor: z.string().nullable(),
  EditTime: z.string(),
});
export type CoefficientRow = z.output<typeof coefficientRow>;
export const coefficientList = z.object({
  rows: z.array(coefficientRow),
  total: z.number(),
  /** 所在省 of the project that was asked for; empty without one. */
  Province: z.string(),
  /** 「暂用2023年因子 0.5306」 for a year without one of its own. */
  notes: z.array(z.string()),
});

export type CoefficientList = z.output<typeof coefficientList>;

const number = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(/^\d{1,8}(\.\d{1,6})?$/, `${what}应为大于0的数，最多6位小数`);
/** What `InsertProjectSetUp` takes with SetType=coefficient. */
export const coefficientWrite = z.object({
  SetType: z.literal('coefficient'),
  Id: blankable(idText).optional(),
  Version: blankable(count('版本')).optional(),
  ProjectCode: blankable(z.string().max(40)).optional(),
  Region: blankable(z.string().trim().max(40)).optional(),
  Kind: factorKind,
  CategoryCode: factorCarrier,
  Value: number('系数'),
  Lhv: blankable(number('低位热值')).optional(),
  FromUnit: blankable(factorFromUnit).optional(),
  Year: blankable(year).optional(),
  From: blankable(day).optional(),
  To: blankable(day).optional(),
  Source: z.string('请填写来源').trim().min(1, '请填写来源（标准号、公告或检测报告）').max(200, '来源最多200字'),
  Checked: flag.default(false),
  DocNo: text(100),
  Files: several(uploaded, 10, '附件最多10个').optional(),
  Reason: text(200),
  /** The pair of factor and calorific value is meant although they do not fit. */
  Confirm: flag.default(false),
});
/** What `GetProjectSetUp` takes with SetType=coefficientReach: a coefficient as it is typed, and which one it replaces. */
export const coefficientReachRead = z.object({
  SetType: z.literal('coefficientReach'),
  Id: blankable(idText).optional(),
  ProjectCode: blankable(z.string().max(40)).optional(),
  Region: blankable(z.string().trim().max(40)).optional(),
  Kind: factorKind,
  CategoryCode: factorCarrier,
  Lhv: blankable(z.coerce.number('低位热值应为数字').positive('低位热值须大于 0')).optional(),
  FromUnit: blankable(factorFromUnit).optional(),
  Year: blankable(year).optional(),
  From: blankable(day).optional(),
  To: blankable(day).optional(),
});
export interface CoefficientReach {
  /** Projects that count by it, with the months `YYYY-MM` in which they used the energy: those that change with it, and those that are closed. */
  readonly Projects: readonly {
    readonly ProjectCode: string;
    readonly ProjectName: string;
    readonly Open: readonly string[];
    readonly Closed: readonly string[];
  }[];
  /** How many projects used the energy and count by others: their own, their province's, another year's. */
  readonly Spared: number;
  /** Signed reports of those months, which stay as they were signed. */
  readonly Signed: readonly { readonly Kind: 'day' | 'client' | 'total' | 'saving'; readonly Count: number }[];
}

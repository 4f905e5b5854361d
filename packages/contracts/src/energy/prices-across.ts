/** 能源价格: what main meters pay across projects, and changing many prices at once. The same versions as 设置 > 能源价格设置. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, day, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';
import { PRICED_CATEGORIES } from './prices.ts';

const projects = several(z.string().max(40), 500, '一次最多500个项目').default([]);
const category = z.enum(PRICED_CATEGORIES, '请选择能源');
const price = z
  .string()
  .trim()
  .regex(/^\d{1,8}(\.\d{1,4})?$/, '单价应为不小于0、最多4位小数的数');
const signed = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,6}(\.\d{1,4})?$/, `${what}应为数字，最多4位小数`);

const row = z.object({
  DeviceId: z.string(),
  AreaName: z.string(),
  ProjectCode: z.string(),
  ProjectName: z.string(),
  DeviceName: z.string(),
  MeterNo: z.string(),
  Model: z.string(),
  CategoryCode: z.string(),
  CategoryName: z.string(),
  Unit: z.string(),
  /** null: no price holds on the day. */
  Mode: z.enum(['single', 'tou', 'ladder']).nullable(),
  Price: z.string().nullable(),
  Sharp: z.string().nullable(),
  Peak: z.string().nullable(),
  Flat: z.string().nullable(),
  Valley: z.string().nullable(),
  Steps: z.array(z.object({ UpTo: z.string().nullable(), Price: z.string() })),
  /** By last month's split; null of a ladder. */
  AvgPrice: z.number().nullable(),
  From: z.string().nullable(),
  To: z.string().nullable(),
  /** Percent against the version before. */
  PrevRate: z.number().nullable(),
  AreaMedian: z.number().nullable(),
  MedianDev: z.number().nullable(),
  LastQty: z.string().nullable(),
  LastAmount: z.string().nullable(),
});
export type AcrossRow = z.output<typeof row>;

export const pricesAcross = call('POST', '/emcapi/EnergyPrieceSet/Index', '跨项目的购能单价一览', {
  input: listInput.extend({
    ProjectCodes: projects,
    CategoryCode: blankable(category).optional(),
    Model: blankable(z.string().max(60)).optional(),
    OnDate: blankable(day).optional(),
    NoPrice: blankable(flag).optional(),
  }),
  output: listOutput(row).extend({ OnDate: z.string(), LastMonth: z.string() }),
});

export const PRICE_CHANGES = { ratio: '按比例', difference: '按差额', set: '改为' } as const;
const change = z.object({
  Id: z.string(),
  ProjectName: z.string(),
  CategoryName: z.string(),
  Before: z.string(),
  After: z.string(),
  /** How many main meters of the project it concerns. */
  Meters: z.number(),
  To: z.string().nullable(),
});

export const pricesAdjust = call('POST', '/emcapi/EnergyPrieceSet/Add', '批量调价：自某日起另起版本，可先预览', {
  input: z.object({
    DeviceIds: several(idText, 500, '一次最多500块表').pipe(z.array(idText).min(1, '请选择表计')),
    Mode: z.enum(['ratio', 'difference', 'set'], '请选择调价方式'),
    Percent: blankable(signed('比例')).default(null),
    Difference: blankable(signed('差额')).default(null),
    Prices: several(
      z.object({ Kind: z.enum(['single', 'sharp', 'peak', 'flat', 'valley'], '时段不正确'), Price: price }),
      5,
      '价格最多5个',
    ).default([]),
    From: day,
    DocNo: z.string('请填写依据文号').trim().min(1, '请填写依据文号').max(100, '依据文号最多100字'),
    File: several(uploaded, 10, '附件最多10个').default([]),
    Preview: flag.default(false),
  }),
  output: z.object({
    Added: z.number(),
    Skipped: z.array(z.object({ DeviceId: z.string(), Name: z.string(), Reason: z.string() })),
    Impact: z.array(change),
  }),
});

export const priceHistory = call('POST', '/emcapi/EnergyPrieceSet/GetHistoryPrice', '某块表的历史价格', {
  input: z.object({ DeviceId: idText, CategoryCode: blankable(category).optional() }),
  output: z.array(
    z.object({
      PriceId: z.string(),
      From: z.string(),
      To: z.string().nullable(),
      Mode: z.enum(['single', 'tou', 'ladder']),
      Prices: z.string(),
      AvgPrice: z.number().nullable(),
      Editor: z.string().nullable(),
      EditTime: z.string(),
      DocNo: z.string(),
    }),
  ),
});

export const priceModels = call('POST', '/emcapi/EnergyPrieceSet/GetNYDeviceModels', '表计型号，供筛选', {
  input: z.object({ ProjectCodes: projects, CategoryCode: blankable(category).optional() }),
  output: z.array(z.object({ Model: z.string(), MeterCount: z.number() })),
});

/** 日报表: one day of a project in sections, with the versions of it that were signed. Quantities are decimal text. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, day } from '../common.ts';
import { reportAbout, reportCost, reportProjectCode, reportQuality, reportTou } from './report-parts.ts';

export const REPORT_AUDIENCES = ['内部', '客户'] as const;

export const dailyInput = z.object({
  ProjectCode: reportProjectCode,
  Date: day,
  /** A signed version; absent: as it is now. */
  Version: count('版本', 1).optional(),
  Audience: z.enum(REPORT_AUDIENCES, '口径只能是内部或客户').default('内部'),
});

const text = z.string();
const maybe = z.string().nullable();
const figure = z.number().nullable();

const running = z.object({
  ...reportAbout,
  Date: text,
  Stopped: z.boolean(),
  Weather: text,
  OutMax: figure,
  OutMin: figure,
  OutAvg: figure,
  /** 制冷, 采暖, 卫生热水: what was delivered. */
  Mode: text,
  OnDuty: z.array(z.object({ Shift: text, Start: text, End: text, Names: text })),
  /** Code of the energy → what was used. */
  Used: z.record(z.string(), z.string()),
  Tou: reportTou.nullable(),
  /** Cold and heat together, kWh. */
  Output: maybe,
  Cop: figure,
  Kgce: figure,
  KgCo2: figure,
  Notes: z.array(z.string()),
  /** 日报修改: what people wrote down of the day; null where nobody did. The customer reads no remarks. */
  Report: z
    .object({
      Version: z.number(),
      Humidity: figure,
      Areas: text,
      Occupancy: figure,
      Complaints: figure,
      Stops: text,
      Focus: text,
      Pending: text,
      Materials: text,
      Remark: text,
    })
    .nullable()
    .default(null),
  /** Rooms that were measured on the day, and how many of them were as warm as they are to be, %; null where none was. */
  IndoorRooms: z.number().default(0),
  IndoorPass: figure.default(null),
  /** Absent for whoever may not see amounts, and for the customer. */
  Costs: z
    .object({ whole: reportCost, rows: z.array(reportCost.extend({ code: z.string(), name: z.string() })) })
    .optional(),
  ...reportQuality,
});
export type DailyRunning = z.output<typeof running>;
type DailyCost = NonNullable<DailyRunning['Costs']>['rows'][number];

interface Counting {
  readonly IsMain: boolean;
  readonly CategoryCode: string;
}

/** What an energy cost, at the only meter that counts it: several share it by nothing that was measured. Undefined elsewhere. */
export const costAtMeter = (
  { Costs }: Pick<DailyRunning, 'Costs'>,
  rows: readonly Counting[],
  { IsMain, CategoryCode }: Counting,
): DailyCost | undefined =>
  IsMain && rows.filter((row) => row.IsMain && row.CategoryCode === CategoryCode).length === 1
    ? Costs?.rows.find(({ code }) => code === CategoryCode)
    : undefined;

const host = z.object({
  HostName: text,
  Mode: text,
  Start: text,
  End: text,
  Records: z.number(),
  LoadRate: figure,
  ChwIn: figure,
  ChwOut: figure,
  CwIn: figure,
  CwOut: figure,
  HtgTemp: figure,
  FlueTemp: figure,
  Vacuum: figure,
  /** Versions signed before these were read have none. */
  Hours: figure.default(null),
  /** Of how much of the day the records tell whether it ran, %. */
  HoursComplete: figure.default(null),
  Flow: figure.default(null),
  Cop: figure.default(null),
  BalanceDiff: figure.default(null),
  /** By the meters that carry its number; null where it has none. */
  Output: maybe.default(null),
  Gas: maybe.default(null),
  Elec: maybe.default(null),
});

const functionRow = z.object({
  Function: text,
  Area: maybe,
  Output: text,
  Unit: text,
  Gas: maybe,
  Elec: maybe,
  Water: maybe,
  Kgce: figure,
});

const meterRow = {
  DeviceId: text,
  DeviceName: text,
  /** Counted in the total; what another meter of the same energy counts is not. */
  IsMain: z.boolean(),
  CategoryCode: text,
  CategoryName: text,
  Last: maybe,
  This: maybe,
  Ratio: maybe,
  Unit: text,
  Flag: text,
  Doubt: text,
};
const electricity = z.object({
  ...meterRow,
  Sharp: maybe,
  Peak: maybe,
  Flat: maybe,
  Valley: maybe,
  Total: maybe,
});
const water = z.object({
  ...meterRow,
  Usage: maybe,
  Purpose: text,
  /** 补水率 of what the cooling towers were filled up with, % of the cooling water that went round. */
  MakeupRate: figure.default(null),
});
const mainEnergy = z.object({ ...meterRow, Usage: maybe, Lhv: figure, Kgce: figure, Co2: figure });

const analysis = z.object({
  /** The last days, this one included. */
  rows: z.array(
    z.object({
      day: text,
      used: z.record(z.string(), z.string()),
      output: maybe,
      cop: figure,
      meanC: figure,
      ...reportQuality,
    }),
  ),
  /** 同温偏差 of the main energies. */
  SameTemp: z.array(
    z.object({
      code: text,
      name: text,
      unit: text,
      usage: text,
      reference: figure,
      deviation: figure,
      level: text,
      words: text,
      days: z.array(z.string()),
    }),
  ),
  /** 异常与说明. */
  Exceptions: z.array(
    z.object({ DeviceId: text, Item: text, Value: text, Words: text, ReasonType: text, Reason: text, By: text }),
  ),
});
export type DailyAnalysis = z.output<typeof analysis>;

/** What a signature keeps. */
export const dailyContent = z.object({
  running,
  hosts: z.array(host),
  functions: z.array(functionRow),
  electricity: z.array(electricity),
  water: z.array(water),
  mainEnergy: z.array(mainEnergy),
  analysis,
});
export type DailyContent = z.output<typeof dailyContent>;

const list = <R extends z.ZodType>(row: R) => z.object({ rows: z.array(row) });

export const dailyRunning = call('POST', '/emcapi/DailyReport/RunningInfo', '日报：运行信息、指标卡与版本', {
  input: dailyInput,
  output: running.extend({
    /** The one that is shown; null: as it is now. */
    Version: z.number().nullable(),
    SignedBy: text,
    SignedAt: maybe,
    SignNote: text,
    /** The figures are no longer what the last version says. */
    Changed: z.boolean(),
    Versions: z.array(z.object({ Version: z.number(), SignedBy: text, SignedAt: text, Note: text })),
  }),
});
export const dailyHosts = call('POST', '/emcapi/DailyReport/HostMachine', '日报：主机运行参数', {
  input: dailyInput,
  output: list(host),
});
export const dailyFunctions = call('POST', '/emcapi/DailyReport/Function', '日报：功能能耗', {
  input: dailyInput,
  output: list(functionRow),
});
export const dailyElectricity = call('POST', '/emcapi/DailyReport/DB', '日报：电表', {
  input: dailyInput,
  output: list(electricity),
});
export const dailyWater = call('POST', '/emcapi/DailyReport/SB', '日报：水表', {
  input: dailyInput,
  output: list(water),
});
export const dailyMainEnergy = call('POST', '/emcapi/DailyReport/MainEnergy', '日报：主能源', {
  input: dailyInput,
  output: list(mainEnergy),
});
export const dailyAnalysis = call('POST', '/emcapi/DailyReport/EnergyAnalysis', '日报：近30日、同温偏差与异常说明', {
  input: dailyInput,
  output: analysis,
});
export const dailySign = call('POST', '/emcapi/DailyReport/Sign', '日报：复核签发', {
  input: z.object({
    ProjectCode: reportProjectCode,
    Date: day,
    /** Why readings are missing; on the customer's paper, too. */
    Note: z.string().trim().max(200, '缺项说明最多200字').default(''),
  }),
  output: z.object({ Version: z.number() }),
});

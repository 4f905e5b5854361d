/** 加班运行设置: rules and records of supply outside normal hours; SetType=overtimeRule and overtimeRecord. */
import { instantMs } from '@hengneng/core';
import { z } from 'zod';
import { actionOr, blankable, count, day, flag, idText, needed, several } from '../common.ts';
import { uploaded } from '../files.ts';

export const OVERTIME_STATES = ['待客户确认', '已确认', '已结算', '作废'] as const;
export const OVERTIME_DAYS = { work: '工作日', rest: '周末', holiday: '节假日' } as const;
export type OvertimeDay = keyof typeof OVERTIME_DAYS;

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const decimal = (what: string, places: number) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(new RegExp(`^\\d{1,9}(\\.\\d{1,${places}})?$`), `${what}应为不小于0、最多${places}位小数的数`);
const clock = (what: string) =>
  blankable(z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, `${what}格式应为 HH:mm`)).default(null);
const instant = (what: string) => z.string(`请填写${what}`).refine((text) => instantMs(text) !== null, `请填写${what}`);
const reason = needed('原因', 200);

export const overtimeRuleRead = z.object({ SetType: z.literal('overtimeRule'), ProjectCode: project });

export const overtimeRuleWrite = z.object({
  SetType: z.literal('overtimeRule'),
  Id: blankable(idText).default(null),
  Version: count('版本').default(0),
  ProjectCode: project,
  ContractCode: blankable(z.string().max(40)).default(null),
  Area: needed('区域/租户', 60),
  AreaM2: blankable(decimal('面积', 2)).default(null),
  /** Blank to both: no normal supply on such a day. */
  WorkFrom: clock('工作日起'),
  WorkTo: clock('工作日止'),
  RestFrom: clock('周末起'),
  RestTo: clock('周末止'),
  HolidayFrom: clock('节假日起'),
  HolidayTo: clock('节假日止'),
  Mode: z.enum(['hour', 'area', 'meter'], '请选择计费方式'),
  Price: decimal('单价', 4),
  LeastHours: decimal('起步时长', 2).default('0'),
  StepHours: decimal('计费步长', 2).default('0.5'),
  AheadHours: count('提前申请', 0, 240).default(0),
  From: day,
  To: blankable(day).default(null),
  Reason: reason,
});

export const overtimeRecordRead = z.object({
  SetType: z.literal('overtimeRecord').default('overtimeRecord'),
  ProjectCode: project,
  Month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM'),
  Area: blankable(z.string().max(60)).optional(),
  State: blankable(z.enum(OVERTIME_STATES, '状态不正确')).optional(),
});

const registration = {
  ProjectCode: project,
  RuleId: idText,
  Applicant: needed('申请人', 30),
  Phone: z
    .string()
    .trim()
    .regex(/^(1\d{10}|0\d{2,3}-?\d{7,8})?$/, '电话格式不正确')
    .default(''),
  From: instant('开始时间'),
  To: instant('结束时间'),
  Machines: blankable(count('开机台数', 0, 100)).default(null),
  Quantity: blankable(decimal('计量用量', 3)).default(null),
  Note: z.string().trim().max(200, '说明最多200字').default(''),
  Files: several(uploaded, 10, '附件最多10个').default([]),
};
/** 加班供能确认单: one record on a sheet. */
export const overtimeSheetRead = z.object({ ProjectCode: project, Month: overtimeRecordRead.shape.Month, Id: idText });

export const overtimeRecordWrite = z.preprocess(
  actionOr('register'),
  z.discriminatedUnion(
    'Action',
    [
      z.object({
        Action: z.literal('register'),
        SetType: z.literal('overtimeRecord'),
        ...registration,
        /** Only what it would come to. */
        Preview: flag.default(false),
      }),
      z.object({
        Action: z.literal('confirm'),
        SetType: z.literal('overtimeRecord'),
        Id: idText,
        Files: registration.Files,
      }),
      z.object({ Action: z.literal('void'), SetType: z.literal('overtimeRecord'), Id: idText, Reason: reason }),
    ],
    '操作不正确',
  ),
);

export interface OvertimeRule {
  readonly Id: string;
  readonly ProjectCode: string;
  readonly ContractCode: string | null;
  readonly Area: string;
  readonly AreaM2: string | null;
  readonly Hours: { readonly [K in OvertimeDay]: { readonly From: string; readonly To: string } | null };
  readonly Mode: 'hour' | 'area' | 'meter';
  /** null for who may not see prices. */
  readonly Price: string | null;
  readonly LeastHours: string;
  readonly StepHours: string;
  readonly AheadHours: number;
  readonly From: string;
  readonly To: string | null;
  readonly Version: number;
  readonly Editor: string | null;
  readonly EditTime: string;
}

export interface OvertimeCount {
  readonly Hours: string;
  readonly BilledHours: string;
  readonly Amount: string | null;
  /** Parts outside the normal hours. */
  readonly Parts: readonly { readonly From: string; readonly To: string }[];
  readonly Month: string;
  readonly Late: boolean;
  /** What the rule wants and was not kept: asked for too late. */
  readonly Notes: readonly string[];
}
export interface OvertimeSaved extends Partial<OvertimeCount> {
  readonly Id: string | null;
  readonly Serial: string | null;
  readonly State: string;
}

export interface OvertimeRecord {
  /** Where machines' records differ from what was registered by more than half an hour; null where there are none. */
  readonly HostNotes: readonly string[] | null;
  readonly Id: string;
  readonly Serial: string;
  readonly Area: string;
  readonly Applicant: string;
  readonly Phone: string | null;
  readonly Date: string;
  readonly From: string;
  readonly To: string;
  readonly Hours: string;
  readonly BilledHours: string;
  readonly Machines: number | null;
  readonly Quantity: string | null;
  readonly Price: string | null;
  readonly Amount: string | null;
  /** kWh and m³ of the main meters meanwhile, by their hours; null where they were not read by the hour. */
  readonly Elec: string | null;
  readonly Gas: string | null;
  /** What that cost, at the day's mean price; null for who may not see amounts. */
  readonly EnergyCost: string | null;
  /** Why one of them is missing. */
  readonly EnergyReason: string | null;
  /** Parts outside the normal hours. */
  readonly Parts: readonly { readonly From: string; readonly To: string }[];
  readonly Late: boolean;
  readonly Note: string;
  readonly Files: readonly { readonly URL: string; readonly Size: number; readonly Name: string }[];
  readonly State: (typeof OVERTIME_STATES)[number];
  readonly Editor: string;
  readonly EditTime: string;
}

export interface OvertimeMonth {
  readonly Month: string;
  readonly Count: number;
  readonly Hours: string;
  readonly BilledHours: string;
  readonly Amount: string | null;
}
export interface OvertimeList {
  readonly rows: readonly OvertimeRecord[];
  readonly total: number;
  readonly Sums: Omit<OvertimeMonth, 'Month'>;
  /** The last twelve months of what customers agreed to. */
  readonly Months: readonly OvertimeMonth[];
}

/** 日报修改: what of a day is no meter's reading, as it was recorded and as people corrected it. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, day, flag, idText, several } from '../common.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM');
const clock = (what: string) =>
  z.string(`请填写${what}`).regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, `${what}格式应为 HH:mm`);
const text = (what: string, max: number) => z.string().trim().max(max, `${what}最多${max}字`).default('');
/** Empty is not known. */
const number = (what: string, low: number, high: number) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    z.coerce
      .number(`${what}必须是数字`)
      .min(low, `${what}应为 ${low}~${high}`)
      .max(high, `${what}应为 ${low}~${high}`)
      .nullable(),
  );

const whole = (what: string, low: number, high: number) =>
  number(what, low, high).refine((value) => value === null || Number.isInteger(value), `${what}应为整数`);

const stop = z.object({ From: clock('停供起'), To: clock('停供止'), Reason: text('停供原因', 100) });

const run = z.object({
  Weather: text('天气', 20),
  OutMax: number('室外最高', -60, 60),
  OutMin: number('室外最低', -60, 60),
  OutAvg: number('室外日均', -60, 60),
  Humidity: number('湿度', 0, 100),
  OnDuty: text('当班人员', 200),
  Areas: text('供能区域', 200),
  Occupancy: number('客流或入住率', 0, 100),
  Complaints: whole('客户投诉数', 0, 999),
  Stops: several(stop, 20, '停供最多20段').default([]),
});
export type DayRun = z.output<typeof run>;

const host = z.object({
  DeviceId: idText,
  Mode: z.enum(['制冷', '采暖', '热水'], '请选择模式'),
  Start: clock('启动'),
  End: clock('停机'),
  /** The end is on the day after: what lies there goes to that day's report. */
  NextDay: flag.default(false),
  Starts: whole('启停次数', 0, 99),
  LoadRate: number('平均负荷率', 0, 110),
  ChwIn: number('供回水温度', -10, 130),
  ChwOut: number('供回水温度', -10, 130),
  CwIn: number('冷却水温度', -10, 60),
  CwOut: number('冷却水温度', -10, 60),
  Note: text('备注', 100),
});
export type DayHost = z.output<typeof host>;

const note = z.object({
  Focus: text('重点事项', 500),
  Pending: text('遗留问题', 500),
  Materials: text('备件药剂消耗', 500),
  Remark: text('备注', 500),
});
export type DayNote = z.output<typeof note>;

const change = z.object({ Field: z.string(), Before: z.string(), After: z.string() });
export type DayChangeRow = z.output<typeof change>;

const version = z.object({
  Version: z.number(),
  /** 已生效, 待同意, 已退回. */
  State: z.string(),
  Editor: z.string(),
  EditTime: z.string(),
  Reason: z.string(),
  Changed: z.array(change),
  Decider: z.string(),
  Decision: z.string(),
});

const shownHost = host.extend({ Name: z.string(), Hours: z.number() });

const row = z.object({
  ReportId: z.string(),
  Date: z.string(),
  /** As it holds. */
  Run: run,
  Hosts: z.array(shownHost),
  Note: note,
  /** As it was recorded, where that was corrected. */
  Recorded: z.object({ Run: run, Hosts: z.array(shownHost), Note: note }),
  /** Of the last version, proposed ones among them; 0 where nobody changed anything. */
  Version: z.number(),
  VersionCount: z.number(),
  Versions: z.array(version),
  Proposal: z.object({ By: z.string(), Mine: z.boolean(), Reason: z.string(), Changed: z.array(change) }).nullable(),
  LockState: z.enum(['open', 'review', 'dayLocked', 'monthLocked']),
  LockName: z.string(),
  /** It was signed already: what is changed now wants another signature before it goes out. */
  Signed: z.boolean(),
  /** A customer was sent it, and may open it still. */
  SentToClient: z.boolean(),
  /** Whether any machine ran, or anything was read. */
  Empty: z.boolean(),
});
export type DayReportRow = z.output<typeof row>;

export const dayReportList = call('POST', '/emcapi/DataEntry/GetDayReportList', '日报中不是表计读数的各项，按日', {
  input: z.object({
    ProjectCode: project,
    Month: month.optional(),
    Date: day.optional(),
    /** Only days that were changed. */
    Changed: flag.default(false),
  }),
  output: z.object({
    ProjectName: z.string(),
    rows: z.array(row),
    Machines: z.array(z.object({ DeviceId: z.string(), Name: z.string() })),
  }),
});

/** `项目编码:日期`. */
const reportId = z
  .string()
  .refine((id) => /^.{1,30}:/.test(id) && day.safeParse(id.slice(-10)).success, '日报编号不正确');

const comparedVersion = z.object({
  /** 0: as it was recorded. */
  Version: z.number(),
  /** 原记录, 已生效, 待同意, 已退回. */
  State: z.string(),
  Editor: z.string(),
  EditTime: z.string().nullable(),
  Reason: z.string(),
  Decider: z.string(),
  DecideTime: z.string().nullable(),
  Decision: z.string(),
});
const comparedField = z.object({
  Part: z.string(),
  Field: z.string(),
  From: z.string(),
  To: z.string(),
  Differs: z.boolean(),
  /** Who said last what stands on the right, with the version; empty where it is as it was recorded. */
  By: z.string(),
});
const comparedFigure = z.object({
  /** Of the day's report. */
  Section: z.string(),
  Figure: z.string(),
  From: z.string(),
  To: z.string(),
  /** Whether the customer's report has it too. */
  Client: z.boolean(),
});

export const dayReportCompare = call('POST', '/emcapi/DataEntry/CompareDayReport', '日报两个版本对比及对报表的影响', {
  input: z.object({
    ReportId: reportId,
    From: count('对比版本', 0),
    To: count('版本', 0),
  }),
  output: z.object({
    From: comparedVersion,
    To: comparedVersion,
    Fields: z.array(comparedField),
    /** What the day's report says otherwise. */
    Figures: z.array(comparedFigure),
    /** What was signed of the day, and how many links to it customers can still open. */
    Signed: z.array(
      z.object({
        Version: z.number(),
        SignedBy: z.string(),
        SignedAt: z.string(),
        Links: z.number(),
        /** Whether it says something else than the version on the right. */
        Differs: z.boolean(),
      }),
    ),
  }),
});
export type DayComparison = z.output<typeof dayReportCompare.output>;

export const dayReportUpdate = call(
  'POST',
  '/emcapi/DataEntry/UpdateDayReportList',
  '修改日报：追加版本；日锁后提出与同意',
  {
    input: z.object({
      ReportId: reportId,
      Version: count('版本', 0),
      Action: z.enum(['save', 'agree', 'refuse'], '不支持的操作').default('save'),
      Run: run.optional(),
      Hosts: several(host, 60, '主机运行最多60行').optional(),
      Note: note.optional(),
      Reason: z.string().trim().max(200, '原因最多200字').default(''),
    }),
    output: z.object({ Version: z.number(), State: z.string(), Changed: z.array(change) }),
  },
);

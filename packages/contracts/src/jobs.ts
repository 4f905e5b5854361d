/** 任务看板: work by the clock and in queues, what it did and what failed. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { blankable, day, done, flag, idText, seenValue } from './common.ts';

export const JOB_KINDS = ['审批', '提醒', '通知', '能耗计算', '收费', '审计', '清理'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** As people call them. A job that is not named here is shown by its own name. */
export const JOB_NAMES: Readonly<Record<string, readonly [name: string, kind: JobKind]>> = {
  'audit-chain': ['审计记录入链', '审计'],
  'audit-verify': ['校验审计链', '审计'],
  'audit-archive': ['封存往年审计', '审计'],
  delegations: ['代理生效与收回', '审批'],
  'held-messages': ['夜间消息晨间发出', '通知'],
  'step-timeouts': ['审批超时处理', '审批'],
  'approval-notices': ['发出延后的审批通知', '审批'],
  reminders: ['单据到期提醒', '提醒'],
  'due-changes': ['到期生效的变更', '审批'],
  'contract-renewals': ['续签跟踪提醒', '提醒'],
  'payment-promises': ['承诺付款提醒', '提醒'],
  'late-debts': ['逾期应收提醒', '提醒'],
  'key-contracts': ['重点合同更新', '提醒'],
  'other-contracts': ['其他合同到期提醒', '提醒'],
  'review-fixes': ['评审整改提醒', '提醒'],
  'committee-plans': ['专家工作计划提醒', '提醒'],
  'works-letters': ['工程函件提醒', '提醒'],
  handovers: ['项目移交提醒', '提醒'],
  'monitor-posts': ['班长任期提醒', '提醒'],
  'year-works': ['年度计划分派', '提醒'],
  'missing-controls': ['安全点检缺项提醒', '提醒'],
  expiries: ['证件到期提醒', '提醒'],
  'late-learners': ['培训逾期提醒', '提醒'],
  'uncleared-cash': ['未核销备用金提醒', '提醒'],
  'fold-changes': ['变更计数归并', '清理'],
  'clear-away': ['清理过期数据', '清理'],
  'file-orphans': ['清理未用附件', '清理'],
  'questionnaire-low': ['问卷低分通知', '通知'],
  'questionnaire-attempts': ['清理问卷来源记录', '清理'],
  'energy-facts': ['能耗日数据计算', '能耗计算'],
  'energy-month-lock': ['能耗月度锁定', '能耗计算'],
  'energy-entry-reminder': ['缺录提醒', '提醒'],
  'pack-readings': ['采集数据归档', '能耗计算'],
  'energy-report-mail': ['发送能耗报表', '通知'],
  'charging.generate': ['生成账单', '收费'],
  'charging.deduct': ['预存款抵扣', '收费'],
  'charging.release': ['账单到期发布', '收费'],
  'charging.income': ['收入日汇总', '收费'],
  'charging.open': ['未结账单汇总', '收费'],
  'charging.pay': ['付款结果查询', '收费'],
  'charging.notice': ['发送收费通知', '通知'],
  'charging.notice.due': ['定时收费通知', '通知'],
  'charging.lateWishes': ['停用申请超时提醒', '提醒'],
  'charging.spelled': ['客户姓名拼音', '收费'],
  care: ['备份与恢复演练', '清理'],
  'health-watch': ['运行状况采样', '清理'],
  mail: ['发送邮件', '通知'],
};
export const jobName = (name: string): string => JOB_NAMES[name]?.[0] ?? name;

/** Whose figures stand still without it: it is stopped only with a reason, and until a moment that is named. */
export const NEEDED_JOBS: readonly string[] = ['energy-facts'];

const jobKey = z.string('请指定任务').regex(/^[A-Za-z][\w.-]{0,80}$/, '任务名称不正确');

const schedule = z.object({
  Name: z.string(),
  Title: z.string(),
  Kind: z.string(),
  /** Null: only when something asks for it. */
  Cron: z.string().nullable(),
  /** The cron in words. */
  When: z.string(),
  /** What the program has, where an administrator planned otherwise. */
  OwnCron: z.string().nullable(),
  OwnerId: z.string().nullable(),
  Owner: z.string().nullable(),
  LastAt: z.string().nullable(),
  Seconds: z.number().nullable(),
  Result: z.enum(['成功', '失败', '运行中']).nullable(),
  NextAt: z.string().nullable(),
  /** One after the other, up to the last run. */
  FailedInARow: z.number(),
  Enabled: z.boolean(),
  /** Why it was stopped, by whom, until when. */
  Stopped: z.string().nullable(),
  Waiting: z.number(),
  Active: z.number(),
  /** Minutes that the oldest has waited for. */
  OldestMinutes: z.number().nullable(),
  Done24: z.number(),
  Failed24: z.number(),
  MeanSeconds: z.number().nullable(),
  LongestSeconds: z.number().nullable(),
});
export type JobSchedule = z.output<typeof schedule>;

export const jobBoard = call('POST', '/webapi/Job/Board', '后台任务：计划、队列与近 24 小时的结果', {
  input: z.object({}),
  output: z.object({
    waiting: z.number(),
    active: z.number(),
    failed: z.number(),
    /** Of today. */
    finished: z.number(),
    rows: z.array(schedule),
    /** By hour, of the last 24. */
    hours: z.array(z.object({ Hour: z.string(), Done: z.number(), Failed: z.number() })),
  }),
});

export const JOB_STATES = ['排队', '运行', '成功', '失败', '重试中', '已取消'] as const;

const jobRow = z.object({
  Id: z.string(),
  Name: z.string(),
  Title: z.string(),
  Kind: z.string(),
  CreatedAt: z.string(),
  StartedAt: z.string().nullable(),
  EndedAt: z.string().nullable(),
  Seconds: z.number().nullable(),
  /** How far it is, in whole percent; null where it has not said. */
  Percent: z.number().nullable(),
  /** What it was asked to do, in words; what could be secret or personal is left out. */
  Asked: z.string(),
  /** How often it was tried. */
  Tries: z.number(),
  State: z.enum(JOB_STATES),
  /** Who asked for it by hand. */
  By: z.string().nullable(),
  Fault: z.string().nullable(),
  /** It failed by what the data are: another try fails again until they are put right. */
  FaultInData: z.boolean(),
});
export type JobRow = z.output<typeof jobRow>;

const filters = {
  name: jobKey.optional(),
  kind: z.enum(JOB_KINDS, '类别不存在').optional(),
  state: z.enum(JOB_STATES, '状态不存在').optional(),
  /** Days on which they ended, or else were asked for; left out: yesterday and today. */
  range: z.object({ from: day.optional(), to: day.optional() }).optional(),
};

export const jobIndex = call('POST', '/webapi/Job/Index', '一次次的任务，最近的在前', {
  input: listInput.extend(filters),
  output: listOutput(jobRow),
});

export const jobExport = call('POST', '/webapi/Job/Export', '导出任务历史', {
  input: z.object(filters),
  output: z.unknown(),
});

export const jobRun = call('POST', '/webapi/Job/Run', '立即运行一个定时任务', {
  input: z.object({ Name: jobKey }),
  output: done,
});

const oneJob = z.object({ Name: jobKey, Id: z.uuid('任务编号不正确') });

export const jobRetry = call('POST', '/webapi/Job/Retry', '再试一次失败的任务', { input: oneJob, output: done });
export const jobCancel = call('POST', '/webapi/Job/Cancel', '取消还在排队的任务', { input: oneJob, output: done });

export const jobSetEnabled = call('POST', '/webapi/Job/SetEnabled', '停用或启用一个定时任务', {
  input: z
    .object({
      Name: jobKey,
      Enabled: flag,
      Reason: z.string().trim().max(200, '原因最多200字').default(''),
      /** When it goes on by itself. */
      Until: blankable(z.iso.datetime({ offset: true, error: '请填写恢复时间' })).optional(),
    })
    .refine((of) => of.Enabled || of.Reason !== '', { message: '请填写停用原因', path: ['Reason'] })
    .refine((of) => of.Enabled || !NEEDED_JOBS.includes(of.Name) || Boolean(of.Until), {
      message: '停用该任务须填写恢复时间',
      path: ['Until'],
    }),
  output: done,
});

export const jobSetPlan = call('POST', '/webapi/Job/SetPlan', '改定时任务的计划和负责人', {
  input: z.object({
    Name: jobKey,
    /** Five parts, China time; empty: as the program has it. */
    Cron: blankable(z.string().trim().max(40, '计划最多40字')).optional(),
    /** Empty: the administrators. */
    Owner: blankable(idText).optional(),
    /** As they were when they were opened: where somebody else has changed them since, nothing is saved. */
    seen: z.object({ Cron: seenValue, Owner: seenValue }).optional(),
  }),
  output: done,
});

export const jobLog = call('POST', '/webapi/Job/Log', '一次任务的经过', {
  input: oneJob,
  output: z.object({
    Title: z.string(),
    State: z.enum(JOB_STATES),
    /** What it was asked to do; what could be secret or personal is left out. */
    Parameters: z.array(z.object({ Key: z.string(), Value: z.string() })),
    lines: z.array(
      z.object({
        At: z.string(),
        Text: z.string(),
        Bad: z.boolean(),
        /** Where in the program it failed. */
        Detail: z.string().nullable(),
      }),
    ),
  }),
});

/** The audit log: what was done by whom, whether it is untouched, and what in it stands out. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { day, done, flag, idText } from './common.ts';

export const AUDIT_RESULTS = ['成功', '失败', '拒绝'] as const;

/** What every row of the log is one of; 业务 is what people do beside forms: questionnaires, reports, reminders. */
export const AUDIT_KINDS = [
  '登录',
  '权限',
  '单据',
  '审批',
  '价格',
  '收费',
  '读数',
  '业务',
  '导入',
  '导出',
  '敏感查看',
  '系统设置',
  '拒绝访问',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const auditFilters = {
  user: idText.optional(),
  range: z.object({ from: z.string().max(40).optional(), to: z.string().max(40).optional() }).optional(),
  kind: z.enum(AUDIT_KINDS, '类别不正确').optional(),
  object: z.string().max(100, '对象最多100字').optional(),
  result: z.enum(AUDIT_RESULTS, '结果不正确').optional(),
  ip: z.string().max(64).optional(),
};

/** One field; a sensitive value says 「已变更」. */
const auditChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The person may have the value shown; looking is noted. */
  openable: z.boolean(),
});

export const auditRow = z.object({
  id: z.string(),
  at: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  deptName: z.string().nullable(),
  kind: z.string(),
  action: z.string(),
  object: z.string(),
  summary: z.string(),
  result: z.string(),
  ip: z.string(),
  device: z.string(),
  requestId: z.string(),
  /** Place in the chain and first eight characters of the hash; empty until the chain has reached the row. */
  seq: z.string().nullable(),
  hash: z.string(),
  /** In a year that is sealed. */
  archived: z.boolean(),
  /** Page of the record that it is about. */
  link: z.string().nullable(),
  changes: z.array(auditChange),
});
export type AuditRow = z.output<typeof auditRow>;

export const auditIndex = call('POST', '/webapi/AuditLog/Index', '审计日志', {
  input: listInput.extend(auditFilters),
  output: listOutput(auditRow),
});

export const auditReveal = call('POST', '/webapi/AuditLog/Reveal', '看一条记录里的敏感内容（有权者；另记一条）', {
  input: z.object({ id: idText }),
  output: z.object({ changes: z.array(auditChange) }),
});

const chainReport = z.object({
  ok: z.boolean(),
  checked: z.number(),
  /** Row where the chain breaks, and the how-manieth link it is. */
  brokenAt: z.string().nullable(),
  brokenSeq: z.string().nullable(),
  /** Sealed year whose rows are not what they were. */
  brokenYear: z.number().nullable(),
  at: z.string(),
});

export const auditVerify = call('POST', '/webapi/AuditLog/Verify', '校验审计链', {
  input: z.object({}),
  output: chainReport,
});

export const auditChain = call('POST', '/webapi/AuditLog/Chain', '最近一次校验与已封存的年份', {
  input: z.object({}),
  output: z.object({
    /** `by` is empty where the clock did it. */
    last: chainReport.extend({ by: z.string().nullable() }).nullable(),
    /** Years that ended more than three years ago: sealed, never deleted. */
    archived: z.array(
      z.object({
        year: z.number(),
        rows: z.number(),
        firstSeq: z.string(),
        lastSeq: z.string(),
        hash: z.string(),
        at: z.string(),
      }),
    ),
  }),
});

export const auditExport = call('POST', '/webapi/AuditLog/Export', '导出审计日志，须写明原因', {
  input: listInput.extend({
    ...auditFilters,
    reason: z.string('请填写导出原因').trim().min(1, '请填写导出原因').max(200),
    /** A PDF carries the hashes and how they are checked. */
    Format: z.enum(['xlsx', 'pdf'], '格式只能是 xlsx 或 pdf').default('xlsx'),
  }),
  output: z.unknown(),
});

/** Longest span that the audit log is searched over. */
export const AUDIT_DAYS = 366;

/* ---- what stands out ---- */

/** Rules that look for the unusual, in the order in which they are shown. */
export const ANOMALY_RULES = {
  nightExport: '夜间大量导出',
  manyRefused: '短时大量拒绝',
  elsewhere: '同账号异地',
  selfGrant: '权限自提',
  manySensitive: '批量看敏感',
  manyFailures: '连续登录失败',
} as const;
export type AnomalyRule = keyof typeof ANOMALY_RULES;

const anomalyRule = z.enum(['nightExport', 'manyRefused', 'elsewhere', 'selfGrant', 'manySensitive', 'manyFailures']);

const anomalyRow = z.object({
  rule: anomalyRule,
  ruleName: z.string(),
  /** What the rule looks for, in a sentence. */
  meaning: z.string(),
  /** `u:<user>`, or the account as it was typed where nobody has it. */
  subject: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** The day it belongs to; what happens before six in the morning counts to the day before. */
  day: z.string(),
  times: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  handled: z.boolean(),
  handledBy: z.string().nullable(),
  handledAt: z.string().nullable(),
  note: z.string(),
});
export type AnomalyRow = z.output<typeof anomalyRow>;

export const auditAnomalies = call('POST', '/webapi/AuditLog/Anomalies', '审计异常（默认近30天）', {
  input: listInput.extend({
    user: idText.optional(),
    range: auditFilters.range,
    handled: flag.optional(),
  }),
  output: listOutput(anomalyRow).extend({ open: z.number() }),
});

export const auditHandleAnomaly = call('POST', '/webapi/AuditLog/HandleAnomaly', '把一项异常标为已处理，须写说明', {
  input: z.object({
    rule: anomalyRule,
    subject: z.string('缺少对象').min(1, '缺少对象').max(100, '对象过长'),
    day,
    /** The last occurrence that the person saw: what came after it is not handled with it. */
    lastAt: z.iso.datetime({ offset: true, error: '时间格式不正确' }),
    note: z.string('请填写处理说明').trim().min(1, '请填写处理说明').max(200, '处理说明最多200字'),
  }),
  output: done,
});

/** 运行状况: what this system stands on, and whether each of it is well. */
import { z } from 'zod';
import { call } from './call.ts';
import { done, idText } from './common.ts';

export const HEALTH_LEVELS = ['正常', '警告', '故障'] as const;
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

const card = z.object({
  Key: z.string(),
  Title: z.string(),
  Level: z.enum(HEALTH_LEVELS),
  /** Why it is not well. */
  Note: z.string().nullable(),
  Facts: z.array(z.object({ Name: z.string(), Value: z.string() })),
});
export type HealthCard = z.output<typeof card>;

export const healthIndex = call('POST', '/webapi/Health/Index', '各部分是否正常', {
  input: z.object({}),
  output: z.object({ Level: z.enum(HEALTH_LEVELS), At: z.string(), Cards: z.array(card) }),
});

export const HEALTH_RANGES = ['1小时', '24小时', '7天', '30天'] as const;

const point = z.object({
  At: z.string(),
  Requests: z.number(),
  /** Milliseconds. */
  P95: z.number().nullable(),
  /** Percent. */
  FaultRate: z.number().nullable(),
});
export type HealthPoint = z.output<typeof point>;
const event = z.object({
  Id: z.string(),
  At: z.string(),
  EndedAt: z.string().nullable(),
  Level: z.string(),
  Part: z.string(),
  Content: z.string(),
  HandledBy: z.string().nullable(),
  HandledAt: z.string().nullable(),
  Note: z.string(),
});
export type HealthEvent = z.output<typeof event>;
export const CARE_KINDS = ['备份', '恢复演练'] as const;
const run = z.object({
  Id: z.string(),
  Kind: z.enum(CARE_KINDS),
  State: z.enum(['进行中', '成功', '失败']),
  By: z.string(),
  At: z.string(),
  EndedAt: z.string().nullable(),
  Rows: z.number().nullable(),
  Bytes: z.number().nullable(),
  Summary: z.string(),
});
export type CareRun = z.output<typeof run>;

const slow = z.object({
  /** Of the statement, without values. */
  Text: z.string(),
  Times: z.number(),
  /** Milliseconds. */
  Worst: z.number(),
  Last: z.string(),
});
export type SlowQuery = z.output<typeof slow>;

export const healthMetrics = call('POST', '/webapi/Health/Metrics', '请求与延迟、事件、备份与演练记录', {
  input: z.object({ Range: z.enum(HEALTH_RANGES, '没有这个时间范围').default('24小时') }),
  output: z.object({ points: z.array(point), events: z.array(event), runs: z.array(run), slow: z.array(slow) }),
});
export const careStart = call('POST', '/webapi/Health/Backup', '立即备份，在后台进行', {
  input: z.object({ Kind: z.literal('备份').default('备份') }),
  output: done,
});
export const drillStart = call('POST', '/webapi/Health/RestoreDrill', '把最近一次备份恢复到临时库核对，不影响生产', {
  input: z.object({}),
  output: done,
});
export const healthDiagnose = call('POST', '/webapi/Health/Diagnose', '导出诊断包（已去敏）', {
  input: z.object({}),
  output: z.unknown(),
});
export const healthExport = call('POST', '/webapi/Health/Export', '导出事件（xlsx）', {
  input: healthMetrics.input,
  output: z.unknown(),
});
export const healthEvent = call('POST', '/webapi/Health/Event', '处理一个事件', {
  input: z.object({
    Id: idText,
    Note: z.string('请填写处理情况').trim().min(1, '请填写处理情况').max(200, '处理情况最多200字'),
  }),
  output: done,
});

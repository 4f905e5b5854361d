/** 报警: what inspections, checks and reports raised in projects, until somebody has seen to it. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { done, idText, several } from './common.ts';

export const ALARM_LEVELS = ['紧急', '重要', '一般'] as const;
export const ALARM_STATES = ['未处理', '已处理'] as const;

const alarmRow = z.object({
  Id: z.string(),
  At: z.string(),
  ProjectCode: z.string(),
  ProjectName: z.string(),
  Device: z.string().nullable(),
  Level: z.enum(ALARM_LEVELS),
  Kind: z.string(),
  Content: z.string(),
  /** From when it was raised until it was handled, or until now. */
  Minutes: z.number(),
  HandledAt: z.string().nullable(),
  HandledBy: z.string().nullable(),
  Note: z.string().nullable(),
  /** The record that raised it; null where nobody filed one. */
  path: z.string().nullable(),
});
export type AlarmRow = z.output<typeof alarmRow>;

export const warningIndex = call('POST', '/webapi/NYDevice/Warning', '报警，最紧急的在前；只含数据范围内的项目', {
  input: listInput.extend({
    projects: several(z.string().max(40), 500, '项目过多').default([]),
    state: z.enum(ALARM_STATES, '状态不存在').optional(),
    level: z.enum(ALARM_LEVELS, '级别不存在').optional(),
  }),
  output: listOutput(alarmRow).extend({
    /** Of those that nobody has handled, by level. */
    open: z.record(z.enum(ALARM_LEVELS), z.number()),
  }),
});

export const warningHandle = call('POST', '/webapi/NYDevice/WarningHandle', '把报警记为已处理', {
  input: z.object({
    Id: idText,
    Note: z.string('请填写处理情况').trim().min(1, '请填写处理情况').max(200, '处理情况最多200字'),
  }),
  output: done,
});

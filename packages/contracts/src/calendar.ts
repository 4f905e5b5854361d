/** The calendar of working days: holidays, and weekends that are worked for them. */
import { z } from 'zod';
import { call } from './call.ts';
import { day, flag } from './common.ts';

const year = z.coerce
  .number('年份必须是数字')
  .int('年份必须是整数')
  .min(2000, '年份不能早于2000')
  .max(2100, '年份不能晚于2100');

export const calendarDay = z.object({
  day,
  /** Off; else a weekend that is worked. */
  off: flag,
  name: z.string().trim().min(1, '请填写名称').max(30, '名称最多30字'),
});

export const workCalendarIndex = call('POST', '/webapi/WorkCalendar/Index', '一年的节假日与调休上班日', {
  input: z.object({ year }),
  output: z.object({
    year: z.number(),
    days: z.array(z.object({ day: z.string(), off: z.boolean(), name: z.string() })),
    /** Working days of the year; by the weekends where it has no entries yet. */
    workdays: z.number(),
    setBy: z.string().nullable(),
    setAt: z.string().nullable(),
    /** A year that runs or begins soon and has no entries: due times in it take its holidays for working days. */
    missing: z.number().nullable(),
  }),
});

export const workCalendarSave = call(
  'POST',
  '/webapi/WorkCalendar/Save',
  '保存一年的工作日历，在办待办的截止时间随之重算',
  {
    input: z.object({
      year,
      days: z.preprocess(
        (value) => (value === undefined || value === '' ? [] : value),
        z.array(calendarDay).max(200, '一年最多200天'),
      ),
      /** `seenDays` of the year that was opened: where somebody else has saved it since, nothing is saved. */
      seen: z.string().max(20_000).optional(),
    }),
    output: z.object({ days: z.number(), tasks: z.number() }),
  },
);

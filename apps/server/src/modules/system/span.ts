/** The span of time that the audit log is looked at over. */
import { AUDIT_DAYS } from '@hengneng/contracts';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/http/errors.ts';

const DAY_MS = 86_400_000;

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** A day of the business, or a moment with its offset. */
const moment = (text: string, endOfDay: boolean, path: string): Date => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = new Date(day ? `${text}T00:00:00+08:00` : text);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1990 || at.getUTCFullYear() > 2200)
    throw invalid([{ path, message: '时间格式不正确' }]);
  return day && endOfDay ? new Date(at.getTime() + DAY_MS) : at;
};

/** What was asked for, or so many days up to now. */
export const spanOf = (
  ctx: Ctx,
  range: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined,
  days: number,
): Span => {
  const given = range?.to;
  const to = given ? moment(given, true, 'range.to') : new Date(ctx.now.getTime() + DAY_MS);
  const start = range?.from;
  const from = start ? moment(start, false, 'range.from') : new Date(to.getTime() - days * DAY_MS);
  if (from > to) throw invalid([{ path: 'range.from', message: '开始时间不能晚于结束时间' }]);
  if (to.getTime() - from.getTime() > (AUDIT_DAYS + 1) * DAY_MS)
    throw invalid([{ path: 'range.from', message: '最多查询一年' }]);
  return { from, to };
};

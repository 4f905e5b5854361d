/** What the statistics have in common: conditions of the filters they share, and how they divide. */
import { monthRange } from '@hengneng/core';
import { addMonths } from '@hengneng/energy/measuring';
import { MOST_MONTHS } from '@hengneng/forms';
import type { Bind } from '../../engine/forms/visibility.ts';
import { invalid } from '../../platform/http/errors.ts';

/** A percentage; null where there is nothing to divide by. */
export const rate = (part: string, whole: string): string => `100.0 * (${part}) / nullif(${whole}, 0)`;
export const dayOf = (at: string): string => `(${at} at time zone 'Asia/Shanghai')::date`;
export const monthOf = (day: string): string => `to_char(${day}, 'YYYY-MM')`;

/** Any value where nothing is asked. */
export const same = (bind: Bind, column: string, value: string | number | null): string =>
  value === null ? 'true' : `${column}::text = ${bind(String(value))}::text`;

/** The department and those below it, whatever it was called before. */
export const within = (bind: Bind, column: string, dept: string | null): string =>
  dept === null
    ? 'true'
    : `exists (select from unnest(dept_codes(array[${bind(dept)}]::text[])) of_dept where starts_with(${column}, of_dept))`;

export interface Months {
  readonly from: string;
  readonly to: string;
  /** How many. */
  readonly count: number;
}

/**
 * The months that are asked for.
 * @param paths of the fields that say where they begin and end
 * @throws AppError where the end comes first, or they are too many
 */
export function monthsOf(from: string, to: string, paths = { from: 'from', to: 'to' }): Months {
  if (from > to) throw invalid([{ path: paths.from, message: '开始月份不能晚于结束月份' }]);
  const count = monthRange(from, to).length;
  if (count > MOST_MONTHS) throw invalid([{ path: paths.to, message: `最多选择${MOST_MONTHS}个月` }]);
  return { from, to, count };
}

/** Days of the months, as SQL: first of the first up to the last of the last. */
export const inMonths = (bind: Bind, day: string, { from, to }: Pick<Months, 'from' | 'to'>): string =>
  `${day} >= ${bind(`${from}-01`)}::date and ${day} < ${bind(`${addMonths(to, 1)}-01`)}::date`;

/** The days that are asked for. @throws AppError where the end comes first */
export function inDays(bind: Bind, day: string, from: string | null, to: string | null): string {
  if (from !== null && to !== null && from > to) throw invalid([{ path: 'from', message: '开始日期不能晚于结束日期' }]);
  return [
    from === null ? 'true' : `${day} >= ${bind(from)}::date`,
    to === null ? 'true' : `${day} <= ${bind(to)}::date`,
  ].join(' and ');
}

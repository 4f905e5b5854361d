/** What the statistics of people and customers have in common: conditions of the filters they share, and how they divide. */
import { invalid } from '../../../platform/http/errors.ts';
import type { Bind } from '../../../engine/forms/visibility.ts';

/** As long as people compare months on one page. */
export const MOST_MONTHS = 36;

/** A percentage; null where there is nothing to divide by. */
export const rate = (part: string, whole: string): string => `100.0 * (${part}) / nullif(${whole}, 0)`;
export const dayOf = (at: string): string => `(${at} at time zone 'Asia/Shanghai')::date`;
export const monthOf = (day: string): string => `to_char(${day}, 'YYYY-MM')`;

/** Any value where nothing is asked. */
export const same = (bind: Bind, column: string, value: string | number | null): string =>
  value === null ? 'true' : `${column}::text = ${bind(String(value))}::text`;

/** The department and those below it, whatever it was called before. */
export const within = (bind: Bind, column: string, dept: string | null): string =>
  dept === null ? 'true' : `${column} = any((select dept_codes(array[${bind(dept)}]::text[]))::text[])`;

const indexOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthAt = (index: number): string =>
  `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;

/** A month some months later. */
export const monthAfter = (month: string, months: number): string => monthAt(indexOf(month) + months);

export interface Months {
  readonly from: string;
  readonly to: string;
}

/** How many months there are from the first up to the last. */
export const countMonths = ({ from, to }: Months): number => indexOf(to) - indexOf(from) + 1;

/** The months that are asked for. @throws AppError where the end comes first, or they are too many */
export function monthsOf(from: string, to: string): Months {
  const span = countMonths({ from, to });
  if (span < 1) throw invalid([{ path: 'from', message: '开始月份不能晚于结束月份' }]);
  if (span > MOST_MONTHS) throw invalid([{ path: 'to', message: `最多选择${MOST_MONTHS}个月` }]);
  return { from, to };
}

/** Days of the months, as SQL: first of the first up to the last of the last. */
export const inMonths = (bind: Bind, day: string, { from, to }: Months): string =>
  `${day} >= ${bind(`${from}-01`)}::date and ${day} < ${bind(`${monthAfter(to, 1)}-01`)}::date`;

/** The days that are asked for. @throws AppError where the end comes first */
export function inDays(bind: Bind, day: string, from: string | null, to: string | null): string {
  if (from !== null && to !== null && from > to) throw invalid([{ path: 'from', message: '开始日期不能晚于结束日期' }]);
  return [
    from === null ? 'true' : `${day} >= ${bind(from)}::date`,
    to === null ? 'true' : `${day} <= ${bind(to)}::date`,
  ].join(' and ');
}

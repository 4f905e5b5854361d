/** What the money statistics ask: months, and where; what is wrong with it. */
import { MONTH_ERRORS, monthRange } from '@hengneng/core';
import { MOST_MONTHS } from '@hengneng/forms';
import { today as dayOf } from '@hengneng/form-kit';
import { invalid } from '../../../platform/http/errors.ts';

export interface Months {
  readonly from: string;
  readonly to: string;
  /** How many. */
  readonly count: number;
}

/** The months of a page. @throws AppError where they end before they begin, or are too many */
export function monthsOf(
  asks: { readonly from: string | null; readonly to: string | null },
  now: Date,
  path = 'from',
): Months {
  const to = asks.to ?? dayOf(now).slice(0, 7);
  const from = asks.from ?? `${to.slice(0, 4)}-01`;
  try {
    const count = monthRange(from, to).length;
    if (count > MOST_MONTHS) throw invalid([{ path, message: `最多选择${MOST_MONTHS}个月` }]);
    return { from, to, count };
  } catch (error) {
    if (error instanceof Error && error.message === MONTH_ERRORS.order)
      throw invalid([{ path, message: '开始月份不能晚于结束月份' }]);
    throw error;
  }
}

interface Placed {
  readonly asks: { readonly area: string | null; readonly project: string | null };
  readonly bind: (value: unknown) => string;
  readonly visible: (columns: { project: string; dept: string; applicant: string }) => string;
}

/** SQL condition over the project `p`: in sight, and where the page asked for. */
export const placed = ({ asks, bind, visible }: Placed): string => {
  const [area, project] = [bind(asks.area), bind(asks.project)];
  return `(${area}::text is null or starts_with(p.area, ${area})) and (${project}::text is null or p.code = ${project})
    and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`;
};

/** A month of SQL, moved by some months. */
export const monthMoved = (month: string, by: number): string =>
  `to_char((${month} || '-01')::date + interval '${by} months', 'YYYY-MM')`;

/** Part of a whole in percent; empty where there is no whole. */
export const percentOf = (part: string, whole: string): string => `(${part}) * 100.0 / nullif(${whole}, 0)`;

/** How much more than before, in percent of what it was; empty where there was nothing. */
export const growthOf = (now: string, before: string): string =>
  `((${now}) - (${before})) * 100.0 / abs(nullif(${before}, 0))`;

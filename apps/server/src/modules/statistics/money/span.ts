/** What the money statistics ask: months, and where; what is wrong with it. */
import { today as dayOf } from '@hengneng/form-kit';
import { type Months, monthsOf as spanOf } from '../shared.ts';

/** The months of a page, this year's up to now where nothing is asked. @throws AppError where they end before they begin, or are too many */
export function monthsOf(
  asks: { readonly from: string | null; readonly to: string | null },
  now: Date,
  path = 'from',
): Months {
  const to = asks.to ?? dayOf(now).slice(0, 7);
  return spanOf(asks.from ?? `${to.slice(0, 4)}-01`, to, { from: path, to: path });
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

/** How much more than before, in percent of what it was; empty where there was nothing. */
export const growthOf = (now: string, before: string): string =>
  `((${now}) - (${before})) * 100.0 / abs(nullif(${before}, 0))`;

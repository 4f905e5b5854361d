/**
 * What was used under each price, added up in the database: a price is the same for all of it, so that sums can be priced as well as days.
 * Whole months come from `meter_month`; days are read where a month is shared by prices, or where not all of it is split by times of use.
 */
import { monthEnd } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { arrayOf } from '../columns.ts';
import { remembered } from '../remembered.ts';
import { type Group, type Segment, type Span, wholeMonths } from './segments.ts';

/** How sums are parted; `span` is all of it as one, but by month for what is asked for by the month. */
export type By = 'day' | 'month' | 'span';

export interface Used {
  readonly group: number;
  /** `YYYY-MM-DD`, `YYYY-MM`, or empty for the whole span. */
  readonly at: string;
  readonly before: boolean;
  readonly usage: string;
  readonly sharp: string;
  readonly peak: string;
  readonly flat: string;
  readonly valley: string;
  readonly unsplit: string;
  /** Days that it is of. */
  readonly first: string;
  readonly last: string;
}

/** Ladders, basic fee and power factor go by months: so do all prices of their energy, since they share its months. */
function monthlyGroups(groups: readonly Group[]): ReadonlySet<number> {
  const keyOf = ({ project, code }: Group): string => `${project} ${code}`;
  const asking = new Set(
    groups.flatMap((group) => {
      const version = group.price?.version;
      const asks =
        version?.energy.mode === 'ladder' || version?.basic !== undefined || version?.powerFactor !== undefined;
      return asks ? [keyOf(group)] : [];
    }),
  );
  return new Set(groups.flatMap((group, index) => (asking.has(keyOf(group)) ? [index] : [])));
}

/** A stretch of a meter: how it is added up. */
interface Asked {
  readonly meter: string;
  readonly group: number;
  readonly before: boolean;
  readonly parted: By;
  readonly tou: boolean;
}

interface AskedParts extends ReturnType<typeof wholeMonths> {
  readonly base: Asked;
}

function rowsOf(groups: readonly Group[], segments: readonly Segment[], by: By): readonly AskedParts[] {
  const monthly = monthlyGroups(groups);
  // The same few spans, whatever meters they are of.
  const whole = remembered((span: string) => wholeMonths({ from: span.slice(0, 10), to: span.slice(11) }));
  return segments.map((segment) => {
    const { meter, group, before } = segment;
    const parted: By = before || (by === 'span' && monthly.has(group)) ? 'month' : by;
    const parts = parted === 'day' ? { months: null, days: [segment] } : whole(`${segment.from} ${segment.to}`);
    const tou = groups[group]?.price?.version.energy.mode === 'tou';
    return { base: { meter, group, before, parted, tou }, ...parts };
  });
}

/** Segments as columns for `unnest`, with what is asked of each. */
const sent = (rows: readonly (Asked & Span)[], type: 'text' | 'date'): RawBuilder<unknown> => sql`
  unnest(${arrayOf(rows.map(({ meter }) => meter))}::bigint[], ${arrayOf(rows.map(({ group }) => group))}::int[],
    ${arrayOf(rows.map(({ before }) => before))}::boolean[], ${arrayOf(rows.map(({ parted }) => parted))}::text[],
    ${arrayOf(rows.map(({ tou }) => tou))}::boolean[], ${arrayOf(rows.map(({ from }) => from))}::${sql.raw(type)}[],
    ${arrayOf(rows.map(({ to }) => to))}::${sql.raw(type)}[]) as s(meter, "group", before, parted, tou, "from", "to")`;

/** A whole month's last day, whichever that is: after all of its days as text, and before the next month. */
const MONTHS_END = '-99';

export async function usedUnder(
  db: Db | Tx,
  groups: readonly Group[],
  segments: readonly Segment[],
  by: By,
): Promise<readonly Used[]> {
  const rows = rowsOf(groups, segments, by);
  const months = rows.flatMap(({ base, months: span }) => (span === null ? [] : [{ ...base, ...span }]));
  const days = rows.flatMap(({ base, days: spans }) => spans.map(({ from, to }) => ({ ...base, from, to })));
  const { rows: used } = await sql<Used>`
    with whole as materialized (
      select s."group", s.before, s.tou, s.parted, m.meter_id, m.month, m.usage, m.sharp, m.peak, m.flat, m.valley,
        s.tou and coalesce(m.sharp, 0) + coalesce(m.peak, 0) + coalesce(m.flat, 0) + coalesce(m.valley, 0) <> m.usage as loose
      from ${sent(months, 'text')}
      join meter_month m on m.meter_id = s.meter and m.register = 'total' and m.month between s."from" and s."to"),
    asked as (
      select meter, "group", before, parted, tou, "from", "to"
      from ${sent(days, 'date')}
      union all
      select meter_id, "group", before, parted, tou, (month || '-01')::date, ((month || '-01')::date + interval '1 month')::date - 1
      from whole where loose),
    -- Only what is priced by them is split by times of use.
    part as (
      select "group", case parted when 'span' then '' else month end as at, before, sum(usage) as usage, sum(case when tou then sharp end) as sharp,
        sum(case when tou then peak end) as peak, sum(case when tou then flat end) as flat, sum(case when tou then valley end) as valley,
        0 as unsplit, min(month collate "C") || '-01' as first, max(month collate "C") || ${MONTHS_END} as last
      from whole where not loose group by 1, 2, 3
      union all
      select a."group", case a.parted when 'span' then '' when 'month' then to_char(d.day, 'YYYY-MM') else d.day::text end, a.before, d.usage,
        case when a.tou then d.sharp end, case when a.tou then d.peak end, case when a.tou then d.flat end, case when a.tou then d.valley end,
        case when a.tou and coalesce(d.sharp, d.peak, d.flat, d.valley) is null then d.usage else 0 end, d.day::text, d.day::text
      from asked a join meter_day d on d.meter_id = a.meter and d.register = 'total' and d.day between a."from" and a."to")
    select "group", at, before, sum(usage)::text as usage, coalesce(sum(sharp), 0)::text as sharp, coalesce(sum(peak), 0)::text as peak,
      coalesce(sum(flat), 0)::text as flat, coalesce(sum(valley), 0)::text as valley, sum(unsplit)::text as unsplit,
      coalesce(min(first collate "C") filter (where unsplit <> 0), min(first collate "C")) as first,
      coalesce(max(last collate "C") filter (where unsplit <> 0), max(last collate "C")) as last
    from part group by "group", at, before order by at, "group"`.execute(db);
  return used.map((one) =>
    one.last.endsWith(MONTHS_END) ? { ...one, last: monthEnd(one.last.slice(0, -MONTHS_END.length)) } : one,
  );
}

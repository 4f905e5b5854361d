/**
 * What was used under each price, added up in the database: a price is the same for all of it, so that sums can be priced as well as days.
 * Whole months come from `meter_month`; days are read where a month is shared by prices, or where not all of it is split by times of use.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { type Group, type Segment, wholeMonths } from './segments.ts';

export interface Used {
  readonly group: number;
  /** `YYYY-MM-DD` or `YYYY-MM`. */
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

const rowsOf = (groups: readonly Group[], segments: readonly Segment[], by: 'day' | 'month') =>
  segments.map((segment) => {
    const { meter, group, before } = segment;
    const monthly = before || by === 'month';
    const parts = monthly ? wholeMonths(segment) : { months: null, days: [segment] };
    const tou = groups[group]?.price?.version.energy.mode === 'tou';
    return { base: { meter, group, before, monthly, tou }, ...parts };
  });

export async function usedUnder(
  db: Db | Tx,
  groups: readonly Group[],
  segments: readonly Segment[],
  by: 'day' | 'month',
): Promise<readonly Used[]> {
  const rows = rowsOf(groups, segments, by);
  const months = rows.flatMap(({ base, months: span }) => (span === null ? [] : [{ ...base, ...span }]));
  const days = rows.flatMap(({ base, days: spans }) => spans.map(({ from, to }) => ({ ...base, from, to })));
  const { rows: used } = await sql<Used>`
    with whole as materialized (
      select s."group", s.before, s.tou, m.meter_id, m.month, m.usage, coalesce(m.sharp, 0) as sharp, coalesce(m.peak, 0) as peak,
        coalesce(m.flat, 0) as flat, coalesce(m.valley, 0) as valley,
        s.tou and coalesce(m.sharp, 0) + coalesce(m.peak, 0) + coalesce(m.flat, 0) + coalesce(m.valley, 0) <> m.usage as loose
      from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as s(meter bigint, "group" int, before boolean, tou boolean, "from" text, "to" text)
      join meter_month m on m.meter_id = s.meter and m.register = 'total' and m.month between s."from" and s."to"),
    asked as (
      select meter, "group", before, monthly, tou, "from", "to"
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        as s(meter bigint, "group" int, before boolean, monthly boolean, tou boolean, "from" date, "to" date)
      union all
      select meter_id, "group", before, true, tou, (month || '-01')::date, ((month || '-01')::date + interval '1 month')::date - 1
      from whole where loose),
    part as (
      select "group", month as at, before, usage, sharp, peak, flat, valley, 0 as unsplit, (month || '-01')::date as first,
        ((month || '-01')::date + interval '1 month')::date - 1 as last
      from whole where not loose
      union all
      select a."group", case when a.monthly then to_char(d.day, 'YYYY-MM') else d.day::text end, a.before, d.usage, coalesce(d.sharp, 0),
        coalesce(d.peak, 0), coalesce(d.flat, 0), coalesce(d.valley, 0),
        case when a.tou and coalesce(d.sharp, d.peak, d.flat, d.valley) is null then d.usage else 0 end, d.day, d.day
      from asked a join meter_day d on d.meter_id = a.meter and d.register = 'total' and d.day between a."from" and a."to")
    select "group", at, before, sum(usage)::text as usage, sum(sharp)::text as sharp, sum(peak)::text as peak, sum(flat)::text as flat,
      sum(valley)::text as valley, sum(unsplit)::text as unsplit,
      coalesce(min(first) filter (where unsplit <> 0), min(first))::text as first,
      coalesce(max(last) filter (where unsplit <> 0), max(last))::text as last
    from part group by "group", at, before order by at, "group"`.execute(db);
  return used;
}

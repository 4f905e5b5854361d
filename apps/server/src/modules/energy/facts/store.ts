/** Days as they are stored against days as they were worked out: only what differs is written, with what it was before. */
import type { Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { DayRow, ProblemRow, Worked } from './days.ts';

/** A day that is not what it was. */
export interface DayChange {
  readonly meter: string;
  readonly register: Register;
  readonly day: string;
  /** Usage in the meter's unit; null where there was, or is, no day. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface Difference {
  readonly change: DayChange;
  /** What it was; null where there was no day. */
  readonly was: DayRow | null;
  /** What it becomes; null where the day goes. */
  readonly row: DayRow | null;
}

/** Sharp, peak, flat, valley; null where the day is not split. */
const splitOf = (row: DayRow | null): readonly string[] | null =>
  row === null || row.sharp === null ? null : [row.sharp, row.peak ?? '0', row.flat ?? '0', row.valley ?? '0'];

const keyOf = (row: { readonly meter: string; readonly register: string; readonly day: string }): string =>
  `${row.meter} ${row.register} ${row.day}`;

const instant = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** The stored days that what was worked out speaks of. */
async function storedDays(db: Db | Tx, worked: readonly Worked[]): Promise<readonly DayRow[]> {
  const spans = worked.map(({ meter, register, first, last }) => ({ meter, register, first, last }));
  const { rows } = await sql<DayRow>`
    select d.meter_id::text as meter, d.register, d.day::text, ${instant('d.from_at')} as "from", ${instant('d.to_at')} as "to",
      d.open::text, d.close::text, d.usage::text, d.estimated::text, d.due, d.got, d.hours::text[] as hours,
      d.sharp::text, d.peak::text, d.flat::text, d.valley::text, d.flags, d.doubts, d.partial, d.calc
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s(meter bigint, register text, first date, last date)
    join meter_day d on d.meter_id = s.meter and d.register = s.register
      and d.day between coalesce(s.first, '-infinity') and coalesce(s.last, 'infinity')`.execute(db);
  return rows;
}

const sameList = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((value, index) => value === b[index]));

const same = (a: DayRow, b: DayRow): boolean => {
  const plain = (Object.keys(a) as (keyof DayRow)[]).filter((key) => !['hours', 'flags', 'doubts'].includes(key));
  return (
    plain.every((key) => a[key] === b[key]) &&
    sameList(a.hours, b.hours) &&
    sameList(a.flags, b.flags) &&
    sameList(a.doubts, b.doubts)
  );
};

/** What would have to be written. */
export async function differences(db: Db | Tx, worked: readonly Worked[]): Promise<readonly Difference[]> {
  const known = new Map((await storedDays(db, worked)).map((row) => [keyOf(row), row]));
  const found: Difference[] = [];
  for (const { days } of worked)
    for (const row of days) {
      const key = keyOf(row);
      const before = known.get(key);
      known.delete(key);
      if (before !== undefined && same(before, row)) continue;
      const { meter, register, day } = row;
      found.push({
        change: { meter, register, day, before: before?.usage ?? null, after: row.usage },
        was: before ?? null,
        row,
      });
    }
  for (const was of known.values()) {
    const { meter, register, day, usage } = was;
    found.push({ change: { meter, register, day, before: usage, after: null }, was, row: null });
  }
  return found;
}

/** Which of the months are locked, as `project month`. */
export async function lockedMonths(
  db: Db | Tx,
  months: readonly { readonly project: string; readonly month: string }[],
): Promise<ReadonlySet<string>> {
  if (months.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select distinct m.project || ' ' || m.month as key
    from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as m(project text, month text)
    where energy_month_locked(m.project, m.month)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** What is read for the first time is no change of anything, except where somebody filled in what was missing. */
export const FILLED = '补录';

/** Writes days, what they were before, and the sums of their months, in one statement each. */
export async function writeDays(
  tx: Tx,
  found: readonly Difference[],
  projectOf: (meter: string) => string,
  cause: string,
): Promise<void> {
  if (found.length === 0) return;
  const rows = found.flatMap(({ row }) => (row === null ? [] : [{ ...row, project: projectOf(row.meter) }]));
  const gone = found.flatMap(({ row, change }) => (row === null ? [change] : []));
  const changes = found.flatMap(({ change, was, row }) => {
    const [before_split, after_split] = [splitOf(was), splitOf(row)];
    const alike = change.before === change.after && sameList(before_split, after_split);
    return alike || (change.before === null && cause !== FILLED) ? [] : [{ ...change, before_split, after_split }];
  });
  await sql`
    with gone as (
      delete from meter_day d using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as g(meter bigint, register text, day date)
      where d.meter_id = g.meter and d.register = g.register and d.day = g.day),
    changed as (
      insert into meter_day_change (meter_id, register, day, before_usage, after_usage, before_split, after_split, cause)
      select c.meter, c.register, c.day, c.before, c.after, c.before_split, c.after_split, ${cause}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(meter bigint, register text, day date, before numeric, after numeric,
        before_split numeric[], after_split numeric[]))
    insert into meter_day (meter_id, register, day, project_code, from_at, to_at, open, close, usage, estimated, due, got, hours,
      sharp, peak, flat, valley, flags, doubts, partial, calc)
    select r.meter, r.register, r.day, r.project, r."from", r."to", r.open, r.close, r.usage, r.estimated, r.due, r.got, r.hours,
      r.sharp, r.peak, r.flat, r.valley, r.flags, r.doubts, r.partial, r.calc
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(meter bigint, register text, day date, project text,
      "from" timestamptz, "to" timestamptz, open numeric, close numeric, usage numeric, estimated numeric, due int, got int,
      hours numeric[], sharp numeric, peak numeric, flat numeric, valley numeric, flags text[], doubts text[], partial boolean, calc int)
    on conflict (meter_id, register, day) do update set from_at = excluded.from_at, to_at = excluded.to_at, open = excluded.open,
      close = excluded.close, usage = excluded.usage, estimated = excluded.estimated, due = excluded.due, got = excluded.got,
      hours = excluded.hours, sharp = excluded.sharp, peak = excluded.peak, flat = excluded.flat, valley = excluded.valley,
      flags = excluded.flags, doubts = excluded.doubts, partial = excluded.partial, calc = excluded.calc`.execute(tx);
  const months = [
    ...new Map(
      found.map(({ change: { meter, register, day } }) => {
        const month = day.slice(0, 7);
        return [`${meter} ${register} ${month}`, { meter, register, month }];
      }),
    ).values(),
  ];
  await writeMonths(tx, months);
}

async function writeMonths(
  tx: Tx,
  months: readonly { readonly meter: string; readonly register: string; readonly month: string }[],
): Promise<void> {
  const asked = sql`jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as a(meter bigint, register text, month text)`;
  await sql`
    with summed as (
      select a.meter, a.register, a.month, min(d.project_code) as project, sum(d.usage) as usage, sum(d.estimated) as estimated,
        sum(d.due) as due, sum(d.got) as got, sum(d.sharp) as sharp, sum(d.peak) as peak, sum(d.flat) as flat, sum(d.valley) as valley,
        count(*) as days, string_agg(array_to_string(d.doubts, ','), ',') filter (where d.doubts <> '{}') as doubts
      from ${asked} join meter_day d on d.meter_id = a.meter and d.register = a.register and d.day >= (a.month || '-01')::date
        and d.day < (a.month || '-01')::date + interval '1 month'
      group by a.meter, a.register, a.month),
    gone as (
      delete from meter_month m using ${asked} where m.meter_id = a.meter and m.register = a.register and m.month = a.month
        and (a.meter, a.register, a.month) not in (select s.meter, s.register, s.month from summed s))
    insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, sharp, peak, flat, valley, days, doubts)
    select meter, register, month, project, usage, estimated, due, got, sharp, peak, flat, valley, days,
      array(select distinct x from unnest(string_to_array(doubts, ',')) x order by x) from summed
    on conflict (meter_id, register, month) do update set usage = excluded.usage, estimated = excluded.estimated, due = excluded.due,
      got = excluded.got, sharp = excluded.sharp, peak = excluded.peak, flat = excluded.flat, valley = excluded.valley,
      days = excluded.days, doubts = excluded.doubts`.execute(tx);
}

/** Replaces what was said to be wrong between the instants that were looked at. */
export async function writeProblems(tx: Tx, worked: readonly Worked[]): Promise<void> {
  const spans = worked.map(({ meter, register, since, until }) => ({
    meter,
    register,
    since: since === null ? null : new Date(since).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  }));
  const rows: readonly ProblemRow[] = worked.flatMap(({ problems }) => problems);
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(meter bigint, register text, at timestamptz, code text,
    reference text, message text)`;
  await sql`delete from meter_problem p using jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as s(meter bigint, register text, since timestamptz, until timestamptz)
    where p.meter_id = s.meter and p.register = s.register and p.at > coalesce(s.since, '-infinity') and p.at <= coalesce(s.until, 'infinity')
      and not exists (select from ${given} where r.meter = p.meter_id and r.register = p.register and r.at = p.at
        and r.code = p.code and r.reference = p.reference and r.message = p.message)`.execute(tx);
  if (rows.length === 0) return;
  await sql`insert into meter_problem (meter_id, register, at, code, reference, message)
    select distinct on (r.meter, r.register, r.at, r.code, r.reference) r.meter, r.register, r.at, r.code, r.reference, r.message from ${given}
    on conflict (meter_id, register, at, code, reference) do update set message = excluded.message
      where meter_problem.message <> excluded.message`.execute(tx);
}

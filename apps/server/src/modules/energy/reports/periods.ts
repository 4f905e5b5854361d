/**
 * What many projects used in two periods, added up in the database: a row for each energy of a project and each stretch of months that are weighed by the
 * same factors, however many months and meters there are. Exact all along: text only where it leaves.
 */
import { closedOf, type Factor } from '@hengneng/energy/factors';
import { type Exact, exact, exactText, monthEnd, sumOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { agreedAdjustments } from '../periods/agreed.ts';
import { mainMeters } from '../things/index.ts';

export const PERIODS = ['now', 'last'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** An energy of a project in one stretch of a period. */
export interface PeriodFigure {
  readonly project: string;
  readonly period: PeriodName;
  readonly code: string;
  /** `YYYY-MM`: the first month of the stretch. */
  readonly at: string;
  readonly usage: Exact;
  readonly estimated: Exact;
  readonly due: number;
  readonly got: number;
  readonly known: boolean;
  /** Bit by bit the months of the period in which something was due. */
  readonly dueMonths: number;
}

/** A factor of the month's middle counts for all of it, as in every sum of months. */
const middleOf = (month: string): string => `${month}-15`;

/** Month → in which projects it is closed and counts by which factor of another time. */
function closedApart(factors: readonly Factor[]): ReadonlyMap<string, string> {
  const apart = factors.flatMap(({ id, notIn = [], onlyIn = [] }) =>
    [...notIn, ...onlyIn].map((key) => {
      const { project, month } = closedOf(key);
      return { month, what: `${id} ${project}` };
    }),
  );
  return new Map(
    [...Map.groupBy(apart, ({ month }) => month)].map(([month, of]) => [
      month,
      of
        .map(({ what }) => what)
        .toSorted()
        .join(),
    ]),
  );
}

/**
 * Month → the first of the months that are weighed by the same factors. Those of a year hold for that year only, and closed months go on with
 * what they were closed with.
 * @param months in order
 */
export function weighedAlike(factors: readonly Factor[], months: readonly string[]): ReadonlyMap<string, string> {
  const dated = factors.filter(({ from, to }) => from !== null || to !== null);
  const closed = closedApart(factors);
  const inForce = (month: string): string => {
    const day = middleOf(month);
    const ids = dated.flatMap(({ id, from, to }) => ((from ?? day) <= day && day <= (to ?? day) ? [id] : []));
    return [day.slice(0, 4), ...ids, closed.get(month) ?? ''].join(' ');
  };
  const firsts = new Map<string, string>();
  return new Map(
    months.map((month) => {
      const key = inForce(month);
      const first = firsts.get(key) ?? month;
      firsts.set(key, first);
      return [month, first];
    }),
  );
}

interface Slot {
  readonly period: PeriodName;
  readonly at: string;
}

interface Month {
  readonly month: string;
  readonly first: string;
  readonly last: string;
  readonly slot: number;
  readonly bit: number;
}

/**
 * What main meters have in a stretch of a period that are alike in all but their figures; without a slot they have nothing at all. A company has a
 * hundred thousand of them, which are alike in some hundred ways.
 */
interface Row {
  /** One of them; the same in each stretch. */
  readonly meter: string;
  readonly meters: number;
  readonly project: string;
  readonly code: string;
  readonly usedFrom: string;
  readonly usedTo: string | null;
  readonly slot: number | null;
  readonly usage: string;
  readonly estimated: string;
  readonly due: number;
  readonly got: number;
  /** Bit by bit the months that there is something of, and those of them in which something was due. */
  readonly had: number;
  readonly dueMonths: number;
  /** Months of which not every day has a figure, with how many have: `2026-03 30,2026-05 12`. */
  readonly short: string | null;
}

/** Days of a month on which a meter was in use. */
const daysUsed = ({ first, last }: Month, { usedFrom, usedTo }: Row): number => {
  const from = usedFrom > first ? usedFrom : first;
  const to = usedTo !== null && usedTo < last ? usedTo : last;
  return from > to ? 0 : Number(to.slice(8)) - Number(from.slice(8)) + 1;
};

/** Each meter's months are read once. What was due and never came has no row: `periodFigures` counts it. */
async function readMeters(
  db: Db,
  projects: readonly string[],
  months: readonly Month[],
): Promise<{ readonly rows: readonly Row[]; readonly stopped: ReadonlyMap<string, number> }> {
  const [{ rows }, stopped] = await Promise.all([
    sql<Row>`
      with ${mainMeters(projects)},
      months as materialized (select s.month, s.slot, s.bit, (s.month || '-01')::date as first, ((s.month || '-01')::date + interval '1 month')::date as past
        from unnest(${months.map(({ month }) => month)}::text[], ${months.map(({ slot }) => slot)}::int[], ${months.map(({ bit }) => bit)}::int[])
          as s(month, slot, bit)),
      had as (select f.meter_id, months.slot, sum(f.usage) as usage, sum(f.estimated) as estimated, sum(f.due)::int as due,
          sum(f.got)::int as got, bit_or(months.bit) as had, bit_or(case when f.due > 0 then months.bit else 0 end) as due_months,
          bit_or(case when f.days < months.past - months.first then months.bit else 0 end) as short_months
        from main join meter_month f on f.meter_id = main.device_id and f.register = 'total'
          and f.month = any(${[...new Set(months.map(({ month }) => month))]}::text[])
        join months on months.month = f.month and months.past > main.used_from and (main.used_to is null or months.first <= main.used_to)
        group by f.meter_id, months.slot),
      -- A meter of which days are missing is counted by itself.
      looks as (select meter_id, string_agg(slot || ' ' || had, ',' order by slot) as had_all, case when bool_or(short_months > 0) then meter_id end as apart
        from had group by meter_id),
      alike as (select main.project_code, main.code, main.used_from, main.used_to, min(main.device_id) as meter, count(*)::int as meters, had.slot,
          sum(had.usage) as usage, sum(had.estimated) as estimated, sum(had.due)::int as due, sum(had.got)::int as got, min(had.had) as had,
          bit_or(had.due_months) as due_months, min(had.short_months) as short_months
        from main left join looks on looks.meter_id = main.device_id left join had on had.meter_id = main.device_id
        group by main.project_code, main.code, main.used_from, main.used_to, looks.had_all, looks.apart, had.slot)
      select meter::text, meters, project_code as project, code, used_from::text as "usedFrom", used_to::text as "usedTo", slot, usage::text,
        estimated::text, due, got, had, due_months as "dueMonths",
        -- Few have any: a list for each group would make the sums too large for memory.
        case when short_months > 0 then (select string_agg(f.month || ' ' || f.days, ',') from months join meter_month f
          on f.meter_id = alike.meter and f.register = 'total' and f.month = months.month
          where months.slot = alike.slot and months.bit & alike.short_months > 0) end as short
      from alike`.execute(db),
    sql<{ project: string; month: string; days: number }>`
      select x.project_code as project, to_char(x.day, 'YYYY-MM') as month, count(*)::int as days from stop_day x
      where x.project_code = any(${[...projects]}::text[]) group by 1, 2`.execute(db),
  ]);
  return {
    rows,
    stopped: new Map(stopped.rows.map(({ project, month, days }) => [`${project} ${month}`, days])),
  };
}

/**
 * Of periods that are over. What was due and never came is missing, not zero.
 * @param periods the months of each, in order, at most thirty
 */
export async function periodFigures(
  db: Db,
  projects: readonly string[],
  periods: Readonly<Record<PeriodName, readonly string[]>>,
  factors: readonly Factor[],
): Promise<readonly PeriodFigure[]> {
  const slots: Slot[] = [];
  const months = PERIODS.flatMap((period) => {
    const alike = weighedAlike(factors, periods[period]);
    return periods[period].map((month, place): Month => {
      const at = alike.get(month) ?? month;
      const known = slots.findIndex((slot) => slot.period === period && slot.at === at);
      const slot = known < 0 ? slots.push({ period, at }) - 1 : known;
      return { month, first: `${month}-01`, last: monthEnd(month), slot, bit: 1 << place };
    });
  });
  const inSlot = slots.map((_, slot) => {
    const own = months.filter((month) => month.slot === slot);
    return { own, bits: own.reduce((all, { bit }) => all | bit, 0) };
  });
  const [{ rows, stopped }, adjusted] = await Promise.all([
    readMeters(db, projects, months),
    Promise.all(PERIODS.map((period) => adjustmentsIn(db, projects, period, periods[period]))),
  ]);
  const sums = new Map<string, { -readonly [K in keyof PeriodFigure]: PeriodFigure[K] }>();
  for (const [, ofMeter] of Map.groupBy(rows, ({ meter }) => meter))
    for (const [slot, { period, at }] of slots.entries()) {
      const [about] = ofMeter;
      if (about === undefined) continue;
      const row = ofMeter.find((one) => one.slot === slot);
      const { project, code } = about;
      let { due, dueMonths } = row ?? { due: 0, dueMonths: 0 };
      let used = row !== undefined;
      const { own = [], bits = 0 } = inSlot[slot] ?? {};
      // Most have a figure for each day of it.
      if (row?.had !== bits || row.short !== null) {
        const short = new Map(row?.short?.split(',').map((one) => [one.slice(0, 7), Number(one.slice(8))]));
        for (const one of own) {
          const { month, bit } = one;
          const there = row !== undefined && (row.had & bit) !== 0;
          const known = there ? short.get(month) : 0;
          if (known === undefined) continue;
          const days = daysUsed(one, about);
          used ||= days > 0;
          const missing = Math.max(0, days - (stopped.get(`${project} ${month}`) ?? 0) - known);
          due += missing * about.meters;
          if (missing > 0) dueMonths |= bit;
        }
      }
      if (!used) continue;
      const key = `${project} ${code} ${slot}`;
      let sum = sums.get(key);
      if (sum === undefined) {
        sum = { project, code, period, at, usage: 0n, estimated: 0n, due: 0, got: 0, known: false, dueMonths: 0 };
        sums.set(key, sum);
      }
      sum.due += due;
      sum.dueMonths |= dueMonths;
      if (row === undefined) continue;
      sum.usage += exact(row.usage);
      sum.estimated += exact(row.estimated);
      sum.got += row.got;
      sum.known = true;
    }
  return [...sums.values(), ...adjusted.flat()];
}

/** Rows of their own: each is weighed by the factors of the month in which it was used. */
async function adjustmentsIn(
  db: Db,
  projects: readonly string[],
  period: PeriodName,
  months: readonly string[],
): Promise<readonly PeriodFigure[]> {
  const [from, to] = [months[0], months.at(-1)];
  if (from === undefined || to === undefined) return [];
  const adjustments = await agreedAdjustments(db, projects, { from, to });
  return adjustments.map(({ project, code, fromMonth, quantity }) => ({
    project,
    period,
    code,
    at: fromMonth,
    usage: exact(quantity),
    estimated: 0n,
    due: 0,
    got: 0,
    known: true,
    dueMonths: 0,
  }));
}

/** What projects under one name used of an energy in a month. */
export interface MonthTogether {
  readonly name: string;
  readonly month: string;
  readonly code: string;
  readonly usage: string;
}

/** By name, month and energy; what is not known has no row. @param named several projects may have one name */
export async function monthsTogether(
  db: Db,
  named: readonly { readonly project: string; readonly name: string }[],
  span: { readonly from: string; readonly to: string },
): Promise<readonly MonthTogether[]> {
  const projects = named.map(({ project }) => project);
  const { rows } = await sql<MonthTogether>`
    with ${mainMeters(projects)}
    select g.name, f.month, main.code, trim_scale(sum(f.usage))::text as usage
    from unnest(${projects}::text[], ${named.map(({ name }) => name)}::text[]) as g(project, name)
    join main on main.project_code = g.project
    join meter_month f on f.meter_id = main.device_id and f.register = 'total' and f.month between ${span.from} and ${span.to}
    where ((f.month || '-01')::date + interval '1 month')::date > main.used_from
      and (main.used_to is null or (f.month || '-01')::date <= main.used_to)
    group by g.name, f.month, main.code order by g.name, f.month, main.code`.execute(db);
  const adjustments = await agreedAdjustments(db, projects, span);
  if (adjustments.length === 0) return rows;
  const nameOf = new Map(named.map(({ project, name }) => [project, name]));
  const brought = adjustments.map(({ project, month, code, quantity }) => {
    return { name: nameOf.get(project) ?? '', month, code, usage: quantity };
  });
  return [
    ...Map.groupBy([...rows, ...brought], ({ name, month, code }) => `${name} ${month} ${code}`).values(),
  ].flatMap((some) => {
    const [first] = some;
    return first === undefined ? [] : [{ ...first, usage: exactText(sumOf(some.map(({ usage }) => exact(usage)))) }];
  });
}

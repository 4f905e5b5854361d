/**
 * What a project used, by energy and by day or month, with how well it is known. Meters that another meter of the same energy counts are not
 * counted again; what was due and never came is missing, not zero.
 */
import { AS_IT_IS, type Factor, gasProperty, isCarrier, type Measure, measureOf } from '@hengneng/energy/factors';
import { CHINA, dayAt, daysThrough, exact, exactText, sumOf } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { seenProject } from '../../projects/index.ts';
import { type AgreedAdjustment, agreedAdjustments } from '../periods/agreed.ts';
import { factorsFor, factorsForAll } from '../prices/index.ts';
import { mainMeters } from '../things/index.ts';

export interface Energy {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly color: string;
  /** MJ/m³ of gas on a day or in a month of a project, 能耗系数 before what the energy itself says; null for other energies. */
  readonly lhvOn: (at: string, project?: string) => number | null;
  /** From what its meters count to what coal, carbon and efficiency count: 单位换算 and 修正系数. */
  readonly measureOn: (at: string, project?: string) => Measure;
}

interface StoredEnergy extends Omit<Energy, 'lhvOn' | 'measureOn'> {
  readonly lhv: number | null;
}

/** Where nobody says of when: what holds last. */
const LAST_DAY = '9999-12-31';

/** The day that factors of a stretch are looked up by. @param at a day, a month, a year, or empty */
export const dayIn = (at: string): string =>
  at.length === 7 ? `${at}-15` : at.length === 4 ? `${at}-07-01` : at === '' ? LAST_DAY : at;

/** How an energy is counted by these factors. @param home whose energy it is where a question names no project; null: the company's */
export const measuredBy =
  (
    factors: readonly Factor[],
    { code, unit }: Pick<Energy, 'code' | 'unit'>,
    home: string | null,
  ): Energy['measureOn'] =>
  (at, project = home ?? undefined) =>
    isCarrier(code) ? measureOf(factors, { carrier: code, unit, day: dayIn(at), project: project ?? null }) : AS_IT_IS;

/** @param home whose gas it is where a question names no project; null: the company's */
const withLhv = (rows: readonly StoredEnergy[], factors: readonly Factor[], home: string | null): readonly Energy[] =>
  rows.map(({ lhv, ...energy }) => ({
    ...energy,
    lhvOn: (at, project = home ?? undefined) =>
      energy.code === 'gas' ? (gasProperty(factors, 'lhv', { day: dayIn(at), project: project ?? null }) ?? lhv) : null,
    measureOn: measuredBy(factors, energy, home),
  }));

const ENERGY_COLUMNS = sql.raw('e.code, e.name, e.unit, e.color, e.lhv::float8 as lhv');

const storedEnergies = async (db: Db): Promise<readonly StoredEnergy[]> => {
  const { rows } = await sql<StoredEnergy>`select ${ENERGY_COLUMNS} from energy_category e
    where e.parent_id is null and e.code <> 'run' order by e.sort, e.id`.execute(db);
  return rows;
};

/** All that is bought or made. @param factors of the projects whose energies they are */
export const allEnergies = async (db: Db, factors: readonly Factor[] = []): Promise<readonly Energy[]> =>
  withLhv(await storedEnergies(db), factors, null);

/** What amounts of these projects are turned into coal and carbon with. @param anew see `factorsForAll` */
export const weighingOf = async (
  db: Db,
  projects: readonly string[],
  anew?: ReadonlySet<string>,
): Promise<{ readonly energies: readonly Energy[]; readonly factors: readonly Factor[] }> => {
  const [rows, factors] = await Promise.all([storedEnergies(db), factorsForAll(db, projects, anew)]);
  return { energies: withLhv(rows, factors, null), factors };
};

/** What was used of one energy in one stretch of time. Decimal text. */
export interface Figure {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly at: string;
  readonly code: string;
  readonly usage: string;
  readonly estimated: string;
  readonly due: number;
  readonly got: number;
  readonly sharp: string | null;
  readonly peak: string | null;
  readonly flat: string | null;
  readonly valley: string | null;
  readonly doubtful: boolean;
  /** Whether any meter of it has a figure at all. */
  readonly known: boolean;
  /** Adjustments that the usage of a month has besides its days. */
  readonly brought?: readonly Brought[];
}

/** 调整: what came too late for the month in which it was used. */
export interface Brought {
  readonly serial: string;
  /** The month in which it was used, `YYYY-MM`. */
  readonly from: string;
  readonly quantity: string;
}

/** What adjustments brought to figures. */
export const broughtTo = (figures: readonly Pick<Figure, 'brought'>[]): string =>
  exactText(sumOf(figures.flatMap(({ brought = [] }) => brought.map(({ quantity }) => exact(quantity)))));

/** 「2026-04 电含调整 −12.5 kWh（TZ-202604-0001，原月份 2026-03）」. */
export const adjustmentWords = (
  { serial, from, quantity }: Brought,
  { name, unit }: Pick<Energy, 'name' | 'unit'>,
  month: string,
): string => `${month} ${name}含调整 ${quantity.replace('-', '−')} ${unit}（${serial}，原月份 ${from}）`;

/** What meters counted in it: efficiency and weather are told by this, what was used in other months has no part in them. */
export const measured = <F extends Pick<Figure, 'usage' | 'brought'>>(figure: F): F =>
  figure.brought === undefined
    ? figure
    : { ...figure, usage: exactText(exact(figure.usage) - exact(broughtTo([figure]))), brought: undefined };

export interface Weather {
  readonly day: string;
  readonly meanC: number;
  readonly condition: string;
}

export interface ReportProject {
  readonly code: string;
  readonly name: string;
  readonly areaM2: string | null;
  readonly district: string | null;
  readonly energies: readonly Energy[];
  /** What turns its energies into coal and carbon. */
  readonly factors: readonly Factor[];
  readonly pending: number;
}

/** @throws notFound where there is no such project that the person may see */
export async function reportProject(ctx: Ctx, code: string): Promise<ReportProject> {
  const seen = await seenProject(ctx, ctx.db, code);
  const [about, energies, factors] = await Promise.all([
    sql<{ area: string | null; district: string | null; pending: number }>`
      select p.area_m2::text as area, p.district, (select count(*)::int from recalc_queue q join meter m on m.device_id = q.meter_id
        where m.project_code = p.code) as pending from project p where p.code = ${seen.code}`.execute(ctx.db),
    sql<StoredEnergy>`select distinct on (e.sort, e.id) ${ENERGY_COLUMNS}
      from meter m join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
      where m.project_code = ${seen.code} and e.code <> 'run' order by e.sort, e.id`.execute(ctx.db),
    factorsFor(ctx.db, seen.code),
  ]);
  const [row] = about.rows;
  return {
    code: seen.code,
    name: seen.name,
    areaM2: row?.area ?? null,
    district: row?.district ?? null,
    energies: withLhv(energies.rows, factors, seen.code),
    factors,
    pending: row?.pending ?? 0,
  };
}

/** The split by times of use stands beside the total, whether it comes from hours or from the dial's own registers (`facts`). */
const SPLIT = sql.raw(['sharp', 'peak', 'flat', 'valley'].map((kind) => `sum(f.${kind})::text as ${kind}`).join(', '));

/** How long the stretches are that figures are summed over; `span` is all of it. */
export type Stretch = 'day' | 'week' | 'month' | 'year' | 'span';

/** By what a stretch is named; weeks by their Monday. */
const NAMED: Readonly<Record<Stretch, RawBuilder<unknown>>> = {
  day: sql`days.day::text`,
  week: sql`date_trunc('week', days.day)::date::text`,
  month: sql`to_char(days.day, 'YYYY-MM')`,
  year: sql`to_char(days.day, 'YYYY')`,
  span: sql`''::text`,
};

/** Meters by their ids, each summed under a name of the caller's; one may stand under several. */
export const metersNamed = (named: readonly { readonly id: string; readonly name: string }[]): RawBuilder<unknown> =>
  sql`main as materialized (select m.device_id, m.project_code, g.name as code, m.used_from, m.used_to
    from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ name }) => name)}::text[]) as g(id, name)
    join meter m on m.device_id = g.id)`;

/**
 * Sums of meters over stretches of the days given. A day that is not over is not due yet, and on a day of standstill nothing is, yet what was
 * used counts.
 */
const summed = async (
  db: Db,
  meters: RawBuilder<unknown>,
  days: readonly string[],
  stretch: Stretch,
  now: Date,
): Promise<readonly MonthFigure[]> => {
  const today = dayAt(now.getTime(), CHINA);
  const { rows } = await sql<MonthFigure>`
    with ${meters},
    days as (select d as day from unnest(${[...days]}::date[]) d where d < ${today}::date)
    select ${NAMED[stretch]} as at, main.project_code as project, main.code,
      coalesce(sum(f.usage), 0)::text as usage, coalesce(sum(f.estimated), 0)::text as estimated,
      (count(*) filter (where f.register is null and x.day is null) + coalesce(sum(f.due), 0))::int as due,
      coalesce(sum(f.got), 0)::int as got, ${SPLIT},
      coalesce(bool_or(f.doubts <> '{}'), false) as doubtful, coalesce(bool_or(f.register is not null), false) as known
    from days join main on days.day >= main.used_from and (main.used_to is null or days.day <= main.used_to)
    left join stop_day x on x.project_code = main.project_code and x.day = days.day
    left join meter_day f on f.meter_id = main.device_id and f.day = days.day
      and f.register = 'total'
    group by 1, main.project_code, main.code order by 1, main.project_code, main.code`.execute(db);
  return rows;
};

/** Energies of several projects on the days given. */
export const dayFiguresOf = (
  db: Db,
  projects: readonly string[],
  days: readonly string[],
  now: Date,
): Promise<readonly MonthFigure[]> => summed(db, mainMeters(projects), days, 'day', now);

/** Sums of meters of a project over the stretches of a span, both ends included. */
export const figuresOf = (
  db: Db,
  meters: RawBuilder<unknown>,
  span: { readonly from: string; readonly to: string },
  now: Date,
  stretch: Stretch = 'day',
): Promise<readonly Figure[]> => summed(db, meters, daysThrough(span.from, span.to), stretch, now);

/** Energies of a project by day. */
export const dayFigures = (
  db: Db,
  project: string,
  span: { readonly from: string; readonly to: string },
  now: Date,
): Promise<readonly Figure[]> => figuresOf(db, mainMeters([project]), span, now);

export interface MonthFigure extends Figure {
  readonly project: string;
}

/** What nobody's meter counted, as a figure: what was designed or saved. */
export const plainFigure = (of: Pick<MonthFigure, 'project' | 'at' | 'code' | 'usage'>): MonthFigure => ({
  ...of,
  estimated: '0',
  due: 0,
  got: 0,
  sharp: null,
  peak: null,
  flat: null,
  valley: null,
  doubtful: false,
  known: true,
});

const adjustedBy = (row: MonthFigure, some: readonly AgreedAdjustment[]): MonthFigure => {
  const brought = some.map(({ serial, fromMonth, quantity }) => ({ serial, from: fromMonth, quantity }));
  return { ...row, known: true, brought, usage: exactText(exact(row.usage) + exact(broughtTo([{ brought }]))) };
};

/** 月合计 = Σ日用量 + Σ调整量. */
function withAdjustments(
  rows: readonly MonthFigure[],
  adjustments: readonly AgreedAdjustment[],
): readonly MonthFigure[] {
  if (adjustments.length === 0) return rows;
  const keyOf = (project: string, month: string, code: string): string => `${project} ${month} ${code}`;
  const own = Map.groupBy(adjustments, ({ project, month, code }) => keyOf(project, month, code));
  const adjusted = rows.map((row): MonthFigure => {
    const key = keyOf(row.project, row.at, row.code);
    const some = own.get(key);
    if (some === undefined) return row;
    own.delete(key);
    return adjustedBy(row, some);
  });
  // Of an energy that no meter counts any more.
  const rest = [...own.values()].flatMap((some): readonly MonthFigure[] => {
    const [first] = some;
    if (first === undefined) return [];
    const { project, month: at, code } = first;
    const none = { sharp: null, peak: null, flat: null, valley: null, doubtful: false, known: false };
    return [adjustedBy({ at, project, code, usage: '0', estimated: '0', due: 0, got: 0, ...none }, some)];
  });
  return [...adjusted, ...rest];
}

/**
 * Of several projects by energy and month, with the adjustments that months took up; months of days that have not come are not due. Each
 * meter's months are read in one go.
 */
export const monthFigures = async (
  db: Db,
  projects: readonly string[],
  span: { readonly from: string; readonly to: string },
  now: Date,
): Promise<readonly MonthFigure[]> => {
  const [rows, adjustments] = await Promise.all([
    measuredMonths(db, projects, span, now),
    agreedAdjustments(db, projects, span),
  ]);
  return withAdjustments(rows, adjustments);
};

/** What the main meters counted. */
const measuredMonths = async (
  db: Db,
  projects: readonly string[],
  span: { readonly from: string; readonly to: string },
  now: Date,
): Promise<readonly MonthFigure[]> => {
  const today = dayAt(now.getTime(), CHINA);
  const { rows } = await sql<MonthFigure>`
    with ${mainMeters(projects)},
    months as (select to_char(d, 'YYYY-MM') as month, d::date as first, least((d + interval '1 month')::date, ${today}::date) as past
      from generate_series(${`${span.from}-01`}::date, ${`${span.to}-01`}::date, interval '1 month') d),
    stopped as (select x.project_code, to_char(x.day, 'YYYY-MM') as month, count(*)::int as days
      from stop_day x where x.project_code = any(${[...projects]}::text[]) group by 1, 2),
    had as materialized (select f.* from main join meter_month f on f.meter_id = main.device_id and f.register = 'total'
      and f.month between ${span.from} and ${span.to})
    select months.month as at, main.project_code as project, main.code,
      coalesce(sum(f.usage), 0)::text as usage, coalesce(sum(f.estimated), 0)::text as estimated,
      sum(coalesce(f.due, 0) + greatest(0,
        least(months.past, coalesce(main.used_to + 1, months.past)) - greatest(months.first, main.used_from)
        - coalesce(stopped.days, 0) - coalesce(f.days, 0)))::int as due,
      coalesce(sum(f.got), 0)::int as got, ${SPLIT},
      coalesce(bool_or(f.doubts <> '{}'), false) as doubtful, coalesce(bool_or(f.register is not null), false) as known
    from months join main on months.past > main.used_from and (main.used_to is null or months.first <= main.used_to)
    left join stopped on stopped.project_code = main.project_code and stopped.month = months.month
    left join had f on f.meter_id = main.device_id and f.month = months.month
    group by months.month, main.project_code, main.code order by months.month, main.project_code, main.code`.execute(
    db,
  );
  return rows;
};

/** Days of the place of a project whose weather is known. */
export const weatherOf = async (
  db: Db,
  project: string,
  span: { readonly from: string; readonly to: string },
): Promise<readonly Weather[]> => {
  const { rows } = await sql<Weather>`select day::text, avg_c::float8 as "meanC", condition
    from project_weather(${project}, ${span.from}::date, ${span.to}::date) order by day`.execute(db);
  return rows;
};

/** Projects that have the same weather, together: of several hundred most stand in the same few places. */
export const placesOf = async (db: Db, projects: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const { rows } = await sql<{ of: string[] }>`
    select array_agg(code order by code) as of from (
      select o.project_code as code, case when count(distinct (coalesce(o.weather_district, p.district), o.weather_near)) = 1
          then concat(min(coalesce(o.weather_district, p.district)), ' ', bool_and(o.weather_near)) else o.project_code end as place
      from operational_of o join project p on p.code = o.project_code where o.project_code = any(${[...projects]}::text[])
      group by o.project_code) each
    group by place order by place`.execute(db);
  return rows.map(({ of }) => of);
};

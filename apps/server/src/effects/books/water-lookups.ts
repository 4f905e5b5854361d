/** What the books of water treatment say to forms: the last shift, what a month came to, what a year came to. */
import { textOrNull } from '@hengneng/core';
import { efficiencyIndex, waterArchive, waterDosing, waterShift, waterTest } from '@hengneng/forms';
import { bookTableName } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { TOWER_WATER } from './metering.ts';
import type { Lookup, LookupEnv, Lookups } from './lookup.ts';

const SHIFTS = sql.table(bookTableName(waterShift.id));
const DOSING = sql.table(bookTableName(waterDosing.id));
const TESTS = sql.table(bookTableName(waterTest.id));
const ARCHIVE = sql.table(bookTableName(waterArchive.id));

export const TURNS = { 白班: 1, 中班: 2, 夜班: 3 } as const;
const turnOf = (shift: unknown): number =>
  typeof shift === 'string' ? ((TURNS as Record<string, number>)[shift] ?? 0) : 0;

/** A reading of the shift before the one that the record is about; of the newest where it names none. */
const lastShift =
  (column: 'tower_meter' | 'chilled_meter' | 'cooling_ph' | 'cooling_conductivity'): Lookup =>
  async (tx, project, { record }) => {
    if (project === null) return null;
    const day = textOrNull(record.diaryDate);
    const before = day === null ? sql`true` : sql`(day, turn) < (${day}::date, ${turnOf(record.shift) || 99})`;
    const { rows } = await sql<{ value: string | null }>`select ${sql.ref(column)}::text as value from ${SHIFTS}
      where project = ${project} and not voided and ${before} and ${sql.ref(column)} is not null
      order by day desc, turn desc limit 1`.execute(tx);
    return rows[0]?.value ?? null;
  };

/** What the shifts of the record's month added up to; unknown where none was written. */
const monthMakeup =
  (column: 'tower_makeup' | 'chilled_makeup'): Lookup =>
  async (tx, project, { record }) => {
    const month = textOrNull(record.recordMonth);
    if (project === null || month === null) return null;
    const { rows } = await sql<{ value: string | null }>`select sum(${sql.ref(column)})::numeric(20,1)::text as value
      from ${SHIFTS} where project = ${project} and to_char(day, 'YYYY-MM') = ${month} and not voided`.execute(tx);
    return rows[0]?.value ?? null;
  };

/** Tower water of the record's month as both sides confirmed it; unknown where they have not. */
const confirmedTower: Lookup = async (tx, project, { record }) => {
  const month = textOrNull(record.recordMonth);
  if (project === null || month === null) return null;
  const { rows } = await sql<{ value: string | null }>`select sum(value)::numeric(20,1)::text as value
    from ${sql.table(bookTableName(efficiencyIndex.id))}
    where project = ${project} and month = ${month} and metric = ${TOWER_WATER} and not voided`.execute(tx);
  return rows[0]?.value ?? null;
};

/** One row for each chemical and system that it was dosed into. */
const monthDosing: Lookup = async (tx, project, { record }) => {
  const month = textOrNull(record.recordMonth);
  if (project === null || month === null) return [];
  const { rows } = await sql<{ chemical: string; dosingSystem: string }>`
    select chemical::text, dosing_system as "dosingSystem" from ${DOSING}
    where project = ${project} and month = ${month} and not voided group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
};

const monthQuantity: Lookup = async (tx, _value, { record, row }) => {
  const [project, month] = [textOrNull(record.project), textOrNull(record.recordMonth)];
  const [chemical, system] = [textOrNull(row?.chemical), textOrNull(row?.dosingSystem)];
  if (!project || !month || !chemical || !system) return null;
  const { rows } = await sql<{ value: string | null }>`select sum(quantity)::text as value from ${DOSING}
    where project = ${project} and month = ${month} and chemical = ${chemical} and dosing_system = ${system} and not voided`.execute(
    tx,
  );
  return rows[0]?.value ?? null;
};

/** The same item of the same water, as it was measured the time before. */
const lastValue: Lookup = async (tx, _value, { record, row }) => {
  const [project, system, item] = [textOrNull(record.project), textOrNull(row?.waterSystem), textOrNull(row?.item)];
  if (!project || !system || !item) return null;
  const { rows } = await sql<{ value: string }>`select value::text from ${TESTS}
    where project = ${project} and water_system = ${system} and item = ${item} and not voided
      and sampled_at < coalesce(${textOrNull(record.sampleTime)}::timestamptz, 'infinity') order by sampled_at desc, id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.value ?? null;
};

const yearOfReport = (env: LookupEnv): number | null =>
  typeof env.record.reportYear === 'number' ? env.record.reportYear : null;

type Figure =
  | 'sum(cooling_makeup)::numeric(20,1)'
  | 'sum(chilled_makeup)::numeric(20,1)'
  | 'sum(amount)'
  | 'sum(units)'
  | 'round(avg(ratio), 2)';

/** A figure over the archive of the reported year; unknown where nothing was archived. */
const yearFigure =
  (figure: Figure, kinds: readonly string[]): Lookup =>
  async (tx, project, env) => {
    const year = yearOfReport(env);
    if (project === null || year === null) return null;
    const { rows } = await sql<{ value: string | null }>`select (${sql.raw(figure)})::text as value from ${ARCHIVE}
      where project = ${project} and left(month, 4) = ${String(year)} and kind = any(${[...kinds]}::text[]) and not voided`.execute(
      tx,
    );
    return rows[0]?.value ?? null;
  };

/** What the report of the year before said. */
const lastReport =
  (figure: '(cooling_makeup + chilled_makeup)::numeric(20,1)' | 'amount'): Lookup =>
  async (tx, project, env) => {
    const year = yearOfReport(env);
    if (project === null || year === null) return null;
    const { rows } = await sql<{ value: string | null }>`select (${sql.raw(figure)})::text as value from ${ARCHIVE}
      where project = ${project} and left(month, 4) = ${String(year - 1)} and kind = '年度报告' and not voided
      order by id desc limit 1`.execute(tx);
    return rows[0]?.value ?? null;
  };

const yearTests =
  (which: 'all' | 'failed'): Lookup =>
  async (tx, project, env) => {
    const year = yearOfReport(env);
    if (project === null || year === null) return null;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${TESTS}
      where project = ${project} and extract(year from sampled_at at time zone 'Asia/Shanghai') = ${year} and not voided
        and ${which === 'all' ? sql`true` : sql`not fit`}`.execute(tx);
    return rows[0]?.n ?? null;
  };

/** Soft water that the project used in the same month a year ago, by its own statistics. */
const lastYearSoftWater: Lookup = async (tx, project, { record }) => {
  const month = textOrNull(record.statMonth);
  if (project === null || month === null) return null;
  const { rows } = await sql<{
    value: string | null;
  }>`select total_usage::text as value from f_soft_water_usage_statistical
    where project = ${project} and status = 'approved' and stat_month = ${`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`}`.execute(
    tx,
  );
  return rows[0]?.value ?? null;
};

/** What a project took of a chemical a month, over the last three or as long as it has taken any; unknown where it took none. */
const monthUsage: Lookup = async (tx, chemical, { record, now }) => {
  const project = textOrNull(record.project);
  if (chemical === null || project === null) return null;
  const { rows } = await sql<{ value: string | null }>`
    with taken as (select m.quantity, m.created_at from stock_movement m join stock s on s.id = m.stock_id
      where s.kind = 'chemical' and s.project_code = ${project} and s.item_id = ${chemical} and m.quantity < 0 and m.reverses_id is null
        and not exists (select from stock_movement r where r.reverses_id = m.id))
    select round(-sum(quantity) filter (where created_at >= ${now}::timestamptz - interval '3 months')
      / least(3, greatest(1, extract(day from ${now}::timestamptz - min(created_at)) / 30)), 2)::text as value from taken`.execute(
    tx,
  );
  return rows[0]?.value ?? null;
};

export const WATER_LOOKUPS: Lookups = {
  project: {
    lastTowerMeter: lastShift('tower_meter'),
    lastChilledMeter: lastShift('chilled_meter'),
    lastCoolingPh: lastShift('cooling_ph'),
    lastCoolingConductivity: lastShift('cooling_conductivity'),
    monthCoolingMakeup: async (tx, project, env) =>
      (await confirmedTower(tx, project, env)) ?? monthMakeup('tower_makeup')(tx, project, env),
    monthChilledMakeup: monthMakeup('chilled_makeup'),
    monthDosing,
    lastYearSoftWater,
    waterTestTimes: yearTests('all'),
    waterTestFails: yearTests('failed'),
    yearWaterRatio: yearFigure('round(avg(ratio), 2)', ['月度管理']),
    yearCleanUnits: yearFigure('sum(units)', ['清洗消毒']),
    yearCoolingMakeup: yearFigure('sum(cooling_makeup)::numeric(20,1)', ['月度管理']),
    yearChilledMakeup: yearFigure('sum(chilled_makeup)::numeric(20,1)', ['月度管理']),
    yearChemicalCost: yearFigure('sum(amount)', ['月度管理', '施工记录']),
    yearCleanCost: yearFigure('sum(amount)', ['检测报告', '清洗消毒']),
    lastYearMakeup: lastReport('(cooling_makeup + chilled_makeup)::numeric(20,1)'),
    lastYearWaterCost: lastReport('amount'),
  },
  waterChemical: { monthUsage },
  waterDosing: { monthQuantity },
  waterTest: { lastValue },
};

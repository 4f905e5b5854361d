/** Meters of a project with what each used, day by day: what the figures of reports are the sum of. */
import type { Figure } from './figures.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import type { DayRow } from '../facts/index.ts';
import { IS_MAIN, METERS, UNIT_NO } from '../things/index.ts';

export interface ReportMeter {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: string;
  /** The energy that it counts to, and what of it. */
  readonly energy: string;
  readonly energyName: string;
  readonly category: string;
  readonly categoryName: string;
  readonly areaUse: string;
  readonly unit: string;
  readonly parent: string | null;
  readonly main: boolean;
  /** 台号. */
  readonly unitNo: string | null;
  readonly registers: readonly string[];
  readonly frequency: string;
}

/** Each meter before those that it counts along, which keep their order among themselves. */
function underParents(meters: readonly ReportMeter[]): readonly ReportMeter[] {
  const energies = new Map(meters.map(({ id, energy }) => [id, energy]));
  // What counts to another energy (hot water made of city water) stands by itself there.
  const above = ({ parent, energy }: ReportMeter): string | null =>
    parent !== null && energies.get(parent) === energy ? parent : null;
  const below = Map.groupBy(meters, above);
  const from = (parent: string | null): readonly ReportMeter[] =>
    (below.get(parent) ?? []).flatMap((meter) => [meter, ...from(meter.id)]);
  return from(null);
}

export const WATER: readonly string[] = ['water', 'softWater', 'hotWater'];

/** Meters of what cooling towers are filled up with, by what people call them or say that they are for. */
export const fillsTowers = ({ energy, name, areaUse }: Pick<ReportMeter, 'energy' | 'name' | 'areaUse'>): boolean =>
  WATER.includes(energy) && /(冷却|塔).*补|补.*(冷却|塔)/.test(`${name} ${areaUse}`);

/** In the order in which they are shown. */
export const reportMeters = async (db: Db, project: string): Promise<readonly ReportMeter[]> => {
  const { rows } = await sql<ReportMeter>`
    select m.device_id::text as id, d.code, coalesce(d.display_name, d.name) as name, m.meter_type as type, e.code as energy,
      e.name as "energyName", c.code as category, c.name as "categoryName", m.area_use as "areaUse", m.unit, m.parent_id::text as parent,
      ${IS_MAIN} as main, ${UNIT_NO} as "unitNo", m.registers, m.frequency
    from ${METERS} join device d on d.id = m.device_id
    where m.project_code = ${project} and e.code <> 'run' order by e.sort, c.sort, d.sort, d.code`.execute(db);
  return underParents(rows);
};

/** One day of one register of one meter; without a row of facts only what was due. */
export interface MeterDay extends Omit<DayRow, 'register' | 'from' | 'to' | 'partial' | 'calc'> {
  readonly known: boolean;
  /** What the dial is multiplied by at the end of the day. */
  readonly ratio: string | null;
}

/** Days of meters while they are in use, both ends included, up to `until`; counted as `dayFigures` counts them. */
export const meterDays = async (
  db: Db,
  meters: readonly string[],
  register: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly MeterDay[]> => {
  const { rows } = await sql<MeterDay>`
    select m.device_id::text as meter, g::date::text as day, trim_scale(f.open)::text as open, trim_scale(f.close)::text as close,
      coalesce(trim_scale(f.usage), 0)::text as usage, coalesce(trim_scale(f.estimated), 0)::text as estimated,
      coalesce(f.due, case when exists (select from stop_day x where x.project_code = m.project_code and x.day = g::date) then 0 else 1 end) as due,
      coalesce(f.got, 0) as got, f.hours::text[] as hours, f.sharp::text, f.peak::text, f.flat::text, f.valley::text,
      coalesce(f.flags, '{}') as flags, coalesce(f.doubts, '{}') as doubts, f.register is not null as known,
      (select trim_scale(round(k.value * k.gas_factor, 6))::text from meter_ratio k where k.meter_id = m.device_id and k.state = '已生效'
        and k.valid_from < coalesce(f.to_at, g::date + interval '2 days') order by k.valid_from desc limit 1) as ratio
    from meter m cross join generate_series(${from}::date, ${to}::date, interval '1 day') g
    left join meter_day f on f.meter_id = m.device_id and f.register = ${register} and f.day = g::date
    where m.device_id = any(${[...meters]}::bigint[]) and m.used_from <= g::date and (m.used_to is null or g::date <= m.used_to)
    order by g, m.device_id`.execute(db);
  return rows;
};

/** A meter's day as a figure of its energy. */
export const figureOf = (meter: ReportMeter, day: MeterDay): Figure => ({
  at: day.day,
  code: meter.energy,
  usage: day.usage,
  estimated: day.estimated,
  due: day.due,
  got: day.got,
  sharp: day.sharp,
  peak: day.peak,
  flat: day.flat,
  valley: day.valley,
  doubtful: day.doubts.length > 0,
  known: day.known,
});

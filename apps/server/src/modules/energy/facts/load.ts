/** What has to be known of meters to work out some of their days: readings from the last sound one before to the first ones after. */
import {
  dayEnd,
  dayStart,
  type DayKind,
  type Flag,
  type GasShown,
  isCounter,
  type ReadingVersion,
  type Register,
  type TouSchedule,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { isWeekend } from '../days-off.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { type MeterThing, meterLines } from '../things/index.ts';
import { type Sample, sampleSource } from './samples.ts';
import { sound } from './sound.ts';

const DAY = 86_400_000;

/** Days of a meter, both included; null where everything is meant. */
export interface Asked {
  readonly meterId: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** One register with its readings around the days that are asked for. */
export interface LoadedRegister {
  readonly register: Register;
  readonly versions: readonly ReadingVersion[];
  readonly samples: readonly Sample[];
  /** The sound reading from which on versions are here; null where they are all here. */
  readonly low: number | null;
  /** The reading up to which they are; null where they all are. */
  readonly high: number | null;
}

/** Pressure and temperature of gas that a meter counts as it flows. */
export type LoadedGas = Readonly<Record<keyof GasShown, readonly ReadingVersion[]>>;

export interface LoadedMeter {
  readonly asked: Asked;
  readonly thing: MeterThing;
  readonly registers: readonly LoadedRegister[];
  /** Null of a meter that nothing is converted of. */
  readonly gas: LoadedGas | null;
  readonly about: ProjectDays;
}

/** What a project's days depend on besides its meters. */
export interface ProjectDays {
  readonly stopped: ReadonlySet<string>;
  readonly dayKindOf: (day: string) => DayKind;
  /** By id of the energy category. */
  readonly schedules: ReadonlyMap<string, readonly TouSchedule[]>;
}

interface Window {
  readonly meter: string;
  readonly register: Register;
  readonly from: string | null;
  readonly to: string | null;
}

interface RawVersion {
  readonly meter: string;
  readonly register: Register;
  readonly low: number | null;
  readonly high: number | null;
  readonly id: string | null;
  readonly at: number;
  readonly value: string | null;
  readonly flag: Flag;
  readonly recordedAt: number;
  readonly supersedes: string | null;
  readonly rollover: 'claimed' | 'confirmed' | null;
}

const millis = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);

/** How many readings behind the days are looked at, to see that what follows stays as it is. */
const BEHIND = 3;

const GAS = ['pressure', 'temperature'] as const;
/** Whether any of what the dial counted has to be converted. */
const isConverted = ({ multipliers, registers }: MeterThing): boolean =>
  multipliers.some(({ gas }) => gas !== null && gas !== undefined) && GAS.some((one) => registers.includes(one));

const windowOf = (
  thing: MeterThing,
  { from, to }: Asked,
  registers: readonly Register[] = thing.registers.filter(isCounter),
): readonly Window[] =>
  registers.map((register) => ({
    meter: thing.id,
    register,
    from: from === null ? null : new Date(dayStart(from, thing.calendar) - DAY).toISOString(),
    to: to === null ? null : new Date(dayEnd(to, thing.calendar) + DAY).toISOString(),
  }));

/**
 * A window begins with the last reading before it that holds and was not refused: of what went before, only its sum is left, and a sum is
 * in no day. Bounds that are not there are infinite: an index finds between two instants, and not where either may be missing.
 */
const readVersions = async (db: Db | Tx, windows: readonly Window[]): Promise<readonly RawVersion[]> => {
  const { rows } = await sql<RawVersion>`
    with asked as materialized (select * from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
      as w(meter bigint, register text, "from" timestamptz, "to" timestamptz)),
    span as materialized (select w.meter, w.register,
        case when w."from" is not null then (select r.at from manual_reading r
          where r.meter_id = w.meter and r.register = w.register and r.at <= w."from" and ${sound('r')}
          order by r.at desc limit 1) end as low,
        case when w."to" is not null then (select a.at from (select distinct r.at from manual_reading r
            where r.meter_id = w.meter and r.register = w.register and r.at > w."to" order by r.at limit ${BEHIND}) a
          order by a.at desc limit 1) end as high,
        case when w."to" is not null then (select count(*) from (select distinct r.at from manual_reading r
            where r.meter_id = w.meter and r.register = w.register and r.at > w."to" order by r.at limit ${BEHIND + 1}) a)
        end as behind
      from asked w)
    select s.meter::text, s.register, ${millis('s.low')} as low,
      case when s.behind > ${BEHIND} then ${millis('s.high')} end as high,
      r.id::text, ${millis('r.at')} as at, trim_scale(r.value)::text as value, r.flag, ${millis('r.recorded_at')} as "recordedAt",
      r.supersedes::text, r.rollover
    from span s left join manual_reading r on r.meter_id = s.meter and r.register = s.register
      and r.at >= coalesce(s.low, '-infinity') and r.at <= case when s.behind > ${BEHIND} then s.high else 'infinity' end
    order by s.meter, s.register, r.at, r.id`.execute(db);
  return rows;
};

/** What a gateway sent, as a reading that nobody corrects. */
export const sampled = ({ at, value }: Sample): ReadingVersion => ({
  id: `s${at}`,
  at,
  value,
  flag: '自',
  recordedAt: at,
});

const versionOf = (raw: RawVersion): readonly ReadingVersion[] =>
  raw.id === null
    ? []
    : [
        {
          id: raw.id,
          at: raw.at,
          value: raw.value,
          flag: raw.flag,
          recordedAt: raw.recordedAt,
          ...(raw.supersedes === null ? {} : { supersedes: raw.supersedes }),
          ...(raw.rollover === null ? {} : { rollover: raw.rollover }),
        },
      ];

/** Readings that hold of the gas, from the first reading at hand of the meter on: spans between readings are converted by what was read in them. */
async function readGas(
  db: Db | Tx,
  converted: readonly { readonly id: string; readonly low: number | null; readonly high: number | null }[],
): Promise<ReadonlyMap<string, readonly RawVersion[]>> {
  if (converted.length === 0) return new Map();
  const iso = (at: number | null, otherwise: string) => (at === null ? otherwise : new Date(at).toISOString());
  const asked = converted.map(({ id, low, high }) => ({
    meter: id,
    low: iso(low, '-infinity'),
    high: iso(high, 'infinity'),
  }));
  const { rows } = await sql<RawVersion>`
    select r.meter_id::text as meter, r.register, null as low, null as high, r.id::text, ${millis('r.at')} as at,
      trim_scale(r.value)::text as value, r.flag, ${millis('r.recorded_at')} as "recordedAt", r.supersedes::text, r.rollover
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(meter bigint, low timestamptz, high timestamptz)
      join manual_reading r on r.meter_id = a.meter and r.register = any(${[...GAS]}::text[]) and r.at between a.low and a.high
    order by r.meter_id, r.register, r.at, r.id`.execute(db);
  return Map.groupBy(rows, ({ meter, register }) => `${meter} ${register}`);
}

interface RawProject {
  readonly project: string;
  readonly stopped: readonly string[];
  readonly schedules: readonly {
    readonly category: string;
    readonly from: string;
    readonly to: string | null;
    readonly seasons: TouSchedule['seasons'];
    readonly periods: TouSchedule['periods'];
  }[];
}

async function readProjects(db: Db | Tx, projects: readonly string[]): Promise<ReadonlyMap<string, ProjectDays>> {
  const calendar = await sql<{ day: string; off: boolean }>`select day::text, off from work_calendar`.execute(db);
  const known = new Map(calendar.rows.map(({ day, off }) => [day, off]));
  const dayKindOf = (day: string): DayKind => {
    const off = known.get(day);
    if (off === true) return 'holiday';
    return off === undefined && isWeekend(day) ? 'rest' : 'work';
  };
  const { rows } = await sql<RawProject>`
    select p.code as project,
      coalesce((select jsonb_agg(s.day) from stop_day s where s.project_code = p.code), '[]') as stopped,
      coalesce((select jsonb_agg(jsonb_build_object('category', e.category_id::text, 'from', greatest(e.valid_from, t.valid_from),
          'to', least(e.valid_to, t.valid_to), 'seasons', t.seasons, 'periods', t.periods))
        from energy_price e join tou_schedule h on h.id = e.schedule_id join tou_schedule t on t.name = h.name
        where e.project_code = p.code and e.mode = 'tou' and e.deleted_at is null
          and daterange(e.valid_from, e.valid_to, '[]') && daterange(t.valid_from, t.valid_to, '[]')), '[]') as schedules
    from project p where p.code = any(${[...projects]}::text[])`.execute(db);
  return new Map(
    rows.map(({ project, stopped, schedules }) => {
      const byCategory = new Map<string, TouSchedule[]>();
      for (const { category, ...schedule } of schedules)
        byCategory.set(category, [...(byCategory.get(category) ?? []), schedule]);
      return [project, { stopped: new Set(stopped), dayKindOf, schedules: byCategory }];
    }),
  );
}

const NOTHING: ProjectDays = { stopped: new Set(), dayKindOf: () => 'work', schedules: new Map() };

interface Present {
  readonly asked: Asked;
  readonly thing: MeterThing;
}

/** What gateways sent of the meters that they read, by meter and register. */
async function readSamples(db: Db | Tx, present: readonly Present[]): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const source = sampleSource();
  if (source === null) return new Map();
  const windows = present
    .filter(({ thing }) => thing.frequency.startsWith('auto:'))
    .flatMap(({ thing, asked }) => [
      ...windowOf(thing, asked),
      ...(isConverted(thing) ? windowOf(thing, asked, GAS) : []),
    ]);
  const found = await source.samplesOfAll(
    db,
    windows.map(({ meter, register, from, to }) => ({
      meterId: meter,
      register,
      from: from === null ? 0 : Date.parse(from),
      to: to === null ? Number.MAX_SAFE_INTEGER : Date.parse(to),
    })),
  );
  return new Map(windows.map(({ meter, register }, n) => [`${meter} ${register}`, found[n] ?? []]));
}

/** Loads meters for the days that are asked for, in as few queries as there are kinds of things to know. */
export async function loadMeters(db: Db | Tx, asked: readonly Asked[]): Promise<readonly LoadedMeter[]> {
  const things = await meterLines(
    db,
    asked.map(({ meterId }) => meterId),
  );
  const present = asked.flatMap((one) => {
    const thing = things.get(one.meterId);
    return thing === undefined ? [] : [{ asked: one, thing }];
  });
  const [raw, projects] = await Promise.all([
    readVersions(
      db,
      present.flatMap((one) => windowOf(one.thing, one.asked)),
    ),
    readProjects(db, [...new Set(present.map(({ thing }) => thing.project))]),
  ]);
  const byLine = Map.groupBy(raw, ({ meter, register }) => `${meter} ${register}`);
  const [samples, shown] = await Promise.all([
    readSamples(db, present),
    readGas(
      db,
      present.flatMap(({ thing }) => {
        if (!isConverted(thing)) return [];
        const { low = null, high = null } = byLine.get(`${thing.id} total`)?.[0] ?? {};
        return [{ id: thing.id, low, high }];
      }),
    ),
  ]);
  const gasOf = (thing: MeterThing): LoadedGas | null => {
    if (!isConverted(thing)) return null;
    const of = (register: Register): readonly ReadingVersion[] => {
      const key = `${thing.id} ${register}`;
      return [...(shown.get(key) ?? []).flatMap(versionOf), ...(samples.get(key) ?? []).map(sampled)];
    };
    return { pressure: of('pressure'), temperature: of('temperature') };
  };
  return present.map(({ asked: one, thing }) => ({
    asked: one,
    thing,
    gas: gasOf(thing),
    about: projects.get(thing.project) ?? NOTHING,
    registers: windowOf(thing, one).map(({ register }) => {
      const key = `${thing.id} ${register}`;
      const rows = byLine.get(key) ?? [];
      const { low = null, high = null } = rows[0] ?? {};
      return { register, versions: rows.flatMap(versionOf), samples: samples.get(key) ?? [], low, high };
    }),
  }));
}

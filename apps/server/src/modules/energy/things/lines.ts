/** Meters as the formulas of packages/energy take them: dials, multipliers, exchanges, capacity, and the calendar of their project. */
import {
  type Break,
  CHINA,
  type DayCalendar,
  type DayRule,
  DEFAULT_DEVIATION,
  type Dial,
  type GapMethod,
  type GasState,
  type MeterLine,
  type MeterType,
  type MultiplierPeriod,
  type Register,
  REGISTERS,
  versionOn,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { BreakRegisters, RegisterTexts } from './schema.ts';

export interface Install {
  readonly factoryNo: string;
  readonly installedAt: number;
  readonly removedAt: number | null;
  readonly dial: Dial;
  readonly first: RegisterTexts;
}

/** One meter with what has happened to it. Instants are epoch milliseconds. */
export interface MeterThing {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly type: MeterType;
  /** Of energy_category. */
  readonly categoryId: string;
  readonly category: string;
  readonly unit: string;
  readonly registers: readonly Register[];
  readonly settles: boolean;
  /** `day`, `2h`, `month:5`, `auto:5`. */
  readonly frequency: string;
  readonly usedFrom: string;
  readonly usedTo: string | null;
  /** In order of time; the last one hangs there now. */
  readonly installs: readonly Install[];
  /** The one that hangs there now. */
  readonly dial: Dial;
  readonly multipliers: readonly MultiplierPeriod[];
  readonly calendar: DayCalendar;
  /** Minutes; a reading so near to the cut stands for it. */
  readonly tolerance: number;
  /** @returns the line of a register, for `curveOf` and `dayFacts` */
  line(register: Register): MeterLine;
}

interface Raw {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly type: MeterType;
  readonly categoryId: string;
  readonly category: string;
  readonly unit: string;
  readonly registers: readonly Register[];
  readonly settles: boolean;
  readonly frequency: string;
  readonly usedFrom: string;
  readonly usedTo: string | null;
  readonly maxRate: string | null;
  readonly capacityFactor: string | null;
  readonly installs: readonly {
    readonly no: string;
    readonly from: number;
    readonly to: number | null;
    readonly digits: number;
    readonly decimals: number;
    readonly first: RegisterTexts;
  }[];
  readonly ratios: readonly { readonly from: number; readonly value: string; readonly gas: GasState | null }[];
  readonly breaks: readonly RawBreak[];
  /** By the clock of the database. */
  readonly today: string;
  readonly rules: readonly (DayRule & { readonly tolerance: number })[];
}

interface RawBreak {
  readonly id: string;
  readonly kind: Break['kind'];
  readonly removedAt: number;
  readonly installedAt: number;
  readonly registers: BreakRegisters;
  readonly method: GapMethod | null;
  readonly reason: string;
  readonly ratio: string | null;
  readonly digits: number | null;
  readonly decimals: number | null;
  readonly confirmed: boolean;
}

/** What an exchange is for one register; null where it left that register alone. */
const breakOf = (raw: RawBreak, register: Register): Break | null => {
  const values = raw.registers[register];
  if (values === undefined) return null;
  return {
    id: raw.id,
    kind: raw.kind,
    removedAt: raw.removedAt,
    installedAt: raw.installedAt,
    oldFinal: values.old,
    newInitial: values.new,
    gap:
      values.gap === undefined || raw.method === null
        ? null
        : { usage: values.gap, method: raw.method, reason: raw.reason },
    ...(raw.ratio === null ? {} : { multiplier: raw.ratio }),
    ...(raw.digits === null ? {} : { digits: raw.digits }),
    ...(raw.decimals === null ? {} : { decimals: raw.decimals }),
    confirmed: raw.confirmed,
  };
};

/** The capacity is told in the meter's unit, so it says nothing of a register with a unit of its own. */
const capacityOf = (raw: Raw, register: Register): Pick<MeterLine, 'capacity'> =>
  raw.maxRate === null || 'unit' in REGISTERS[register]
    ? {}
    : { capacity: { rated: raw.maxRate, factor: raw.capacityFactor ?? String(DEFAULT_DEVIATION.capacityFactor) } };

export const NO_DIAL: Dial = { digits: 12, decimals: 6 };

const thingOf = (raw: Raw): MeterThing => {
  const { maxRate: _rate, capacityFactor: _factor, today, ratios, breaks, rules, installs: hung, ...about } = raw;
  const installs = hung.map(({ no, from, to, digits, decimals, first }) => ({
    factoryNo: no,
    installedAt: from,
    removedAt: to,
    dial: { digits, decimals },
    first,
  }));
  const dial = installs.at(-1)?.dial ?? NO_DIAL;
  // The walk along the curve begins with the dial that hung there first; exchanges say what came after.
  const began = installs[0]?.dial ?? NO_DIAL;
  return {
    ...about,
    installs,
    dial,
    multipliers: ratios,
    calendar: { zone: CHINA, rules },
    tolerance: versionOn(today, rules)?.tolerance ?? 60,
    line: (register) => ({
      unit: raw.unit,
      ...began,
      multipliers: ratios,
      breaks: breaks.flatMap((one) => breakOf(one, register) ?? []),
      ...capacityOf(raw, register),
    }),
  };
};

const millis = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::bigint`);

/** Meters by id, in one query; ids that are none are left out. */
export const meterLines = async (db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, MeterThing>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Raw>`
    select m.device_id::text as id, m.project_code as project, coalesce(d.display_name, d.name) as name, m.meter_type as type,
      m.category_id::text as "categoryId", c.code as category, m.unit, m.registers, m.is_settle as settles, m.frequency,
      m.used_from as "usedFrom", m.used_to as "usedTo", trim_scale(m.max_rate)::text as "maxRate",
      (select trim_scale(s.capacity_factor)::text from deviation_setting s where s.capacity_factor is not null and (s.level = 'company'
        or s.project_code = m.project_code and (s.level = 'project' or s.level = 'category' and s.category_id = m.category_id or s.meter_id = m.device_id))
        order by array_position(array['meter', 'category', 'project', 'company'], s.level) limit 1) as "capacityFactor",
      coalesce((select jsonb_agg(jsonb_build_object('no', i.factory_no, 'from', ${millis('i.installed_at')}, 'to', ${millis('i.removed_at')},
        'digits', i.digits, 'decimals', i.decimals, 'first', i.first_readings) order by i.installed_at)
        from meter_install i where i.meter_id = m.device_id), '[]') as installs,
      coalesce((select jsonb_agg(jsonb_build_object('from', ${millis('r.valid_from')}, 'value', trim_scale(r.value)::text,
        'gas', r.gas_state) order by r.valid_from)
        from meter_ratio r where r.meter_id = m.device_id and r.state = '已生效'), '[]') as ratios,
      coalesce((select jsonb_agg(jsonb_build_object('id', b.id::text, 'kind', b.kind, 'removedAt', ${millis('b.removed_at')},
        'installedAt', ${millis('b.installed_at')}, 'registers', b.registers, 'method', b.gap_method, 'reason', b.gap_reason,
        'ratio', trim_scale(b.new_ratio)::text, 'digits', b.new_digits, 'decimals', b.new_decimals, 'confirmed', b.state = '已生效')
        order by b.removed_at, b.id) from meter_break b where b.meter_id = m.device_id and b.state in ('待核对', '已生效')), '[]') as breaks,
      coalesce((select jsonb_agg(jsonb_build_object('from', o.valid_from, 'cut', o.day_cut, 'attribution', o.attribution,
        'tolerance', o.tolerance_minutes) order by o.valid_from) from operational_of o where o.project_code = m.project_code), '[]') as rules,
      (app_now() at time zone ${CHINA})::date::text as today
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
    where m.device_id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((raw) => [raw.id, thingOf(raw)]));
};

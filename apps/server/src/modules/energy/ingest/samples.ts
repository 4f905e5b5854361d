/** What is known of a meter's samples, packed or not: the port for whoever works days out, and for pages that show how fresh values are. */
import { dayOfInstant, dayText } from '@hengneng/core';
import { MINUTE, type Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { merged, type PackedRow, type Reading, unpacked } from './packed.ts';
import { REGISTER_NUMBERS } from './register-numbers.ts';

/** The end of 9999: what lies behind it no database can compare with. */
const LAST_MS = 253_402_271_999_000;
const clamp = (ms: number): number => Math.min(Math.max(ms, 0), LAST_MS);

const hotSamples = async (db: Db | Tx, meterId: string, register: number, from: number, to: number) => {
  const of = sql`select at, value from reading_hot where meter_id = ${meterId}::bigint and register = ${register}`;
  const [first, last] = [sql`to_timestamp(${from}::float8 / 1000)`, sql`to_timestamp(${to}::float8 / 1000)`];
  const { rows } = await sql<Reading>`
    select (extract(epoch from at) * 1000)::float8 as at, trim_scale(value)::text as value from (
      (${of} and at < ${first} order by at desc limit 1)
      union all (${of} and at between ${first} and ${last})
      union all (${of} and at > ${last} order by at limit 1)) s`.execute(db);
  return rows;
};

/** All of the days that the span touches, and of the nearest day on either side. */
const packedSamples = async (db: Db | Tx, meterId: string, register: number, from: number, to: number) => {
  const [first, last] = [dayText(dayOfInstant(from)), dayText(dayOfInstant(to))];
  const of = sql`select decimals, packed from reading_day where meter_id = ${meterId}::bigint and register = ${register}`;
  const { rows } = await sql<PackedRow>`
    (${of} and day < ${first}::date order by day desc limit 1) union all (${of} and day between ${first}::date and ${last}::date)
    union all (${of} and day > ${last}::date order by day limit 1)`.execute(db);
  return rows.flatMap((row) => unpacked(row));
};

/**
 * Samples of a register by time, each instant once, packed or not, with the last one before the span and the first one after it where there
 * are any: a day is opened and closed by its neighbours.
 * @param from milliseconds, and `to` too; both included
 */
export async function samplesOf(
  db: Db | Tx,
  meterId: string,
  register: Register,
  from: number,
  to: number,
): Promise<readonly Reading[]> {
  const [first, last] = [clamp(from), clamp(to)];
  const number = REGISTER_NUMBERS[register];
  // In this order: a day that is packed in between is seen twice rather than not at all.
  const hot = await hotSamples(db, meterId, number, first, last);
  const old = await packedSamples(db, meterId, number, first, last);
  const { readings } = merged([...old].sort(byTime), hot);
  const begin = Math.max(
    0,
    readings.findLastIndex(({ at }) => at < first),
  );
  const behind = readings.findIndex(({ at }) => at > last);
  return readings.slice(begin, behind === -1 ? readings.length : behind + 1);
}

const byTime = (a: Reading, b: Reading): number => a.at - b.at;

export type Freshness = '在线' | '延迟' | '离线';
/** A value of more than five minutes ago is late, of more than thirty it is no value of now (catalogue, shared.live). */
export const freshnessOf = (lastAt: number | null, now: number): Freshness => {
  if (lastAt === null || now - lastAt > 30 * MINUTE) return '离线';
  return now - lastAt > 5 * MINUTE ? '延迟' : '在线';
};

export interface MeterFreshness {
  readonly meterId: string;
  /** Instant of its latest sample, in milliseconds; the end of its latest day where that is packed. Null where there is none. */
  readonly lastAt: number | null;
  readonly state: Freshness;
}

/** How fresh the samples of meters are. By the instants at which they were read, not at which they came. */
export async function freshness(
  db: Db | Tx,
  meterIds: readonly string[],
  now: Date,
): Promise<readonly MeterFreshness[]> {
  const { rows } = await sql<{ id: string; at: number | null }>`
    select m.id::text as id, coalesce(
      (select (extract(epoch from h.at) * 1000)::float8 from reading_hot h where h.meter_id = m.id order by h.at desc limit 1),
      (select extract(epoch from (r.day + 1)::timestamp at time zone 'Asia/Shanghai')::float8 * 1000
        from reading_day r where r.meter_id = m.id order by r.day desc limit 1)) as at
    from unnest(${[...meterIds]}::bigint[]) as m(id)`.execute(db);
  return rows.map(({ id, at }) => ({ meterId: id, lastAt: at, state: freshnessOf(at, now.getTime()) }));
}

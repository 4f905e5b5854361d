/** What is known of a meter's samples, packed or not: the port for whoever works days out, and for pages that show how fresh values are. */
import { dayOfInstant, dayText } from '@hengneng/core';
import { MINUTE, type Register } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { arrayOf } from '../columns.ts';
import { merged, type PackedRow, type Reading, unpacked } from './packed.ts';
import { REGISTER_NUMBERS } from './register-numbers.ts';

/** The end of 9999: what lies behind it no database can compare with. */
const LAST_MS = 253_402_271_999_000;
const clamp = (ms: number): number => Math.min(Math.max(ms, 0), LAST_MS);

/** Samples of a register that are asked for: milliseconds, both included. */
export interface SampleWindow {
  readonly meterId: string;
  readonly register: Register;
  readonly from: number;
  readonly to: number;
}

type Asked = Omit<SampleWindow, 'register'> & { readonly register: number };

/** Each window with its number, from 0. */
const sent = (
  asked: readonly Asked[],
  extra: { readonly firsts: RawBuilder<unknown>; readonly lasts: RawBuilder<unknown> },
) => sql`
  unnest(${arrayOf(asked.map(({ meterId }) => meterId))}::bigint[], ${arrayOf(asked.map(({ register }) => register))}::smallint[],
    ${extra.firsts}, ${extra.lasts}) with ordinality as w(meter_id, register, first, last, n)`;

/** A window's readings as two texts: a row for each reading takes the database and the driver several times as long. */
const hotSamples = async (db: Db | Tx, asked: readonly Asked[]): Promise<ReadonlyMap<number, readonly Reading[]>> => {
  const of = sql`select h.at, h.value from reading_hot h where h.meter_id = w.meter_id and h.register = w.register`;
  const [first, last] = [sql`to_timestamp(w.first / 1000)`, sql`to_timestamp(w.last / 1000)`];
  const windows = sent(asked, {
    firsts: sql`${arrayOf(asked.map(({ from }) => from))}::float8[]`,
    lasts: sql`${arrayOf(asked.map(({ to }) => to))}::float8[]`,
  });
  const { rows } = await sql<{ n: number; times: string; values: string }>`
    select w.n::int - 1 as n, string_agg((extract(epoch from s.at) * 1000)::bigint::text, ',' order by s.at) as times,
      string_agg(trim_scale(s.value)::text, ',' order by s.at) as values
    from ${windows}, lateral (
      (${of} and h.at < ${first} order by h.at desc limit 1)
      union all (${of} and h.at between ${first} and ${last})
      union all (${of} and h.at > ${last} order by h.at limit 1)) s group by w.n`.execute(db);
  return new Map(
    rows.map(({ n, times, values }) => {
      const shown = values.split(',');
      return [n, times.split(',').map((at, index) => ({ at: Number(at), value: shown[index] ?? '' }))];
    }),
  );
};

/** All of the days that a window touches, and of the nearest day on either side. */
const packedSamples = async (
  db: Db | Tx,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, readonly Reading[]>> => {
  const dayOf = (at: number): string => dayText(dayOfInstant(at));
  const windows = sent(asked, {
    firsts: sql`${arrayOf(asked.map(({ from }) => dayOf(from)))}::date[]`,
    lasts: sql`${arrayOf(asked.map(({ to }) => dayOf(to)))}::date[]`,
  });
  const of = sql`select r.day, r.decimals, r.packed from reading_day r where r.meter_id = w.meter_id and r.register = w.register`;
  const { rows } = await sql<PackedRow & { n: number }>`
    select w.n::int - 1 as n, d.decimals, d.packed from ${windows}, lateral (
      (${of} and r.day < w.first order by r.day desc limit 1) union all (${of} and r.day between w.first and w.last)
      union all (${of} and r.day > w.last order by r.day limit 1)) d order by w.n, d.day`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ n }) => n)].map(([n, days]) => [n, days.flatMap((row) => unpacked(row)).sort(byTime)]),
  );
};

const isAscending = (readings: readonly Reading[]): boolean => {
  let last = Number.NEGATIVE_INFINITY;
  for (const { at } of readings) {
    if (at <= last) return false;
    last = at;
  }
  return true;
};

/** Days that are packed and those that are not: one after the other, but for a day that was packed in between, or late readings. */
const joined = (before: readonly Reading[], open: readonly Reading[]): readonly Reading[] => {
  if (before.length === 0) return open;
  const after = (open[0]?.at ?? Infinity) > (before.at(-1)?.at ?? -Infinity);
  if (!after || !isAscending(before)) return merged(before, open).readings;
  return open.length === 0 ? before : before.concat(open);
};

/** From the last reading before the window to the first one after it. */
function within(readings: readonly Reading[], { from, to }: Asked): readonly Reading[] {
  const begin = Math.max(
    0,
    readings.findLastIndex(({ at }) => at < from),
  );
  const behind = readings.findIndex(({ at }) => at > to);
  return readings.slice(begin, behind === -1 ? readings.length : behind + 1);
}

/**
 * Samples of registers by time, each instant once, packed or not, with the last one before each window and the first one after it where there
 * are any: a day is opened and closed by its neighbours.
 * @returns those of each window, in the order of the windows
 */
export async function samplesOfAll(
  db: Db | Tx,
  windows: readonly SampleWindow[],
): Promise<readonly (readonly Reading[])[]> {
  if (windows.length === 0) return [];
  const asked = windows.map(({ meterId, register, from, to }) => ({
    meterId,
    register: REGISTER_NUMBERS[register],
    from: clamp(from),
    to: clamp(to),
  }));
  // In this order: a day that is packed in between is seen twice rather than not at all.
  const hot = await hotSamples(db, asked);
  const old = await packedSamples(db, asked);
  return asked.map((one, n) => {
    const [open = [], before = []] = [hot.get(n), old.get(n)];
    return within(joined(before, open), one);
  });
}

/** Those of one register. @param from milliseconds, and `to` too; both included */
export const samplesOf = async (
  db: Db | Tx,
  meterId: string,
  register: Register,
  from: number,
  to: number,
): Promise<readonly Reading[]> => (await samplesOfAll(db, [{ meterId, register, from, to }]))[0] ?? [];

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

/** Samples of days that are still open: set-based into the partition of their day. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { arrayOf } from '../columns.ts';
import type { Taken } from './check.ts';

/**
 * What is the same for all of them travels once: most of what comes at a time is one register's, read at one instant, and a column of equal
 * values is parsed as often as it is long.
 */
function columnOf(
  samples: readonly Taken[],
  of: 'register' | 'at',
): { readonly same: number } | { readonly each: string } {
  const first = samples[0]?.[of] ?? 0;
  return samples.every((sample) => sample[of] === first)
    ? { same: first }
    : { each: arrayOf(samples.map((one) => one[of])) };
}

/** Rows of `reading_hot`. */
function rowsOf(samples: readonly Taken[]): RawBuilder<unknown> {
  const [register, at] = [columnOf(samples, 'register'), columnOf(samples, 'at')];
  const columns = [
    sql`${arrayOf(samples.map(({ meterId }) => meterId))}::bigint[]`,
    sql`${arrayOf(samples.map(({ value }) => value))}::numeric[]`,
    ...('each' in register ? [sql`${register.each}::smallint[]`] : []),
    ...('each' in at ? [sql`${at.each}::float8[]`] : []),
  ];
  const names = ['meter_id', 'value', ...('each' in register ? ['register'] : []), ...('each' in at ? ['ms'] : [])];
  const registers = 'each' in register ? sql`s.register` : sql`${register.same}::smallint`;
  const instants = 'each' in at ? sql`to_timestamp(s.ms / 1000)` : sql`to_timestamp(${at.same}::float8 / 1000)`;
  return sql`select s.meter_id, ${registers}, ${instants}, s.value from unnest(${sql.join(columns)}) as s(${sql.raw(names.join(', '))})`;
}

const sent = (samples: readonly Taken[]) => sql`
  unnest(${arrayOf(samples.map(({ meterId }) => meterId))}::bigint[], ${arrayOf(samples.map(({ register }) => register))}::smallint[],
    ${arrayOf(samples.map(({ at }) => at))}::float8[], ${arrayOf(samples.map(({ value }) => value))}::numeric[], ${arrayOf(
      samples.map(({ index }) => index),
    )}::int[])
    as s(meter_id, register, ms, value, index)`;

const least = (samples: readonly Taken[]): number => samples.reduce((min, { at }) => Math.min(min, at), Infinity);
const latest = (samples: readonly Taken[]): number => samples.reduce((max, { at }) => Math.max(max, at), 0);

/**
 * Adds samples whose partitions are there.
 * @returns how many were new, and the indexes of those whose instant has another value already
 */
export async function addHot(
  tx: Tx,
  samples: readonly Taken[],
): Promise<{ readonly added: number; readonly conflicts: readonly number[] }> {
  if (samples.length === 0) return { added: 0, conflicts: [] };
  const { numAffectedRows } = await sql`insert into reading_hot (meter_id, register, at, value)
    ${rowsOf(samples)} on conflict do nothing`.execute(tx);
  const added = Number(numAffectedRows ?? 0);
  if (added === samples.length) return { added, conflicts: [] };
  const { rows: other } = await sql<{ index: number }>`
    select s.index from ${sent(samples)} join reading_hot h
      on h.meter_id = s.meter_id and h.register = s.register and h.at = to_timestamp(s.ms / 1000)
      and h.at between to_timestamp(${least(samples)}::float8 / 1000)
        and to_timestamp(${latest(samples)}::float8 / 1000)
    where h.value <> s.value`.execute(tx);
  return { added, conflicts: other.map(({ index }) => index) };
}

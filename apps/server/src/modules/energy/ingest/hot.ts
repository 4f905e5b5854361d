/** Samples of days that are still open: set-based into the partition of their day. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { arrayOf } from '../columns.ts';
import type { Taken } from './check.ts';

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
    select meter_id, register, to_timestamp(ms / 1000), value from ${sent(samples)} on conflict do nothing`.execute(tx);
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

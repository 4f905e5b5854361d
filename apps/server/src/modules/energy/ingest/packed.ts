/** Finished days: each register of a meter in one row (`packages/energy/src/packing`). */
import { dayText } from '@hengneng/core';
import { decimalsOf, inUnits, packReadings, unitsText, unpackReadings } from '@hengneng/energy/packing';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';

/** A reading of one register; `at` in milliseconds, the value a plain decimal. */
export interface Reading {
  readonly at: number;
  readonly value: string;
}

/** What belongs into one row. */
export interface RegisterDay {
  readonly meterId: string;
  readonly register: number;
  /** Days since 1970. */
  readonly day: number;
  readonly readings: readonly Reading[];
}

export interface PackedRow {
  readonly decimals: number;
  readonly packed: Uint8Array;
}

/** @throws RangeError for a row that is damaged */
export const unpacked = ({ decimals, packed: bytes }: PackedRow): readonly Reading[] =>
  unpackReadings(bytes).map(({ at, value }) => ({ at, value: unitsText(value, decimals) }));

export function packed(readings: readonly Reading[]): PackedRow {
  const decimals = readings.reduce((most, { value }) => Math.max(most, decimalsOf(value)), 0);
  return { decimals, packed: packReadings(readings.map(({ at, value }) => ({ at, value: inUnits(value, decimals) }))) };
}

const same = (a: string, b: string): boolean => a === b || inUnits(a, 6) === inUnits(b, 6);

/** Both by time, each instant once: what was there first stays. */
export function merged(
  before: readonly Reading[],
  more: readonly Reading[],
): { readonly readings: readonly Reading[]; readonly added: number; readonly conflicts: readonly Reading[] } {
  const byTime = new Map(before.map((reading) => [reading.at, reading]));
  const conflicts: Reading[] = [];
  for (const reading of more) {
    const there = byTime.get(reading.at);
    if (there === undefined) byTime.set(reading.at, reading);
    else if (!same(there.value, reading.value)) conflicts.push(reading);
  }
  return {
    readings: [...byTime.values()].sort((a, b) => a.at - b.at),
    added: byTime.size - before.length,
    conflicts,
  };
}

const keyOf = (meterId: string, register: number, day: number): string => `${meterId}.${register}.${day}`;

async function rowsOf(tx: Tx, days: readonly RegisterDay[]): Promise<ReadonlyMap<string, PackedRow>> {
  const { rows } = await sql<{
    meter_id: string;
    register: number;
    day: number;
    decimals: number;
    packed: Uint8Array;
  }>`
    select r.meter_id::text, r.register, r.day - '1970-01-01'::date as day, r.decimals, r.packed from reading_day r
      join unnest(${days.map(({ meterId }) => meterId)}::bigint[], ${days.map(({ register }) => register)}::smallint[],
        ${days.map(({ day }) => dayText(day))}::date[]) as s(meter_id, register, day)
      on s.meter_id = r.meter_id and s.register = r.register and s.day = r.day for update of r`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row.meter_id, row.register, row.day), row]));
}

/** Opens rows that are there, adds, and packs again. Whoever calls holds the lock of the days (`days.ts`). */
export async function addPacked(
  tx: Tx,
  days: readonly RegisterDay[],
): Promise<{ readonly added: number; readonly conflicts: readonly (Reading & { readonly of: RegisterDay })[] }> {
  if (days.length === 0) return { added: 0, conflicts: [] };
  const before = await rowsOf(tx, days);
  const merges = days.map((of) => {
    const row = before.get(keyOf(of.meterId, of.register, of.day));
    return { of, ...merged(row === undefined ? [] : unpacked(row), of.readings) };
  });
  const changed = merges.filter(({ added }) => added > 0).map((one) => ({ ...one, row: packed(one.readings) }));
  if (changed.length > 0)
    await sql`insert into reading_day (meter_id, register, day, samples, decimals, packed)
      select * from unnest(${changed.map(({ of }) => of.meterId)}::bigint[], ${changed.map(({ of }) => of.register)}::smallint[],
        ${changed.map(({ of }) => dayText(of.day))}::date[], ${changed.map(({ readings }) => readings.length)}::int[],
        ${changed.map(({ row }) => row.decimals)}::smallint[], ${changed.map(({ row }) => Buffer.from(row.packed))}::bytea[])
      on conflict (meter_id, day, register) do update
        set samples = excluded.samples, decimals = excluded.decimals, packed = excluded.packed`.execute(tx);
  return {
    added: merges.reduce((sum, one) => sum + one.added, 0),
    conflicts: merges.flatMap(({ of, conflicts }) => conflicts.map((reading) => ({ ...reading, of }))),
  };
}

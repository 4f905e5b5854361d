/**
 * Batches of a burst: kept as they came, a row each, and filed within the minute. What a sample costs is its place under its meter and instant;
 * hundreds of gateways that report in the same second are answered without waiting for it.
 */
import { dayOfInstant, today } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { togetherOrAlone } from '../together-or-alone.ts';
import type { Taken } from './check.ts';
import { correctCounts, type Gateway } from './gateways.ts';
import { askAnew, partsOf, storeChecked } from './ingest.ts';

/** Batches that are filed in one transaction: as much as one of a collector in front of many gateways. */
const TOGETHER = 100;

/** Most of a batch is one register's, read at one instant: said once. */
const column = (values: readonly (string | number)[]): string =>
  values.every((value) => value === values[0]) ? String(values[0]) : values.join(' ');

const written = (taken: readonly Taken[]): string =>
  [
    taken.map(({ meterId }) => meterId).join(' '),
    column(taken.map(({ register }) => register)),
    column(taken.map(({ at }) => at)),
    taken.map(({ value }) => value).join(' '),
  ].join('|');

/** @param from the index of its first sample among those that are filed together */
function read(text: string, from: number): readonly Taken[] {
  const [meters = [], registers = [], instants = [], values = []] = text.split('|').map((part) => part.split(' '));
  return meters.map((meterId, n) => {
    const at = Number(instants[n] ?? instants[0]);
    const register = Number(registers[n] ?? registers[0]);
    const value = values[n] ?? '';
    return { index: from + n, meterId, meter: Number(meterId), register, at, day: dayOfInstant(at), value };
  });
}

export interface Arrival {
  readonly gateway: Gateway;
  readonly taken: readonly Taken[];
}

/** Keeps batches until they are filed. */
export async function keepArrivals(tx: Tx, arrived: readonly Arrival[], now: Date): Promise<void> {
  const rows = arrived.filter(({ taken }) => taken.length > 0);
  if (rows.length === 0) return;
  await sql`insert into reading_arrival (gateway_id, project_code, day, samples)
    select a.gateway, a.project, ${today(now)}::date, a.samples
    from unnest(${rows.map(({ gateway }) => gateway.id)}::bigint[], ${rows.map(({ gateway }) => gateway.project)}::text[],
      ${rows.map(({ taken }) => written(taken))}::text[]) as a(gateway, project, samples)`.execute(tx);
}

interface Row {
  readonly gateway: string;
  readonly day: string;
  readonly samples: string;
}

const fileSome = (db: Db, ids: readonly string[], now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`delete from reading_arrival where id = any(${[...ids]}::bigint[])
      returning gateway_id::text as gateway, day::text, samples`.execute(tx);
    const batches: (readonly Taken[])[] = [];
    for (const { samples } of rows)
      batches.push(
        read(
          samples,
          batches.reduce((sum, { length }) => sum + length, 0),
        ),
      );
    const stored = await storeChecked(tx, batches.flat(), now);
    const parts = partsOf(
      stored,
      batches.map(({ length }) => length),
    );
    await correctCounts(
      tx,
      rows.flatMap(({ gateway, day }, n) => (parts[n] === undefined ? [] : [{ gateway, day, ...parts[n] }])),
    );
    await askAnew(tx, stored.anew);
  });

const nextOf = async (db: Db, after: string): Promise<readonly string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select id::text from reading_arrival where id > ${after}::bigint order by id limit ${TOGETHER}`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Files what has arrived; several processes share it. Batches of which some samples were there are filed each by itself, to know of which.
 * @throws what was wrong with the first that cannot be filed, when all others are
 */
export async function fileArrivals(db: Db, now: Date): Promise<void> {
  const failed: unknown[] = [];
  for (let ids = await nextOf(db, '0'); ids.length > 0; ids = await nextOf(db, ids.at(-1) ?? ''))
    await togetherOrAlone(ids, (some) => fileSome(db, some, now), failed);
  if (failed.length > 0) throw failed[0];
}

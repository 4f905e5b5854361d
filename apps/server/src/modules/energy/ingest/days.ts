/**
 * Which days are open (rows, a partition each) and which are packed. Whoever adds holds its days shared, whoever packs one holds it alone; that is
 * why a sample is never put into a partition that is about to go.
 */
import { dayText } from '@hengneng/core';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { inOrder } from '../../../platform/db/together.ts';

const ADDING = 4301;
const PACKED = 4302;

/** Name of a day's partition (migration 0430). */
export const partitionOf = (day: number): string => `reading_hot_${dayText(day).replaceAll('-', '')}`;

/** Opens a day's partition; does nothing where it is there. */
export const openDay = async (tx: Tx, day: number): Promise<void> =>
  void (await sql`select reading_hot_open(${dayText(day)}::date)`.execute(tx));

const hold = (tx: Tx, kind: number, days: readonly number[], how: 'shared' | 'alone'): Promise<unknown> => {
  const lock = sql.raw(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  // In order, so that two that hold several never wait for each other.
  return inOrder(days.toSorted((a, b) => a - b).map((day) => sql`select ${lock}(${kind}, ${day})`.execute(tx)));
};

/**
 * Holds the days of samples until the transaction ends, and opens those that have just begun.
 * @returns those that take rows; the others are packed
 */
export async function holdDays(tx: Tx, days: readonly number[], today: number): Promise<ReadonlySet<number>> {
  const [, known] = await inOrder([hold(tx, ADDING, days, 'shared'), openDays(tx)]);
  const open = new Set(days.filter((day) => known.includes(day)));
  for (const day of days)
    if (day >= today && !open.has(day)) {
      await openDay(tx, day);
      open.add(day);
    }
  // Two that open the same packed row for the first time would each write what only the other lacks.
  await hold(
    tx,
    PACKED,
    days.filter((day) => !open.has(day)),
    'alone',
  );
  return open;
}

/** Holds a day against everybody who adds to it. */
export async function holdAlone(tx: Tx, day: number): Promise<void> {
  await hold(tx, ADDING, [day], 'alone');
  await hold(tx, PACKED, [day], 'alone');
}

/** Days that have a partition, oldest first. Read as rows, not by name: names are looked up in what the connection remembers. */
export async function openDays(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ day: number }>`
    select to_date(right(c.relname, 8), 'YYYYMMDD') - '1970-01-01'::date as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'reading_hot'::regclass and c.relname ~ '^reading_hot_[0-9]{8}$' order by 1`.execute(tx);
  return rows.map(({ day }) => day);
}

/** Days of rows that lie in no day's partition: those of a backup that was read back. */
export async function strayDays(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ day: number }>`
    select distinct (at at time zone 'Asia/Shanghai')::date - '1970-01-01'::date as day from reading_hot_rest`.execute(
    tx,
  );
  return rows.map(({ day }) => day);
}

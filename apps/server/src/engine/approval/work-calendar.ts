/** Which days are worked: by the weekday, and by what the calendar says otherwise. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { type IsWorkday, weekday } from './working-time.ts';

/** A change of the calendar is seen by every process after so long; it is asked for with every list. */
const FRESH_MS = 10_000;
let known: { readonly at: number; readonly isWorkday: IsWorkday } | null = null;

export const workdays = async (db: Db | Tx): Promise<IsWorkday> => {
  if (known !== null && Date.now() - known.at < FRESH_MS) return known.isWorkday;
  const { rows } = await sql<{ day: number; off: boolean }>`
    select day - date '1970-01-01' as day, off from work_calendar`.execute(db);
  const exceptions = new Map(rows.map((row) => [row.day, !row.off]));
  const isWorkday: IsWorkday = (day) => exceptions.get(day) ?? weekday(day);
  known = { at: Date.now(), isWorkday };
  return isWorkday;
};

/** Whoever has changed the calendar sees it at once. */
export const forgetWorkdays = (): void => {
  known = null;
};

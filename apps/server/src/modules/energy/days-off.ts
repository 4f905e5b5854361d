/** Which days nobody works: weekends, unless the calendar of working days says otherwise. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';

export const daysOff = async (db: Db | Tx): Promise<(day: string) => boolean> => {
  const { rows } = await sql<{ day: string; off: boolean }>`select day::text, off from work_calendar`.execute(db);
  const known = new Map(rows.map((row) => [row.day, row.off]));
  return (day) => known.get(day) ?? [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
};

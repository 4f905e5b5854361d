/** 供能季: a day of one season says nothing of a day of another, however alike their temperatures. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';

export type Season = 'cooling' | 'heating' | 'off';

/** `MM-DD`, both included. */
export interface Seasons {
  readonly coolingFrom: string;
  readonly coolingTo: string;
  readonly heatingFrom: string;
  readonly heatingTo: string;
}

/** What holds where nobody set anything (migration 0402). */
const USUAL: Seasons = { coolingFrom: '05-15', coolingTo: '10-05', heatingFrom: '12-01', heatingTo: '03-15' };

/** A season may lie over the end of the year. */
const within = (date: string, from: string, to: string): boolean =>
  from <= to ? date >= from && date <= to : date >= from || date <= to;

export function seasonOf(day: string, { coolingFrom, coolingTo, heatingFrom, heatingTo }: Seasons = USUAL): Season {
  const date = day.slice(5);
  if (within(date, coolingFrom, coolingTo)) return 'cooling';
  return within(date, heatingFrom, heatingTo) ? 'heating' : 'off';
}

/** The seasons of a project as they are set on a day. */
export const seasonsOf = async (db: Db, project: string, day: string): Promise<Seasons> => {
  const { rows } =
    await sql<Seasons>`select cooling_from as "coolingFrom", cooling_to as "coolingTo", heating_from as "heatingFrom",
      heating_to as "heatingTo"
    from operational_on(${project}, ${day}::date)`.execute(db);
  return rows[0] ?? USUAL;
};

/** 供能季: a day of one season says nothing of a day of another, however alike their temperatures. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

export type Season = 'cooling' | 'heating' | 'off';

/** `MM-DD`, both included. */
export interface Seasons {
  readonly coolingFrom: string;
  readonly coolingTo: string;
  readonly heatingFrom: string;
  readonly heatingTo: string;
}

/** What holds where nobody set anything (migration 0402). */
export const USUAL_SEASONS: Seasons = {
  coolingFrom: '05-15',
  coolingTo: '10-05',
  heatingFrom: '12-01',
  heatingTo: '03-15',
};

/** A season may lie over the end of the year. */
const within = (date: string, from: string, to: string): boolean =>
  from <= to ? date >= from && date <= to : date >= from || date <= to;

export function seasonOf(
  day: string,
  { coolingFrom, coolingTo, heatingFrom, heatingTo }: Seasons = USUAL_SEASONS,
): Season {
  const date = day.slice(5);
  if (within(date, coolingFrom, coolingTo)) return 'cooling';
  return within(date, heatingFrom, heatingTo) ? 'heating' : 'off';
}

/** The seasons of projects as they are set on a day. */
export const seasonsOf = async (
  db: Db,
  projects: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, Seasons>> => {
  const { rows } = await sql<Seasons & { readonly project: string }>`
    select p.code as project, o.cooling_from as "coolingFrom", o.cooling_to as "coolingTo", o.heating_from as "heatingFrom",
      o.heating_to as "heatingTo"
    from unnest(${[...projects]}::text[]) as p(code) cross join lateral operational_on(p.code, ${day}::date) o`.execute(
    db,
  );
  return new Map(rows.map(({ project, ...seasons }) => [project, seasons]));
};

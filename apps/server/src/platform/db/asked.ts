/**
 * Questions that are answered by one JSON value each, and so may be asked together in one statement: one plan, one snapshot and one answer
 * over the socket. A record, its approval and its files took three statements, of which each costs both processes about as much again as what
 * it finds.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';
import { quickOf } from './shared.ts';

export interface Asked<T> {
  /** SQL of one JSON value: a subquery of one column and at most one row. */
  readonly sql: RawBuilder<unknown>;
  /** What is made of the value; it is null where nothing was found. */
  read(found: unknown): T;
}

type Answers<T extends readonly Asked<unknown>[]> = {
  -readonly [K in keyof T]: T[K] extends Asked<infer A> ? A : never;
};

/** Asks all of it at one moment. */
export const askTogether = async <const T extends readonly Asked<unknown>[]>(db: Db, asked: T): Promise<Answers<T>> => {
  const columns = asked.map((one, at) => sql`${one.sql} as ${sql.id(`a${at}`)}`);
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(quickOf(db));
  return asked.map((one, at) => one.read(rows[0]?.[`a${at}`] ?? null)) as Answers<T>;
};

/** Asks one. */
export const ask = async <T>(db: Db, asked: Asked<T>): Promise<T> => (await askTogether(db, [asked]))[0];

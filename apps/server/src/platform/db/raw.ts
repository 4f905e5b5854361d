/**
 * Statements that are there as text. What the database is asked is put together by Kysely as a rule; where a text comes from a module's definition, or
 * a command is at work for everybody who waits and writing down forty columns takes longer than running them, it is sent as it stands.
 */
import { CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/** Sends a text with its values. @returns its rows, whose columns the caller knows */
export const raw = async <R>(db: Db, text: string, values: readonly unknown[]): Promise<readonly R[]> =>
  (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;

/** The insertion of one row, every column a value of its own. @param from the number of the first value */
export const insertText = (table: string, columns: readonly string[], from = 1): string =>
  `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + from}`).join(', ')})`;

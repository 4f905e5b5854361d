/**
 * Where the time comes from. Code takes it from `Ctx.now`, SQL from `app_now()`; both say the same, so that a record, its approval, its books
 * and its audit row agree about the moment. Sessions, locks and other technical rows stay with the database's own clock.
 */
import { sql } from 'kysely';
import type { Tx } from './db/schema.ts';

export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Makes `app_now()` say this moment until the transaction ends. */
export const tellTime = async (tx: Tx, moment: Date): Promise<void> => {
  await sql`select set_config('app.now', ${moment.toISOString()}, true)`.execute(tx);
};

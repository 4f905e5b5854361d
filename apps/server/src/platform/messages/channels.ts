/** Ways by which messages leave that administrators may stop: a gateway that goes wrong, or costs what it should not. What is due waits. */
import type { StoppableChannel } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';

/** In SQL: whether nothing goes out by it now. */
export const stopped = (channel: StoppableChannel): RawBuilder<boolean> =>
  sql<boolean>`exists (select from channel_stop where channel = ${channel})`;

export const isStopped = async (db: Db | Tx, channel: StoppableChannel): Promise<boolean> =>
  (await sql<{ now: boolean }>`select ${stopped(channel)} as now`.execute(db)).rows[0]?.now === true;

import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';

/** 渠道对账: who puts lines of statements and money together, or takes them apart, is alone at it until the transaction ends. Before rows are held. */
export const lockMatches = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('statement_match', 0))`.execute(tx);

/**
 * The typed picture of the database for Kysely. Each part of the server adds its tables beside its code:
 *   declare module '../../platform/db/schema.ts' { interface Database { app_user: AppUserTable } }
 * Column names are those of PostgreSQL (snake_case). `bigint` and `numeric` arrive as strings, `date` as `YYYY-MM-DD`, `timestamptz` as Date.
 */
import type { Kysely, Transaction } from 'kysely';

// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Database {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** Whether the demo company is being filled in: it takes minutes, and until then pages are empty that will not be. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

/** Advisory locks of whoever fills in the readings and files the records; held until that is done. */
export const FILING_LOCKS = { records: 735_003, readings: 735_004 } as const;

/** In this process or in another one on the same database. */
export const isFiling = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ filing: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objsubid = 1
      and objid = any(${Object.values(FILING_LOCKS)}::oid[])
      and database = (select oid from pg_database where datname = current_database())) as filing`.execute(db);
  return rows[0]?.filing === true;
};

/** A database of its own for a test file, with every table and nobody's data. */
import type pg from 'pg';
import { openDatabase as open } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { blankDatabase } from '../../../testing/databases.ts';

export interface TestDb {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** `max` is the number of its connections. */
export const openDatabase = async (max = 12): Promise<TestDb> => {
  const blank = await blankDatabase();
  const { db, pool, close } = open(blank.url, { max });
  return {
    db,
    pool,
    close: async () => {
      await close();
      await blank.drop();
    },
  };
};

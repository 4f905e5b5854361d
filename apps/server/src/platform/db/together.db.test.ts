/** Statements that travel together: in their order, on one connection, and none of them without the others. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../testing/databases.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { together } from './together.ts';

let empty: Awaited<ReturnType<typeof emptyDatabase>>;
let fresh: OpenDatabase;
beforeAll(async () => {
  empty = await emptyDatabase();
  fresh = openDatabase(empty.url, { max: 2 });
  await sql`create table step (id int generated always as identity, name text not null unique)`.execute(fresh.db);
});
afterAll(async () => {
  await fresh.close();
  await empty.drop();
});

const names = async (): Promise<readonly string[]> =>
  (await sql<{ name: string }>`select name from step order by id`.execute(fresh.db)).rows.map((row) => row.name);

describe('statements started together', () => {
  it('run in the order in which they were started, each seeing those before', async () => {
    const counts = await fresh.db.transaction().execute(async (alone) => {
      const tx = await together(alone);
      const wanted = Array.from({ length: 40 }, (_, n) => `s${n}`);
      return Promise.all(
        wanted.map(async (name) => {
          const added = sql`insert into step (name) values (${name})`.execute(tx);
          const seen = sql<{ n: number }>`select count(*)::int as n from step`.execute(tx);
          await added;
          return (await seen).rows[0]?.n;
        }),
      );
    });
    expect(counts).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    expect(await names()).toHaveLength(40);
  });

  it('fail with the first that fails, and leave nothing', async () => {
    const before = await names();
    const failed = fresh.db.transaction().execute(async (alone) => {
      const tx = await together(alone);
      await Promise.all([
        sql`insert into step (name) values ('new')`.execute(tx),
        sql`insert into step (name) values ('s0')`.execute(tx),
        sql`insert into step (name) values ('never')`.execute(tx),
      ]);
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect(await names()).toEqual(before);
    // The connection goes back to the pool whole.
    expect((await sql<{ one: number }>`select 1 as one`.execute(fresh.db)).rows).toEqual([{ one: 1 }]);
  });
});

/** Plans are kept for what is asked for now, on every connection, and no connection keeps more and more of them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase } from '../../testing/databases.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { together } from './together.ts';

let empty: Awaited<ReturnType<typeof emptyDatabase>>;
let one: OpenDatabase;
beforeAll(async () => {
  empty = await emptyDatabase();
  one = openDatabase(empty.url, { max: 1 });
});
afterAll(async () => {
  await one.close();
  await empty.drop();
});

const ask = (n: number, db = one.db) =>
  sql<{ n: number }>`select ${sql.raw(String(n))}::int + ${0}::int as n`.execute(db).then(({ rows }) => rows[0]?.n);
const kept = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(one.db)).rows[0]?.n ?? -1;

it('keeps the newest names, answers whatever was dropped in between, and survives failures', async () => {
  for (let round = 0; round < 3; round += 1) for (let n = 0; n < 400; n += 1) expect(await ask(n)).toBe(n);
  expect(await kept()).toBe(250);
  // Names make room in the midst of statements that travel together, of which one fails.
  const failed = one.db.transaction().execute(async (alone) => {
    const tx = await together(alone);
    await Promise.all([ask(0, tx), sql`select 1 / ${0}::int`.execute(tx), ask(1, tx), ask(2, tx)]);
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  for (let n = 0; n < 400; n += 1) expect(await ask(n)).toBe(n);
  expect(await kept()).toBeLessThanOrEqual(253);
});

/** Questions that share connections: each gets its own answer, and what befalls one does not befall the others. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../testing/databases.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { quickOf } from './shared.ts';

let empty: Awaited<ReturnType<typeof emptyDatabase>>;
let fresh: OpenDatabase;
beforeAll(async () => {
  empty = await emptyDatabase();
  fresh = openDatabase(empty.url, { max: 8 });
});
afterAll(async () => {
  await fresh.close();
  await empty.drop();
});

interface Answer {
  readonly n: number;
  readonly pid: number;
}

const question = async (n: number): Promise<Answer | undefined> =>
  (await sql<Answer>`select ${n}::int as n, pg_backend_pid() as pid`.execute(quickOf(fresh.db))).rows[0];
const divided = (by: number) => sql`select 1 / ${by}::int as share`.execute(quickOf(fresh.db));

describe('questions that share connections', () => {
  it('get their own answers, over no more than three of them, which are free afterwards', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => question(n)));
    expect(answers.map((one) => one?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    expect(new Set(answers.map((one) => one?.pid)).size).toBeLessThanOrEqual(3);
    expect(fresh.pool.idleCount).toBe(fresh.pool.totalCount);
  });

  it('fail alone', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? divided(0) : question(n))),
    );
    expect(asked.map(({ status }) => status === 'fulfilled')).toEqual(asked.map((_, n) => n % 3 !== 0));
    expect(fresh.pool.idleCount).toBe(fresh.pool.totalCount);
  });

  it('are answered again after their connection broke', async () => {
    const cut = await Promise.allSettled([
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(quickOf(fresh.db)),
      question(1),
      question(2),
    ]);
    expect(cut[0].status).toBe('rejected');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => question(n)));
    expect(answers.map((one) => one?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('leave transactions to themselves', async () => {
    await fresh.db.transaction().execute(async (tx) => {
      await sql`create temporary table mine (n int) on commit drop`.execute(tx);
      expect((await sql`select n from mine`.execute(quickOf(tx))).rows).toEqual([]);
    });
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankDatabase, type TestDatabase } from '../../testing/databases.ts';
import { intentOf, runWrite } from '../http/write.ts';
import { type OpenDatabase, openDatabase } from './database.ts';

let database: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  database = await blankDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const first = openDatabase(database.url);
  // As an installation has it; the tests' server does not wait for its disk.
  await sql`alter database ${sql.id(name)} set synchronous_commit = on`.execute(first.db);
  await first.close();
  open = openDatabase(database.url);
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const one = async (query: ReturnType<typeof sql<{ value: string }>>): Promise<string> =>
  (await query.execute(open.db)).rows[0]?.value ?? '';

describe('a write', () => {
  it('ends without waiting for the disk, and is told only once it is on it', async () => {
    await sql`create table kept (n integer, ended text)`.execute(open.db);
    // Runs when the transaction ends.
    await sql`create function at_end() returns trigger language plpgsql as
      $$ begin update kept set ended = current_setting('synchronous_commit') where n = new.n; return null; end $$`.execute(
      open.db,
    );
    await sql`create constraint trigger at_end after insert on kept deferrable initially deferred for each row execute function at_end()`.execute(
      open.db,
    );
    for (let n = 0; n < 20; n += 1) {
      // With a key it is the claim that puts the wait off, without one the last statement.
      const intent = n % 2 === 0 ? undefined : intentOf('1', crypto.randomUUID(), '/kept', n);
      const written = await runWrite(open.db, intent, async (tx) => {
        await sql`insert into kept values (${n})`.execute(tx);
        const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(tx);
        return rows[0]?.at ?? '';
      });
      expect(await one(sql`select (pg_current_wal_flush_lsn() > ${written}::pg_lsn)::text as value`)).toBe('true');
    }
    expect(await one(sql`select string_agg(distinct ended, ',') as value from kept`)).toBe('off');
  });

  it('counts right however many write at once', async () => {
    await sql`create table counted (n integer)`.execute(open.db);
    await sql`insert into counted values (0)`.execute(open.db);
    const count = () =>
      runWrite(open.db, undefined, async (tx) => {
        const { rows } = await sql<{ n: number }>`update counted set n = n + 1 returning n`.execute(tx);
        return rows[0]?.n;
      });
    const all = await Promise.all(Array.from({ length: 60 }, count));
    expect(all.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    expect(await one(sql`select n::text as value from counted`)).toBe('60');
  });

  it('that fails is taken back whole, and nothing waits for it', async () => {
    await expect(
      runWrite(open.db, undefined, async (tx) => {
        await sql`update counted set n = 0`.execute(tx);
        await sql`select 1 / 0`.execute(tx);
      }),
    ).rejects.toThrow('division by zero');
    expect(await one(sql`select n::text as value from counted`)).toBe('60');
  });
});

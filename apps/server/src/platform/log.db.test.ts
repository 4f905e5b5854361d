/** What a fault leaves in the log: enough to find it, nothing of the row. */
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase } from '../testing/databases.ts';
import { openDatabase, type OpenDatabase } from './db/database.ts';
import { openLog } from './log.ts';

let empty: Awaited<ReturnType<typeof emptyDatabase>>;
let fresh: OpenDatabase;
beforeAll(async () => {
  empty = await emptyDatabase();
  fresh = openDatabase(empty.url, { max: 1 });
});
afterAll(async () => {
  await fresh.close();
  await empty.drop();
});

it('tells of a refused row why it was refused, but not what was in it', async () => {
  const { db } = fresh;
  await sql`create table kept (phone text unique, salary integer check (salary < 10))`.execute(db);
  const lines: string[] = [];
  const log = openLog(
    'info',
    new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(line.toString());
        done();
      },
    }),
  );
  // Longer than what a clock or a process id may happen to hold.
  const refusal = await sql`insert into kept values ('13812345678', 2047114711)`
    .execute(db)
    .catch((error: unknown) => error);
  // The driver holds it: without that this test would prove nothing.
  expect(refusal).toMatchObject({ detail: expect.stringContaining('13812345678') });
  log.error({ err: refusal }, 'fault');
  expect(lines.join()).toContain('kept_salary_check');
  expect(lines.join()).not.toMatch(/13812345678|2047114711/);
});

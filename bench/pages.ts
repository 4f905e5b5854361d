/**
 * `npm run bench:pages`: only what a person waits for in the browser, in a minute or two. With `BENCH_DATA` its data folder stays there, and is
 * filled only the first time: what is to be compared is measured on the same records.
 */
import { mkdirSync } from 'node:fs';
import { Client } from 'pg';
import { browserTables, browserTimings, visitOf } from './browser.ts';
import { Api } from './client.ts';
import { seed } from './seed.ts';
import { databaseOf, startStack, wholeCompany } from './stack.ts';

const PASSWORD = 'Hengneng@2026';
/** More than the pages show: what a page takes does not depend on how many there are. */
const RECORDS = 2_000;

const folder = process.env.BENCH_DATA;
if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o755 });
const stack = await startStack(folder);
try {
  const api = new Api(stack.port);
  const operator = await api.signIn('operator', PASSWORD);
  const db = new Client({ connectionString: databaseOf(stack.dataDir).url });
  await db.connect();
  await wholeCompany(db);
  const filled = await db.query("select from f_construction_notice where serial like 'BENCH-%' limit 1");
  if (filled.rowCount === 0)
    await seed(db, operator.userId, { records: RECORDS, withRows: RECORDS, tasksEach: 1, open: 60 });
  const { rows } = await db.query<{ code: string }>(
    'select project_code as code from user_project where user_id = $1::bigint order by 1 limit 1',
    [operator.userId],
  );
  await db.end();
  const report = await browserTimings(await visitOf(api, operator, PASSWORD, rows[0]?.code ?? ''));
  process.stdout.write(report ? `${browserTables(report)}\n` : '没有找到 Chromium，未测量页面\n');
} finally {
  await (folder === undefined ? stack.stop() : stack.end());
}

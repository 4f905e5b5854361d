/**
 * `npm run bench`: starts the product on a folder of its own, fills it as years of use would, and prints what it can do and how long
 * people wait. Takes a few minutes; nothing outside the folder is touched. `BENCH_RECORDS` makes it smaller, `BENCH_TASKS`
 * gives each record a longer history. `BENCH_FOLDER` keeps the filled folder for the next run, and `BENCH_ONLY=info,submit` measures only
 * those calls and nothing else.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { MODULES } from '@hengneng/core';
import { Client } from 'pg';
import { browserTables, browserTimings, visitOf } from './browser.ts';
import { submissions } from './commands.ts';
import { draft } from './drafts.ts';
import { formTimings } from './forms.ts';
import { Api, get, type Person, post } from './client.ts';
import { load, type LoadResult, type Shot } from './load.ts';
import { memoryOf, processorOf } from './processes.ts';
import { machineLine } from './machine.ts';
import { count, megabytes, ms, table } from './report.ts';
import { seed } from './seed.ts';
import { databaseOf, databaseStarts, startStack, type Stack, wholeCompany } from './stack.ts';

const RECORDS = Number(process.env.BENCH_RECORDS ?? 200_000);
/** Finished tasks of each record: with 50 the to-do list is asked for over ten million. */
const TASKS = Number(process.env.BENCH_TASKS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
/** Keys of the calls to measure; null measures all, and what the pages take as well. */
const ONLY = process.env.BENCH_ONLY ? new Set(process.env.BENCH_ONLY.split(',')) : null;
/** Kept and used again; without it a folder of its own is filled and taken away. */
const FOLDER = process.env.BENCH_FOLDER;
const CONNECTIONS = 16;
const PASSWORD = 'Hengneng@2026';
const API = MODULES.constructionNotice.api;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Measured extends LoadResult {
  readonly connections: number;
  /** Processor milliseconds of a request. */
  readonly server: number;
  readonly database: number;
}

interface Setting {
  readonly stack: Stack;
  readonly database: number;
  readonly manager: Person;
  readonly operator: Person;
  /** Records of the project that have rows. */
  readonly ids: readonly string[];
  readonly project: string;
}

/** A call to measure, by the name that `BENCH_ONLY` knows it by. */
interface Measure {
  readonly key: string;
  readonly name: string;
  /** Makes the requests; what has to be there for them is made first. */
  readonly shots: () => ((n: number) => Shot) | Promise<(n: number) => Shot>;
  readonly connections?: number;
  /** Saves drafts, which must not stay: a list would walk over more of them than a company has of records. */
  readonly drafts?: boolean;
}

async function calls({ stack, database, manager, operator, ids, project }: Setting): Promise<readonly Measured[]> {
  const page = (n: number): Readonly<Record<string, unknown>> => ({ PageIndex: 1 + (n % 5), PageSize: 20 });
  const list = (n: number): Shot => post(manager, `${API}/Index`, page(n));
  const save = (n: number): Shot => post(operator, `${API}/Draft`, draft(n, project));
  const waiting = (): Shot => post(manager, '/bpmapi/NodeRecord/GetWaitList', { PageIndex: 1, PageSize: 20 });
  const measures: readonly Measure[] = [
    { key: 'list', name: '列表 20 行（按权限过滤、含合计）', shots: () => list },
    {
      key: 'info',
      name: '单据详情（含明细）',
      shots: () => (n) => get(manager, `${API}/GetInfo?BusinessId=${ids[n % ids.length] ?? ''}`),
    },
    { key: 'todo', name: '待办列表', shots: () => waiting },
    // What one person waits for; with many at once they wait for each other, too.
    { key: 'todo1', name: '待办列表（单人）', shots: () => waiting, connections: 1 },
    { key: 'draft', name: '暂存草稿（3 行明细）', shots: () => save, drafts: true },
    {
      key: 'mixed',
      name: '列表与暂存混合（9:1）',
      shots: () => (n) => (n % 10 === 0 ? save(n) : list(n)),
      drafts: true,
    },
    {
      key: 'submit',
      name: '提交到下一待办',
      shots: () => submissions(stack.port, operator, manager, SECONDS * 1200),
    },
  ];
  const results: Measured[] = [];
  for (const { key, name, shots, connections = CONNECTIONS, drafts = false } of measures) {
    if (ONLY !== null && !ONLY.has(key)) continue;
    const result = await load({
      name,
      port: stack.port,
      connections,
      seconds: SECONDS,
      shot: await shots(),
      meter: () => processorOf(stack.server.pid ?? 0, database),
    });
    const each = (used: number): number => used / Math.max(result.requests, 1);
    if (drafts) await withoutDrafts(stack.dataDir);
    results.push({ ...result, connections, server: each(result.used.server), database: each(result.used.database) });
  }
  return results;
}

/** What the measured saves have left is taken away again, and its pages with it. */
async function withoutDrafts(dataDir: string): Promise<void> {
  const db = new Client({ connectionString: databaseOf(dataDir).url });
  await db.connect();
  await db.query("delete from f_construction_notice where status = 'draft'");
  await db.query('vacuum (analyze) f_construction_notice');
  await db.end();
}

/** Fills the database, unless an earlier run has filled the folder already; the company is whole afterwards. */
async function fill(db: Client, person: string): Promise<void> {
  const { rows } = await db.query("select from f_construction_notice where serial like 'BENCH-%' limit 1");
  if (rows.length > 0) return wholeCompany(db);
  say(`写入 ${count(RECORDS)} 条单据、${count(RECORDS * TASKS)} 条办结任务……`);
  await seed(db, person, { records: RECORDS, withRows: Math.min(RECORDS, 20_000), tasksEach: TASKS, open: 60 });
  await wholeCompany(db);
  await db.query('vacuum (analyze)');
  await db.query('checkpoint');
}

/** What the calls are made with: people signed in, and records that they see. */
async function setting(stack: Stack): Promise<Setting> {
  const { pid: database, url } = databaseOf(stack.dataDir);
  const api = new Api(stack.port);
  const manager = await api.signIn('projectManager', PASSWORD);
  const operator = await api.signIn('operator', PASSWORD);
  const db = new Client({ connectionString: url });
  await db.connect();
  await fill(db, manager.userId);
  const assigned = await db.query<{ code: string }>(
    'select project_code as code from user_project where user_id = $1::bigint order by 1 limit 1',
    [manager.userId],
  );
  const project = assigned.rows[0]?.code ?? '';
  const visible = await db.query<{ id: string }>(
    "select id::text from f_construction_notice where serial like 'BENCH-%' and project = $1 order by id limit 500",
    [project],
  );
  await db.end();
  return { stack, database, manager, operator, project, ids: visible.rows.map((row) => row.id) };
}

function sayCalls(results: readonly Measured[]): void {
  say('');
  say(
    table(
      ['调用', '连接', '次/秒', 'p50 ms', 'p95 ms', 'p99 ms', '服务 CPU ms/次', '数据库 CPU ms/次', '失败'],
      results.map((row) => [
        row.name,
        count(row.connections),
        count(row.perSecond),
        ms(row.p50),
        ms(row.p95),
        ms(row.p99),
        row.server.toFixed(2),
        row.database.toFixed(2),
        count(row.failed),
      ]),
    ),
  );
  for (const row of results) if (row.problem !== null) say(`  ${row.name}：${row.problem}`);
}

/** Starts the product, twice where the folder is new: the first start is the one that makes the company. */
async function started(): Promise<Stack> {
  if (FOLDER !== undefined && existsSync(FOLDER)) return startStack(FOLDER);
  if (FOLDER !== undefined) mkdirSync(FOLDER, { mode: 0o755, recursive: true });
  const first = await startStack(FOLDER);
  say(`首次启动 ${ms(first.startMs / 1000)} 秒（空目录，含示例公司）`);
  return first.restart();
}

async function main(): Promise<void> {
  say(machineLine());
  if (ONLY === null) {
    const timings = formTimings().map((of) => [of.name, of.ms.toFixed(3)]);
    say(`${table(['表单语言', 'ms'], timings)}\n`);
    const [empty = 0, again = 0] = await databaseStarts();
    say(`内置数据库就绪：空目录 ${ms(empty / 1000)} 秒，再次 ${ms(again / 1000)} 秒`);
  }
  const stack = await started();
  try {
    say(`再次启动 ${ms(stack.startMs / 1000)} 秒`);
    const database = databaseOf(stack.dataDir).pid;
    const idle = memoryOf(stack.server.pid ?? 0, database);
    const all = await setting(stack);
    sayCalls(await calls(all));
    if (ONLY !== null) return;
    const busy = memoryOf(stack.server.pid ?? 0, database);
    say('');
    say(
      table(
        ['内存', '服务', '数据库'],
        [
          ['启动后', megabytes(idle.server), megabytes(idle.database)],
          ['压测后', megabytes(busy.server), megabytes(busy.database)],
        ],
      ),
    );
    const visit = await visitOf(new Api(stack.port), all.operator, PASSWORD, all.project);
    const report = await browserTimings(visit);
    if (report) say(`\n${browserTables(report)}`);
  } finally {
    await (FOLDER === undefined ? stack.stop() : stack.end());
  }
}

await main();

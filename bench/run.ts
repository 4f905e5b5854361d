/**
 * `npm run bench`: starts the product on a folder of its own, fills it as years of use would, and prints what it can do and how long
 * people wait. Takes a few minutes; nothing outside the folder is touched. `BENCH_RECORDS` makes it smaller, `BENCH_TASKS`
 * gives each record a longer history.
 */
import { MODULES, procedureRoute } from '@hengneng/core';
import { Client } from 'pg';
import { browserTimings } from './browser.ts';
import { submissions } from './commands.ts';
import { bigDraft, draft } from './drafts.ts';
import { formTimings } from './forms.ts';
import { Api, get, type Person, post } from './client.ts';
import { load, type LoadResult, type Shot } from './load.ts';
import { memoryOf, processorOf } from './processes.ts';
import { count, kilobytes, megabytes, ms, table } from './report.ts';
import { seed } from './seed.ts';
import { databaseOf, startStack, type Stack, wholeCompany } from './stack.ts';

const RECORDS = Number(process.env.BENCH_RECORDS ?? 200_000);
/** Finished tasks of each record: with 50 the to-do list is asked for over ten million. */
const TASKS = Number(process.env.BENCH_TASKS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = 16;
const PASSWORD = 'Hengneng@2026';
const API = MODULES.constructionNotice.api;
const BIG = MODULES.expenseReimbursement;

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

async function calls({ stack, database, manager, operator, ids, project }: Setting): Promise<readonly Measured[]> {
  const page = (n: number): Readonly<Record<string, unknown>> => ({ PageIndex: 1 + (n % 5), PageSize: 20 });
  const list = (n: number): Shot => post(manager, `${API}/Index`, page(n));
  const save = (n: number): Shot => post(operator, `${API}/Draft`, draft(n, project));
  const waiting = (): Shot => post(manager, '/bpmapi/NodeRecord/GetWaitList', { PageIndex: 1, PageSize: 20 });
  const shots: readonly (readonly [string, (n: number) => Shot, number?])[] = [
    ['列表 20 行（按权限过滤、含合计）', list],
    ['单据详情（含明细）', (n) => get(manager, `${API}/GetInfo?BusinessId=${ids[n % ids.length] ?? ''}`)],
    ['待办列表', waiting],
    // What one person waits for; with many at once they wait for each other, too.
    ['待办列表（单人）', waiting, 1],
    ['暂存草稿（3 行明细）', save],
    ['列表与暂存混合（9:1）', (n) => (n % 10 === 0 ? save(n) : list(n))],
    ['提交到下一待办', await submissions(stack.port, operator, manager, SECONDS * 1200)],
  ];
  const results: Measured[] = [];
  for (const [name, shot, connections = CONNECTIONS] of shots) {
    const result = await load({
      name,
      port: stack.port,
      connections,
      seconds: SECONDS,
      shot,
      meter: () => processorOf(stack.server.pid ?? 0, database),
    });
    const each = (used: number): number => used / Math.max(result.requests, 1);
    results.push({ ...result, connections, server: each(result.used.server), database: each(result.used.database) });
  }
  return results;
}

async function main(): Promise<void> {
  say(
    table(
      ['表单语言', 'ms'],
      formTimings().map((of) => [of.name, of.ms.toFixed(3)]),
    ),
  );
  say('');
  const first = await startStack();
  say(`首次启动 ${ms(first.startMs / 1000)} 秒（空目录，含示例公司）`);
  const stack = await first.restart();
  try {
    say(`再次启动 ${ms(stack.startMs / 1000)} 秒`);
    const { pid: database, url } = databaseOf(stack.dataDir);
    const idle = memoryOf(stack.server.pid ?? 0, database);
    const api = new Api(stack.port);
    const manager = await api.signIn('projectManager', PASSWORD);
    const operator = await api.signIn('operator', PASSWORD);
    const db = new Client({ connectionString: url });
    await db.connect();
    say(`写入 ${count(RECORDS)} 条单据、${count(RECORDS * TASKS)} 条办结任务……`);
    await seed(db, manager.userId, {
      records: RECORDS,
      withRows: Math.min(RECORDS, 20_000),
      tasksEach: TASKS,
      open: 60,
    });
    await wholeCompany(db);
    await db.query('vacuum (analyze)');
    await db.query('checkpoint');
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
    const results = await calls({
      stack,
      database,
      manager,
      operator,
      project,
      ids: visible.rows.map((row) => row.id),
    });
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
    const saved = await api.call('POST', `${BIG.api}/Draft`, bigDraft(project), operator);
    const report = await browserTimings({
      baseURL: `http://127.0.0.1:${stack.port}`,
      account: 'operator',
      password: PASSWORD,
      list: `${MODULES.constructionNotice.home}/constructionNotice/constructionNoticeList`,
      form: procedureRoute(BIG.procedureId, String(saved['BusinessId'])) ?? '',
      lastText: '末行销方',
      typeInto: '超标准或无票说明',
    });
    if (report) {
      say('');
      say(
        table(
          ['传输（压缩后）', '大小', '目标'],
          report.weights.map((of) => [of.name, kilobytes(of.bytes), `≤ ${kilobytes(of.goal)}`]),
        ),
      );
      say('');
      say(
        table(
          ['页面（中位数）', 'ms', '目标'],
          report.timings.map((of) => [of.name, ms(of.ms), `≤ ${of.goal}`]),
        ),
      );
    }
  } finally {
    await stack.stop();
  }
}

await main();

/**
 * `npm run bench:charging -- [rooms] [bills]`: a community of so many rooms with four fees each is billed in one run and released with its transfers,
 * and billed again, which makes none; then reports, the counter, and whether the ledger holds. On a data folder of its own. Without a number 250,000
 * rooms, a million bills; with fewer the goal of a run is that of its share. With `bills` the counter is left out.
 */
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Db } from '../apps/server/src/platform/db/schema.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { releaseIn } from '../apps/server/src/modules/charging/bills/review.ts';
import { previewRun } from '../apps/server/src/modules/charging/bills/preview.ts';
import { previewKept } from '../apps/server/src/modules/charging/bills/preview-kept.ts';
import { beginRun, contentHash, goOn } from '../apps/server/src/modules/charging/bills/run.ts';
import { brokenInvariants } from '../apps/server/src/modules/charging/ledger/index.ts';
import { counterTimes } from './charging-counter.ts';
import { reportTimes } from './charging-reports.ts';
import { machineMs, processorOf } from './processes.ts';
import { machineLine } from './machine.ts';
import { count, type Goal, goalsTable, ms, table } from './report.ts';
import { databaseOf, startStack, wholeCompany } from './stack.ts';

const FEES = 4;
const ROOMS_OF_A_BUILDING = 2_500;
const PERIOD = '2026-01';

const idOf = async (db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(db)).rows[0]?.id ?? '';

/** Rooms with areas, somebody who pays, and fees by area; one in fifty is suspended for ten days. */
async function fill(db: Db, rooms: number): Promise<{ readonly community: string; readonly fees: readonly string[] }> {
  const community = await idOf(
    db,
    sql`insert into community (code, name, project_code) select 'BN', '压测小区', code from project order by code limit 1 returning id::text`,
  );
  await sql`insert into building (community_id, code, name) select ${community}::bigint, n, n || '栋' from generate_series(1, ${Math.ceil(rooms / ROOMS_OF_A_BUILDING)}) n`.execute(
    db,
  );
  await sql`insert into room (community_id, building_id, code, full_code) select ${community}::bigint, b.id, n, b.code || '-' || n
    from building b cross join generate_series(1, ${Math.min(rooms, ROOMS_OF_A_BUILDING)}) n where b.community_id = ${community} order by b.id, n`.execute(
    db,
  );
  await sql`insert into room_area (room_id, span, build_area, energy_area) select id, daterange('2020-01-01', null), 60 + id % 90, 55 + id % 80 from room
    where community_id = ${community}`.execute(db);
  const party = await idOf(db, sql`insert into party (name) values ('压测') returning id::text`);
  await sql`insert into occupancy (room_id, party_id, role, span, payer) select id, ${party}::bigint, '业主', daterange('2020-01-01', null), true from room
    where community_id = ${community}`.execute(db);
  const basis = await idOf(
    db,
    sql`insert into fee_basis (name, source, unit) values ('压测面积', '建筑面积', 'm²') returning id::text`,
  );
  const fees: string[] = [];
  for (let at = 1; at <= FEES; at++) {
    const fee = await idOf(
      db,
      sql`insert into fee (code, name, kind, basis_id, cycle) values (${`BN${at}`}, ${`压测费${at}`}, '周期性', ${basis}, '月') returning id::text`,
    );
    await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${fee}::bigint, 1, daterange('2020-01-01', null), ${String(1 + at / 10)}, '生效', min(id)
      from app_user`.execute(db);
    await sql`insert into room_fee (room_id, fee_id, span) select id, ${fee}::bigint, daterange('2020-01-01', null) from room where community_id = ${community}`.execute(
      db,
    );
    fees.push(fee);
  }
  await sql`insert into suspension (room_id, fee_id, span, keep_rate) select id, ${fees[0]}::bigint, daterange('2026-01-10', '2026-01-20'), 30 from room
    where community_id = ${community} and id % 50 = 0`.execute(db);
  await sql`analyze room, room_area, room_fee, occupancy, suspension`.execute(db);
  return { community, fees };
}

/** A million bills are made and released in ninety seconds. */
const MS_A_BILL = 0.09;

interface Phase {
  readonly name: string;
  readonly rows: number;
  readonly ms: number;
  /** Processor time of the database, and of this process that does what the server would. */
  readonly database: number;
  readonly own: number;
  /** What everybody else on the machine had of its processors meanwhile. */
  readonly others: number;
}

async function main(): Promise<void> {
  const rooms = Number(process.argv[2] ?? 250_000);
  const say = (text: string): void => void process.stdout.write(`${text}\n\n`);
  say(machineLine());
  const stack = await startStack();
  const database = openDatabase(databaseOf(stack.dataDir).url, { max: 4, readLimitMs: 0 });
  const { db } = database;
  const { pid, url } = databaseOf(stack.dataDir);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Nothing is measured while the demo company's records are filed beside it.
    await wholeCompany(client);
    const { community, fees } = await fill(db, rooms);
    const { rows: people } = await sql<{
      userId: string;
      userName: string;
    }>`select id::text as "userId", user_name as "userName" from app_user order by id limit 2`.execute(db);
    const [maker, checker] = people;
    if (maker === undefined || checker === undefined) throw new Error('nobody to bill');
    const of = { communityId: community, feeIds: fees, period: PERIOD };
    const meter = () => processorOf(stack.server.pid ?? 0, pid);
    const phases: Phase[] = [];
    const phase = async <T>(name: string, work: () => Promise<T>, rowsOf: (done: T) => number): Promise<T> => {
      const [began, before, cpu, machine] = [performance.now(), meter(), process.cpuUsage(), machineMs()];
      const done = await work();
      const [after, took] = [meter(), performance.now() - began];
      const { user, system } = process.cpuUsage(cpu);
      const [used, own] = [after.database - before.database, (user + system) / 1000];
      const others = Math.max(0, machineMs() - machine - used - own - (after.server - before.server));
      phases.push({ name, rows: rowsOf(done), ms: took, database: used, own, others });
      return done;
    };
    const preview = await phase(
      '预览',
      () => previewKept(db, of),
      ({ lines }) => lines,
    );
    const inOne = () => preview.lines;
    const run = await phase(
      '开批（再核对一遍）',
      () => db.transaction().execute((tx) => beginRun(tx, maker, of, preview.hash)),
      inOne,
    );
    await phase('生成', () => goOn(db, run), inOne);
    await phase(
      '审核通过',
      async () => {
        await sql`update billing_run set state = '待发布', checked_by = ${checker.userId}, content_hash = ${await contentHash(db, run)} where id = ${run}`.execute(
          db,
        );
      },
      inOne,
    );
    const released = await phase(
      '发布与分录',
      () => db.transaction().execute((tx) => releaseIn(tx, run, checker, `${PERIOD}-05`)),
      ({ bills }) => bills,
    );
    const again = await phase(
      '重跑',
      () => previewRun(db, of),
      ({ lines }) => lines,
    );
    say(
      table(
        ['出账', '行', 'ms', '数据库处理器 ms', '程序处理器 ms', '别人占用处理器 ms'],
        phases.map(({ name, rows, ms: time, database: used, own, others }) => [
          name,
          count(rows),
          ms(time),
          ms(used),
          ms(own),
          `${ms(others)}（${(others / time).toFixed(1)} 核）`,
        ]),
      ),
    );
    const spent = phases
      .filter(({ name }) => name === '生成' || name === '发布与分录')
      .reduce((sum, one) => sum + one.ms, 0);
    const most = released.bills * MS_A_BILL;
    const goals: Goal[] = [
      {
        name: `生成并发布 ${count(released.bills)} 张账单`,
        measured: `${(spent / 1000).toFixed(1)} s`,
        goal: `≤ ${(most / 1000).toFixed(1)} s`,
        met: spent <= most,
      },
      { name: '重跑', measured: `${count(again.lines)} 行`, goal: '0 行', met: again.lines === 0 },
    ];
    // As the database does by itself a minute later.
    await sql`vacuum analyze bill, transfer, ledger_account, open_change`.execute(db);
    const reports = await reportTimes(db, meter);
    say(reports.text);
    goals.push(...reports.goals);
    if (process.argv[3] !== 'bills') {
      const counter = await counterTimes(stack.port, client, meter);
      say(counter.text);
      goals.push(...counter.goals);
    }
    const broken = await brokenInvariants(db);
    goals.push({
      name: '不变量 I1–I9',
      measured: broken.length === 0 ? '全部成立' : broken.map(({ code, count: n }) => `${code} ${n}`).join('、'),
      goal: '全部成立',
      met: broken.length === 0,
    });
    say(goalsTable(goals));
  } finally {
    await client.end();
    await database.close();
    await stack.stop();
  }
}

await main();

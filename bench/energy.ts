/**
 * `npm run bench:energy`: readings of 100,000 meters as they come each five minutes, reports, sheets that are saved, a meter's year worked out again, a million
 * readings from a file, what a reading takes on disk before and after its day is packed, and what that makes of a year of 500 projects. On a data folder of its
 * own. Some of it: `npm run bench:energy -- reports sheets`.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOfInstant, dayText, instantText } from '@hengneng/core';
import { simulate } from '@hengneng/energy/demo';
import { packReadings } from '@hengneng/energy/packing';
import { Client } from 'pg';
import { openDatabase, type OpenDatabase } from '../apps/server/src/platform/db/database.ts';
import { drainQueue, takeSamplesFrom } from '../apps/server/src/modules/energy/facts/index.ts';
import { checkHistory } from '../apps/server/src/modules/energy/history/check.ts';
import { readHistory } from '../apps/server/src/modules/energy/history/file.ts';
import { keep } from '../apps/server/src/modules/energy/history/import.ts';
import { fileArrivals } from '../apps/server/src/modules/energy/ingest/arrivals.ts';
import { ingest } from '../apps/server/src/modules/energy/ingest/ingest.ts';
import { packDay } from '../apps/server/src/modules/energy/ingest/jobs.ts';
import { samplesOfAll } from '../apps/server/src/modules/energy/ingest/samples.ts';
import { Api } from './client.ts';
import { fillReports, reportTimes } from './energy-reports.ts';
import { sheetTimes, yearTimes } from './energy-work.ts';
import { processorOf } from './processes.ts';
import { machineLine } from './machine.ts';
import { count, ms, table } from './report.ts';
import { databaseOf, type Stack, startStack, wholeCompany } from './stack.ts';

const PROJECTS = 500;
const METERS = 200;
const A_DAY = 288;
const FIVE = 300_000;
const CONNECTIONS = 16;
const SECRET = 'bench';
const PASSWORD = 'Hengneng@2026';
/** Meters of which a whole day is packed. */
const PACKED_METERS = 2_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const now = Math.floor(Date.now() / FIVE) * FIVE;
const codeOf = (gateway: number): string => `BENCH-${gateway}`;
const pointOf = (gateway: number, meter: number): string => `B-${gateway}-${meter}`;

/** 500 gateways with 200 meters each, spread over the projects of the demo company. */
async function fill(db: Client): Promise<readonly string[]> {
  const { rows } = await db.query<{ code: string }>('select code from project order by code');
  const projects = rows.map(({ code }) => code);
  await db.query(`insert into energy_category (code, name, unit) values ('bench', '压测', 'kWh')`);
  await db.query(
    `with p as (select code, row_number() over (order by code) - 1 as n, count(*) over () as all from project),
      made as (insert into device (project_code, code, name, category)
        select p.code, 'B-' || g || '-' || m, '压测电表', '电表' from generate_series(0, ${PROJECTS - 1}) g
          join p on p.n = g % p.all, generate_series(1, ${METERS}) m returning id, project_code)
    insert into meter (device_id, project_code, meter_type, category_id, registers, unit, frequency, used_from)
    select made.id, made.project_code, '电表', c.id, '{total}', 'kWh', 'auto:5', '2025-01-01' from made, energy_category c where c.code = 'bench'`,
  );
  // The first of each two hundred is the one that is billed; the others say where it goes.
  await db.query(
    `update meter m set parent_id = head.id
    from (select min(id) as id, split_part(code, '-', 2) as g from device where code like 'B-%' group by 2) head, device d
    where d.id = m.device_id and d.code like 'B-%' and split_part(d.code, '-', 2) = head.g and d.id <> head.id`,
  );
  await db.query(
    `insert into meter_install (meter_id, factory_no, installed_at, digits, decimals)
    select id, code, '2025-01-01', 8, 2 from device where code like 'B-%'`,
  );
  await db.query(
    `with p as (select code, row_number() over (order by code) - 1 as n, count(*) over () as all from project)
    insert into gateway (code, name, project_code, secret_hash) select 'BENCH-' || g, '压测网关', p.code, $1
    from generate_series(0, ${PROJECTS - 1}) g join p on p.n = g % p.all`,
    [createHash('sha256').update(SECRET).digest()],
  );
  await db.query('analyze device, meter, meter_install');
  return projects;
}

const valueAt = (meter: number, at: number): string => (1_000 + meter + at / 60_000 / 37).toFixed(2);

const batchOf = (gateway: number, at: number): string =>
  JSON.stringify({
    samples: Array.from({ length: METERS }, (_, meter) => ({
      point: pointOf(gateway, meter + 1),
      at: instantText(at),
      value: valueAt(meter, at),
    })),
  });

/** All gateways once, over a few connections. @returns milliseconds until the last answer, and how many samples were new */
async function burst(port: number, at: number): Promise<{ readonly time: number; readonly accepted: number }> {
  const bodies = Array.from({ length: PROJECTS }, (_, gateway) => batchOf(gateway, at));
  let next = 0;
  let accepted = 0;
  const began = performance.now();
  const sender = async (): Promise<void> => {
    for (let gateway = next++; gateway < PROJECTS; gateway = next++) {
      const answer = await fetch(`http://127.0.0.1:${port}/emcapi/Ingest/Batch`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${codeOf(gateway)}:${SECRET}`).toString('base64')}`,
        },
        body: bodies[gateway] ?? '',
      });
      const { status, message, data } = (await answer.json()) as {
        readonly status: number;
        readonly message: string;
        readonly data: { readonly accepted: number; readonly refused: number };
      };
      if (status !== 1 || data.refused > 0) throw new Error(`${codeOf(gateway)}: ${message} ${JSON.stringify(data)}`);
      accepted += data.accepted;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  return { time: performance.now() - began, accepted };
}

/** 100,000 samples in one transaction, as a collector in front of many gateways would send them. */
async function together(database: OpenDatabase, projects: readonly string[], at: number): Promise<number> {
  const samples = Array.from({ length: PROJECTS * METERS }, (_, n) => {
    const gateway = Math.floor(n / METERS);
    return {
      project: projects[gateway % projects.length] ?? '',
      point: pointOf(gateway, (n % METERS) + 1),
      register: 'total',
      at: instantText(at),
      value: valueAt(n % METERS, at),
    };
  });
  const began = performance.now();
  const result = await database.db.transaction().execute((tx) => ingest(tx, samples, new Date(now)));
  const time = performance.now() - began;
  if (result.accepted !== samples.length)
    throw new Error(`accepted ${result.accepted}: ${JSON.stringify(result.problems[0])}`);
  return time;
}

/** Meters and readings of each in a file of history: a million lines. */
const FILE_METERS = 100;
const FILE_READINGS = 10_000;

/** A million readings from a text file: read, checked row by row, and kept in one transaction. @returns milliseconds */
async function importFile(database: OpenDatabase, db: Client): Promise<number> {
  const { rows: found } = await db.query<{ project: string; code: string }>(
    `select project_code as project, code from device where code like 'B-%' and project_code = (select project_code from device
      where code like 'B-%' group by 1 having count(*) >= ${FILE_METERS} limit 1) order by id limit ${FILE_METERS}`,
  );
  const project = found[0]?.project ?? '';
  const from = Date.parse('2025-02-01T00:00:00Z');
  const lines = found.flatMap(({ code }) =>
    Array.from({ length: FILE_READINGS }, (_, n) => {
      const local = new Date(from + n * FIVE).toISOString();
      return `${local.slice(0, 10)},${local.slice(11, 16)},${code},${(n / 50).toFixed(2)}`;
    }),
  );
  const bytes = Buffer.from(['日期,时刻,表计,读数', ...lines].join('\n'));
  await db.query(
    `insert into meter_ratio (meter_id, valid_from, value) select id, '2025-01-01', 1 from device where project_code = $1 and code like 'B-%'`,
    [project],
  );
  const { rows: batch } = await db.query<{ id: string }>(
    `insert into reading_batch (project_code, kind, file_name, digest, total, state, created_by)
      select $1, 'reading', 'bench.csv', 'bench', $2, '待入库', min(id) from app_user returning id`,
    [project, lines.length],
  );
  const began = performance.now();
  const file = await readHistory(
    { fileName: 'bench.csv', stream: Readable.from([bytes]), truncated: () => false },
    'reading',
  );
  const inserted = await database.db.transaction().execute(async (tx) => {
    const checked = await checkHistory(tx, { project, file, kind: 'reading', now: new Date(now), skip: true });
    if (checked.findings.faulty > 0) throw new Error(JSON.stringify(checked.findings.kept[0]));
    return (await keep(tx, { project, batch: String(batch[0]?.id) }, checked)).inserted;
  });
  const time = performance.now() - began;
  if (inserted !== lines.length) throw new Error(`imported ${inserted}`);
  return time;
}

interface Packed {
  readonly readings: number;
  /** Bytes a reading: as rows, in the packed rows with their index, in the packed column alone. */
  readonly hot: number;
  readonly packed: number;
  readonly column: number;
  readonly perSecond: number;
}

/** A day of the demo machine room's dials on some meters, packed. */
async function pack(database: OpenDatabase, db: Client): Promise<Packed> {
  const day = dayOfInstant(now) - 1;
  const from = Date.parse(`${dayText(day)}T00:00:00+08:00`);
  const { registers } = simulate({ seed: 7, from, to: from + (A_DAY - 1) * FIVE, stepMinutes: 5 });
  await db.query('select reading_hot_open($1::date)', [dayText(day)]);
  const part = `reading_hot_${dayText(day).replaceAll('-', '')}`;
  await db.query('create temp table curve (dial int, step int, value numeric)');
  await db.query('insert into curve select * from unnest($1::int[], $2::int[], $3::numeric[])', [
    registers.flatMap(({ readings }, dial) => [...readings].map(() => dial)),
    registers.flatMap(({ readings }) => [...readings].map((_, step) => step)),
    registers.flatMap(({ readings, register }) => [...readings].map((value) => value.toFixed(register.decimals))),
  ]);
  await db.query(
    `insert into reading_hot (meter_id, register, at, value)
    select m.device_id, 1, to_timestamp($1::float8 / 1000) + c.step * interval '5 minutes', c.value
    from (select device_id, row_number() over (order by device_id) as n from meter where project_code is not null and 'total' = any(registers)
      order by device_id desc limit ${PACKED_METERS}) m join curve c on c.dial = m.n % ${registers.length}`,
    [from],
  );
  const sizes = async (of: string): Promise<{ readonly bytes: number; readonly rows: number }> => {
    const { rows } = await db.query<{ bytes: string; rows: string }>(
      `select pg_total_relation_size('${of}') as bytes, (select count(*) from ${of}) as rows`,
    );
    return { bytes: Number(rows[0]?.bytes), rows: Number(rows[0]?.rows) };
  };
  const hot = await sizes(part);
  const began = performance.now();
  await packDay(database.db, day);
  const time = performance.now() - began;
  await db.query('vacuum full reading_day');
  const packed = await sizes('reading_day');
  const { rows } = await db.query<{ bytes: string; samples: string }>(
    'select sum(length(packed)) as bytes, sum(samples) as samples from reading_day',
  );
  const readings = Number(rows[0]?.samples);
  return {
    readings,
    hot: hot.bytes / hot.rows,
    packed: packed.bytes / readings,
    column: Number(rows[0]?.bytes) / readings,
    perSecond: (readings / time) * 1000,
  };
}

/** The codec alone, without a database. */
function codec(): number {
  const readings = Array.from({ length: A_DAY }, (_, step) => ({
    at: now + step * FIVE,
    value: BigInt(1_000_000 + step * 37),
  }));
  const began = performance.now();
  let packed = 0;
  while (performance.now() - began < 1_000) {
    packReadings(readings);
    packed += A_DAY;
  }
  return packed;
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

interface Bench {
  /** Of the gateways that were filled in. */
  readonly projects: readonly string[];
  readonly stack: Stack;
  readonly db: Client;
  readonly database: OpenDatabase;
}

async function bursts({ projects, stack, db, database }: Bench): Promise<void> {
  const times: (readonly [string, number])[] = [];
  for (const step of [2, 1, 0]) {
    const { time, accepted } = await burst(stack.port, now - step * FIVE);
    if (accepted !== PROJECTS * METERS) throw new Error(`accepted ${accepted}`);
    times.push([`HTTP：${PROJECTS} 个网关各 ${METERS} 条，第 ${3 - step} 个五分钟`, time]);
  }
  times.push(['归档：所有到达的', await filed(database)]);
  const again = await burst(stack.port, now);
  times.push(['HTTP：同一批再传一遍（全部已有）', again.time]);
  await together(database, projects, now + FIVE);
  times.push(['一个事务 10 万条', await together(database, projects, now - 3 * FIVE)]);
  say(
    table(
      ['10 万条', 'ms', '条/秒', '目标 ms'],
      times.map(([name, time]) => [name, ms(time), count((PROJECTS * METERS * 1000) / time), '≤ 1000']),
    ),
  );
  say('');
  say(await drained(database, db));
}

/** Files what has come, as the server's own job does each minute. @returns milliseconds, zero where that job was first */
async function filed({ db }: OpenDatabase): Promise<number> {
  const began = performance.now();
  await fileArrivals(db, new Date(now));
  return performance.now() - began;
}

/** Meters whose days are worked out again after the bursts: all of them wait then. The server's own worker may be at it as well. */
const DRAINED = 2_000;

async function drained(database: OpenDatabase, db: Client): Promise<string> {
  takeSamplesFrom({ samplesOfAll });
  const { rows } = await db.query<{ id: string }>(
    'select meter_id::text as id from recalc_queue order by asked_at desc, meter_id desc limit $1',
    [DRAINED],
  );
  const began = performance.now();
  const done = await drainQueue(
    database.db,
    rows.map(({ id }) => id),
  );
  const time = performance.now() - began;
  return `重算：${count(done)} 块表的最近两日，${ms(time)} ms，${count((done * 1000) / time)} 块/秒`;
}

async function reports({ stack, db }: Bench): Promise<void> {
  const { pid } = databaseOf(stack.dataDir);
  await fillReports(db);
  say(await reportTimes(stack.port, () => processorOf(stack.server.pid ?? 0, pid)));
}

async function sheets({ stack, db }: Bench): Promise<void> {
  const api = new Api(stack.port);
  const { pid } = databaseOf(stack.dataDir);
  const { middle, p95, used } = await sheetTimes(api, await api.signIn('admin', PASSWORD), db, () =>
    processorOf(stack.server.pid ?? 0, pid),
  );
  say(
    table(
      ['抄表单', '中位 ms', 'p95 ms', '目标 p95 ms', '服务 CPU ms', '数据库 CPU ms'],
      [['保存 200 个读数（判断、入库、算日用量）', ms(middle), ms(p95), '< 150', ms(used.server), ms(used.database)]],
    ),
  );
}

async function years({ db, database }: Bench): Promise<void> {
  const { typed, sent } = await yearTimes(database, db);
  say(
    table(
      ['重算一块表一年', 'ms', '目标 ms'],
      [
        ['每日人工读数（366 条）', ms(typed), '< 1000'],
        ['五分钟自动读数（105,120 条，已封存）', ms(sent), '< 1000'],
      ],
    ),
  );
}

async function imports({ db, database }: Bench): Promise<void> {
  const imported = await importFile(database, db);
  const lines = FILE_METERS * FILE_READINGS;
  say(
    table(
      ['历史导入', 'ms', '条/秒', '目标 ms'],
      [[`csv ${count(lines)} 行`, ms(imported), count((lines * 1000) / imported), '≤ 20000']],
    ),
  );
}

async function packs({ db, database }: Bench): Promise<void> {
  const packed = await pack(database, db);
  say(
    table(
      ['每条读数', '字节', '目标'],
      [
        ['当日（每条一行，含索引）', packed.hot.toFixed(1), '89'],
        ['封存后（每表每日一行，含索引）', packed.packed.toFixed(1), '≤ 12'],
        ['其中编码', packed.column.toFixed(1), '≤ 5'],
      ],
    ),
  );
  const year = PROJECTS * METERS * A_DAY * 365;
  const daily = PROJECTS * METERS * A_DAY;
  say('');
  say(`封存 ${count(packed.perSecond)} 条/秒（${count(packed.readings)} 条实测）`);
  say(
    `推算：${PROJECTS} 个项目 × ${METERS} 块表 × 每日 ${A_DAY} 次 × 1 个示数 × 365 日 = ${count(year)} 条；` +
      `封存后 ${gigabytes(year * packed.packed)}，另有当日与前一日未封存的 ${gigabytes(daily * 2 * packed.hot)}；` +
      `封存一日约 ${count(daily / packed.perSecond / 60)} 分钟。` +
      '示数多的表按示数个数相乘；不含由读数算出的日用量与单据。',
  );
}

/** In this order: the first makes the meters that imports and packing use. */
const PARTS: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  bursts,
  reports,
  sheets,
  years,
  imports,
  packs,
};

/** So long after a start a server has looked up by itself what gateways send. */
const SETTLED_MS = 10_000;

/** The whole demo company, and the hundred thousand meters where they are needed: those as after any other start. */
async function begun(metered: boolean): Promise<Pick<Bench, 'stack' | 'projects'>> {
  const stack = await startStack();
  const db = new Client({ connectionString: databaseOf(stack.dataDir).url });
  await db.connect();
  await wholeCompany(db);
  const projects = metered ? await fill(db) : [];
  await db.end();
  if (!metered) return { stack, projects };
  const again = await stack.restart();
  await sleep(SETTLED_MS);
  return { stack: again, projects };
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => PARTS[name] === undefined);
  if (unknown !== undefined) throw new Error(`没有【${unknown}】，可选：${Object.keys(PARTS).join(' ')}`);
  const parts = Object.keys(PARTS).filter((name) => asked.length === 0 || asked.includes(name));
  say(machineLine());
  say(`编码 ${count(codec())} 条/秒`);
  const { stack, projects } = await begun(['bursts', 'imports', 'packs'].some((name) => parts.includes(name)));
  const { url } = databaseOf(stack.dataDir);
  const db = new Client({ connectionString: url });
  await db.connect();
  const database = openDatabase(url, { readLimitMs: 0 });
  try {
    for (const name of parts) {
      say('');
      await PARTS[name]?.({ projects, stack, db, database });
    }
  } finally {
    await database.close();
    await db.end();
    await stack.stop();
  }
}

await main();

/** 历史数据: what is refused and at which row, all or nothing, never twice, and taken back as a whole. */
import { CHINA, instantOf } from '@hengneng/energy/measuring';
import readXlsx from 'read-excel-file/node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { held, type Held, type Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { sheetOf } from '../../../testing/sheets.ts';
import { DEMO_PROJECTS, isFlagship } from '../../demo/index.ts';
import { drainQueue } from '../facts/index.ts';
import { lockDueMonths } from '../periods/locks.ts';
import { demoHistory } from '../readings/demo.ts';
import { addReadings } from '../readings/index.ts';
import { seedHistory } from './index.ts';

const PROJECT = 'EMC01002';
const REPORT = '/emcapi/HistoricalDataReport';
/** The demo's meters hang since the first of this year. */
const YEAR = String(new Date().getFullYear() - 2);
let server: TestServer;
let manager: Held;
const meters = new Map<string, string>();
const id = (code: string): string => meters.get(code) ?? '';

const at = (day: string, minutes = 480): number => instantOf(`${YEAR}-${day}`, minutes, CHINA);
const csv = (...lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'));
const HEAD = '日期,时刻,表计,示数项,读数,单位,翻转';
/** Ten days of ten on the dial. */
const tenDays = (code: string, from: number, step = 10): string[] =>
  Array.from(
    { length: 10 },
    (_, day) => `${YEAR}-03-${String(day + 1).padStart(2, '0')},08:00,${code},总,${from + day * step},,`,
  );

const check = (content: Uint8Array<ArrayBuffer>, name = '历史.csv', more: Record<string, string> = {}, who = manager) =>
  server.client.upload(`${REPORT}/ImpFile`, name, content, who, { ProjectCode: PROJECT, ...more });
const apply = (checked: Reply, content: Uint8Array<ArrayBuffer>, OnConflict = 'skip', name = '历史.csv') =>
  server.client.upload(`${REPORT}/ImpFileData`, name, content, manager, {
    BatchId: String(checked.data['BatchId']),
    Digest: String(checked.data['Digest']),
    OnConflict,
  });
const bring = async (content: Uint8Array<ArrayBuffer>, OnConflict = 'skip') => {
  const checked = await check(content);
  expect(checked.data['Errors'] ?? checked.message).toEqual([]);
  const kept = await apply(checked, content, OnConflict);
  return { batch: String(checked.data['BatchId']), kept };
};
const faults = ({ data }: Reply) =>
  (data['Errors'] as readonly Record<string, unknown>[]).map(
    (one) => `${one['Row']} ${one['Column']} ${one['Message']}`,
  );
const list = (more: object = {}, who = manager) =>
  server.client.json(`${REPORT}/GetHisDataList`, { ProjectCode: PROJECT, PageSize: 100, ...more }, who);
const file = async (body: object, who = manager) => {
  const answer = await fetch(`${server.client.url}${REPORT}/ExpFile`, {
    method: 'POST',
    headers: { ...held(who), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await readXlsx(Buffer.from(await answer.arrayBuffer())))[0]?.data ?? [];
};
const readings = async (code: string) =>
  (
    await sql<{ value: string; flag: string }>`select trim_scale(r.value)::text as value, r.flag from manual_reading r
      where r.meter_id = ${id(code)} and r.value is not null and not exists (select from manual_reading s where s.supersedes = r.id)
      order by r.at`.execute(server.db)
  ).rows.map(({ value, flag }) => `${flag}${value}`);
const days = async (code: string) =>
  (
    await sql<{
      day: string;
      usage: string;
    }>`select to_char(day, 'MM-DD') as day, trim_scale(usage)::text as usage from meter_day
      where meter_id = ${id(code)} and day >= ${`${YEAR}-03-01`} and day <= ${`${YEAR}-03-08`} order by day`.execute(
      server.db,
    )
  ).rows.map(({ day, usage }) => `${day} ${usage}`);

beforeAll(async () => {
  server = await startTestServer();
  manager = await server.client.signIn('projectManager');
  const { rows } = await sql<{
    id: string;
    code: string;
  }>`select d.id::text, d.code from meter m join device d on d.id = m.device_id
    where m.project_code = ${PROJECT}`.execute(server.db);
  for (const one of rows) meters.set(one.code, one.id);
  await server.db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      ['DB-03', 'DB-04', 'SB-01'].map((code) => ({
        meter: id(code),
        project: PROJECT,
        register: 'total' as const,
        at: at('06-01'),
        value: '5000',
        flag: '实' as const,
        day: `${YEAR}-05-31`,
      })),
      '试验',
    ),
  );
  await drainQueue(server.db);
});
afterAll(() => server.close());

describe('a file', () => {
  it('is told row by row what is wrong, and nothing of it is kept', async () => {
    const content = csv(
      HEAD,
      `${YEAR}-03-01,08:00,DB-03,总,1000,kWh,`,
      `${YEAR}-03-02,08:00,3#不存在,总,1000,,`,
      `${YEAR}-13-01,08:00,DB-03,总,1000,,`,
      `${YEAR}-03-02,25:00,DB-03,总,1000,,`,
      `${YEAR}-03-02,08:00,DB-03,尖尖,1000,,`,
      `${YEAR}-03-02,08:00,DB-03,总,"12,34",,`,
      `${YEAR}-03-02,08:00,DB-03,总,1010,m³,`,
      `2199-03-02,08:00,DB-03,总,1010,,`,
      `${YEAR}-06-02,08:00,DB-03,总,5100,,`,
      `${YEAR}-03-03,08:00,DB-03,总,990,,`,
      `${YEAR}-03-01,08:00,DB-03,总,1001,,`,
      `${Number(YEAR) - 1}-03-01,08:00,DB-03,总,900,,`,
      `${YEAR}-03-04,08:00,DB-03,总,1,010,kWh,否`,
    );
    const checked = await check(content);
    expect(checked).toMatchObject({ status: 1, data: { Total: 13, Ok: 1, Faulty: 12 } });
    const said = faults(checked);
    for (const words of [
      '3 表计 表计【3#不存在】不存在',
      `4 日期 「${YEAR}-13-01」不是日期，请写成 2024-03-05`,
      '5 时刻 「25:00」不是时刻，请写成 08:00',
      '7 读数 「12,34」不是数字',
      '9 日期 抄表时刻不能晚于现在',
      `10 日期 不早于首条实录 ${YEAR}-06-01 08:00，请到数据补录中补`,
      `12 日期 与第 2 行重复：${YEAR}-03-01 08:00`,
      '14 读数 该行比表头多出一格：数字里不要用千分位逗号，或给整个数加引号',
    ])
      expect(said).toContain(words);
    expect(said.find((one) => one.startsWith('6 示数项'))).toContain('没有示数项「尖尖」');
    expect(said.find((one) => one.startsWith('8 单位'))).toContain('的单位是 kWh，本行写的是 m³');
    expect(said.find((one) => one.startsWith('11 读数'))).toMatch(/本次读数小于上次读数 1000.*请在「翻转」列填“是”/);
    expect(said.find((one) => one.startsWith('13 日期'))).toContain('早于');
    expect((await apply(checked, content)).message).toContain('有 12 行错误，第 3 行 表计：表计【3#不存在】不存在');
    expect(await readings('DB-03')).toEqual(['实5000']);
    const errors = await file({ Kind: 'errors', BatchId: checked.data['BatchId'] });
    expect(errors).toHaveLength(said.length + 1);
    expect(errors[1]).toEqual([
      '3',
      `${YEAR}-03-02`,
      '3#不存在',
      '总',
      '1000',
      '表计',
      '表计【3#不存在】不存在',
      '错误',
    ]);
  });

  it('that is none is refused', async () => {
    const refused = async (content: Uint8Array<ArrayBuffer>, name: string) => (await check(content, name)).message;
    expect(await refused(csv('x'), '历史.txt')).toBe('只能导入 xlsx 或 csv 文件');
    expect(await refused(csv('nothing of the kind'), '历史.xlsx')).toBe('文件不是有效的 xlsx 表格');
    expect(await refused(csv('日期,读数'), '历史.csv')).toBe('表头缺少：表计，请使用导入模板');
    expect(await refused(csv(HEAD), '历史.csv')).toBe('文件中没有数据');
    expect(await refused(await sheetOf([['日期', '表计']]), '历史.csv')).toBe('文件是 xlsx 表格，请把扩展名改为 .xlsx');
  });

  it('is for who may import, of projects that they see', async () => {
    const content = csv(HEAD, ...tenDays('DB-03', 1000));
    expect((await check(content, 'a.csv', {}, await server.client.signIn('operator'))).status).toBe(403);
    expect((await check(content, 'a.csv', { ProjectCode: 'EMC03001' })).status).toBe(404);
    expect((await list({}, await server.client.signIn('operator3'))).status).toBe(404);
    expect((await list({}, await server.client.signIn('hr'))).status).toBe(403);
  });
});

describe('an import', () => {
  const first = csv(HEAD, ...tenDays('DB-03', 1000));
  let batch = '';

  it('makes days, marks what it brought, and is there once', async () => {
    const done = await bring(first);
    ({ batch } = done);
    expect(done.kept.data).toEqual({ Inserted: 10, Skipped: 0, Versioned: 0 });
    expect((await readings('DB-03')).slice(0, 3)).toEqual(['导1000', '导1010', '导1020']);
    // Ten on the dial, by a multiplier of 60.
    expect((await days('DB-03')).slice(0, 2)).toEqual(['03-01 600', '03-02 600']);
    const rows = (await list()).data['rows'] as readonly Record<string, unknown>[];
    expect(rows).toHaveLength(10);
    expect(rows[0]).toMatchObject({
      Date: `${YEAR}-03-10`,
      ReadTime: '08:00',
      Reading: '1090.00',
      Usage: '600',
      Unit: 'kWh',
      BatchId: batch,
    });
    expect(rows.at(-1)).toMatchObject({ Reading: '1000.00', Usage: null });
    expect((await check(first)).message).toContain(`该文件已入库（批次 ${batch}），不能重复导入`);
    const sheet = await file({ Kind: 'data', ProjectCode: PROJECT });
    expect(sheet.slice(1).map((row) => [row[0], row[5], row[6]])).toEqual(
      rows.map((row) => [row['Date'], Number(row['Reading']), row['Usage'] === null ? null : Number(row['Usage'])]),
    );
  });

  it('says of a reading that fits no reading after it whether it is too large, or what lies between is more than can be', async () => {
    const rate = (most: number | null) =>
      sql`update meter set max_rate = ${most} where device_id = (select id from device where project_code = ${PROJECT} and code = 'DB-03')`.execute(
        server.db,
      );
    await rate(100);
    const before = async (value: string) => faults(await check(csv(HEAD, `${YEAR}-02-28,08:00,DB-03,总,${value},,`)));
    expect((await before('1500')).join()).toContain(`大于之后 ${YEAR}-03-01 08:00 已有的读数 1000，请核对`);
    const [more = ''] = await before('1');
    expect(more).toContain(`与之后 ${YEAR}-03-01 08:00 已有的读数 1000 之间的用量 59940 kWh 超过该表最大可能值`);
    expect(more).not.toContain('大于之后');
    await rate(null);
  });

  it('sent again after its answer was lost changes nothing; another file under its name is refused', async () => {
    const checked = { data: { BatchId: batch, Digest: '' } } as unknown as Reply;
    const { rows } = await sql<{ digest: string }>`select digest from reading_batch where id = ${batch}`.execute(
      server.db,
    );
    checked.data['Digest'] = rows[0]?.digest ?? '';
    expect((await apply(checked, first)).data).toEqual({ Inserted: 10, Skipped: 0, Versioned: 0 });
    expect(await readings('DB-03')).toHaveLength(11);
    expect((await apply(checked, csv(HEAD, ...tenDays('DB-03', 1001)))).message).toBe('文件已变化，请重新校验');
  });

  it('skips or takes the place of what was imported before, as the person chose', async () => {
    const other = csv(HEAD, ...tenDays('DB-03', 1000, 12));
    const checked = await check(other);
    expect(checked.data).toMatchObject({ Faulty: 0, Conflicts: 9, Warned: 9 });
    expect((await apply(checked, other)).data).toEqual({ Inserted: 0, Skipped: 10, Versioned: 0 });
    const more = csv(HEAD, ...tenDays('DB-03', 1000, 11));
    const again = await bring2(more);
    expect(again.data).toEqual({ Inserted: 9, Skipped: 1, Versioned: 9 });
    expect((await readings('DB-03')).slice(0, 3)).toEqual(['导1000', '导1011', '导1022']);
    expect((await days('DB-03'))[0]).toBe('03-01 660');
  });
  const bring2 = async (content: Uint8Array<ArrayBuffer>) => apply(await check(content), content, 'version');

  it('takes workbooks and files in the encoding of the country', async () => {
    const rows = Array.from({ length: 3 }, (_, day) => [`${YEAR}/3/${day + 1}`, 'SB-01', String(10 + day)]);
    const book = await sheetOf([['日期', '表计', '读数（m³）'], ...rows]);
    const checked = await check(book, '水表.xlsx');
    expect(checked.data).toMatchObject({ Total: 3, Ok: 3, Errors: [] });
    expect((await apply(checked, book, 'skip', '水表.xlsx')).data).toMatchObject({ Inserted: 3 });
    // 日期,表计,读数 in GB 18030.
    const heads = [0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0xb1, 0xed, 0xbc, 0xc6, 0x2c, 0xb6, 0xc1, 0xca, 0xfd];
    const gb = Uint8Array.from([...heads, ...csv('', `${YEAR}-03-05,SB-01,14`)]);
    expect((await check(gb)).data).toMatchObject({ Total: 1, Ok: 1 });
  });

  it('works readings out of daily usage, back from the first that is known', async () => {
    const content = csv(
      '日期,表计,用量',
      ...['29', '30', '31'].map((day, index) => `${YEAR}-05-${day},DB-04,${(index + 1) * 600}`),
    );
    const checked = await check(content, '用量.csv', { Kind: 'usage' });
    expect(checked.data['Errors']).toEqual([]);
    const ratio = Number(
      (
        await sql<{
          value: string;
        }>`select value from meter_ratio where meter_id = ${id('DB-04')} and state = '已生效'`.execute(server.db)
      ).rows[0]?.value,
    );
    expect((await apply(checked, content, 'skip', '用量.csv')).data).toMatchObject({ Inserted: 3 });
    const back = (sum: number): string => `导${Number((5000 - sum / ratio).toFixed(2))}`;
    expect(await readings('DB-04')).toEqual([back(3600), back(3000), back(1800), '实5000']);
    // The same use told in MWh is the same use, and what was converted is said; what does not convert is refused.
    const inMwh = csv('日期,表计,用量,单位', `${YEAR}-05-31,DB-04,1.8,MWh`, `${YEAR}-05-30,DB-04,1.2,m³`);
    expect(faults(await check(inMwh, '用量.csv', { Kind: 'usage' }))).toEqual([
      '2 单位 按 1 MWh = 1000 kWh 换算',
      '3 单位 冷却水泵电表的单位是 kWh，本行写的是 m³，没有这两个单位的换算',
    ]);
    const same = csv('日期,表计,用量,单位', `${YEAR}-05-31,DB-04,1.8,MWh`);
    const again = await check(same, '用量.csv', { Kind: 'usage' });
    expect((await apply(again, same, 'version', '用量.csv')).data).toMatchObject({ Inserted: 0 });
    expect(await readings('DB-04')).toEqual([back(3600), back(3000), back(1800), '实5000']);
    const holes = csv('日期,表计,用量', `${YEAR}-04-01,DB-04,1`, `${YEAR}-04-03,DB-04,1`);
    expect(faults(await check(holes, '用量.csv', { Kind: 'usage' }))[0]).toContain('日用量须连续到读数');
  });

  it('is left open by the lock of months as long as it may be taken back', async () => {
    await lockDueMonths(server.db, new Date());
    const { rows } =
      await sql`select 1 from period_act where project_code = ${PROJECT} and month = ${`${YEAR}-03`}`.execute(
        server.db,
      );
    expect(rows).toEqual([]);
  });
});

describe('the table of readings', () => {
  it('takes none without its meter or batch, and keeps the meter of any', async () => {
    const insert = (meter: string, batch: string | null) =>
      sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, batch_id)
        values (${meter}, ${PROJECT}, 'total', now(), 1, '导', ${batch}::bigint)`.execute(server.db);
    await expect(insert('999999999', null)).rejects.toMatchObject({ code: '23503' });
    await expect(insert(id('SB-01'), '999999999')).rejects.toMatchObject({ code: '23503' });
    const other = await sql<{
      id: string;
    }>`select device_id::text as id from meter where project_code <> ${PROJECT} limit 1`.execute(server.db);
    await expect(insert(other.rows[0]?.id ?? '', null)).rejects.toMatchObject({ code: '23503' });
    await expect(sql`delete from meter where device_id = ${id('SB-01')}`.execute(server.db)).rejects.toMatchObject({
      code: '23503',
    });
    await expect(sql`delete from reading_batch`.execute(server.db)).rejects.toMatchObject({ code: '0A000' });
  });
});

describe('a batch', () => {
  const undo = (BatchId: string, Reason = '导错项目') =>
    server.client.json(`${REPORT}/VoidBatch`, { BatchId, Reason }, manager);
  const batches = async () =>
    (
      await server.client.json(
        '/emcapi/DataEntry/GetDataMessageByType',
        { Type: 'historyBatch', ProjectCode: PROJECT },
        manager,
      )
    ).data['rows'] as readonly Record<string, unknown>[];

  it('is taken back as a whole, what it replaced holds again', async () => {
    const mine = (await batches()).filter((one) => one['State'] === '已入库');
    const version = mine.find((one) => one['Versioned'] === 9);
    const oldest = mine.find((one) => one['Inserted'] === 10);
    expect((await undo(String(oldest?.['BatchId']))).message).toBe('有 9 条读数之后又被修改，不能整批撤销，请逐条处理');
    expect((await undo(String(version?.['BatchId']), '')).errors[0]).toMatchObject({
      path: 'Reason',
      message: '请填写撤销原因',
    });
    expect((await undo(String(version?.['BatchId']))).data).toEqual({ Voided: 9 });
    expect((await readings('DB-03')).slice(0, 3)).toEqual(['导1000', '导1010', '导1020']);
    expect((await days('DB-03'))[0]).toBe('03-01 600');
    expect((await undo(String(version?.['BatchId']))).message).toBe('该批次已撤销，请刷新');
  });

  it('is not taken back from a locked month, nor after a week', async () => {
    const water = (await batches()).find((one) => one['FileName'] === '水表.xlsx');
    const batch = String(water?.['BatchId']);
    const act = (what: string) =>
      sql`insert into period_act (project_code, month, act, why) values (${PROJECT}, ${`${YEAR}-03`}, ${what}, '试验')`.execute(
        server.db,
      );
    await act('lock');
    expect((await undo(batch)).message).toBe(`${YEAR}-03 已月锁，不能撤销`);
    expect(faults(await check(csv(HEAD, ...tenDays('SB-02', 10))))[0]).toContain(`${YEAR}-03 已月锁`);
    await act('unlock');
    await sql`update reading_batch set applied_at = applied_at - interval '8 days' where id = ${batch}`.execute(
      server.db,
    );
    expect((await undo(batch)).message).toBe('入库已超过 7 天，不能整批撤销，请逐条修改');
    expect((await batches()).find((one) => one['BatchId'] === batch)).toMatchObject({ Undoable: false });
  });

  it('begins with a template of the project', async () => {
    const sheet = await file({ Kind: 'template', ProjectCode: PROJECT });
    expect(sheet[0]).toEqual(['日期', '时刻', '表计', '示数项', '读数', '单位', '翻转', '名称']);
    expect(new Set(sheet.slice(1).map((row) => row[2]))).toEqual(new Set(meters.keys()));
  });
});

it('the demo company has brought in two months of its own, once', async () => {
  const project = DEMO_PROJECTS.find(isFlagship);
  if (project === undefined) throw new Error('no flagship');
  const day = `${YEAR}-09-01`;
  const { rows } = await sql<{
    id: string;
    code: string;
  }>`select d.id::text, d.code from meter m join device d on d.id = m.device_id
    where m.project_code = ${project.code}`.execute(server.db);
  const ids = new Map(rows.map((one) => [one.code, one.id]));
  await server.db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      demoHistory(project, [day], new Date()).map(({ code, register, at: instant, value }) => ({
        meter: ids.get(code) ?? '',
        project: project.code,
        register: register as 'total',
        at: Date.parse(instant),
        value,
        flag: '实' as const,
        day: `${YEAR}-08-31`,
      })),
      '试验',
    ),
  );
  const imported = await seedHistory(server.db, new Date());
  // July and August of each register.
  expect(imported).toBeGreaterThan(62 * (rows.length - 1));
  expect(await seedHistory(server.db, new Date())).toBe(0);
  const { rows: seen } = await sql<{
    days: number;
    first: string;
  }>`select count(distinct day)::int as days, min(day)::text as first from meter_day
    where project_code = ${project.code} and usage > 0`.execute(server.db);
  expect(seen[0]).toEqual({ days: 62, first: `${YEAR}-07-01` });
});

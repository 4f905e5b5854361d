/** Sheets of several projects and days in one act: all or none, or project by project; and every change of what was entered as a list. */
import { addDays, CHINA, dayAt, instantOf } from '@hengneng/energy/measuring';
import readXlsx from 'read-excel-file/node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { held, type Held, type Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from './index.ts';

const ONE = 'EMC01001';
const TWO = 'EMC01002';
const CUT = 480;
/** The last cut that has passed, and the one before. */
const TODAY = dayAt(Date.now() - CUT * 60_000, CHINA);
const DATES = [addDays(TODAY, -1), TODAY] as const;
let server: TestServer;
let operator: Held;
/** Plain daily meters, by project. */
const meters = new Map<string, readonly string[]>();
const id = (project: string, at: number): string => meters.get(project)?.[at] ?? '';

const post = (call: string, body: object, who: Held = operator): Promise<Reply> =>
  server.client.json(`/emcapi/DataEntry/${call}`, body, who);
const row = (DeviceId: string, Reading: string, more: object = {}) => ({
  DeviceId,
  Register: 'total',
  Reading,
  ...more,
});
const batch = (ProjectCode: string, Date: string, ...Rows: readonly object[]) => ({ ProjectCode, Date, Rows });
const insert = (Batches: readonly object[], Whole = false, who = operator) => post('Insert', { Batches, Whole }, who);
const results = ({ data }: Reply) =>
  (data['Batches'] as readonly Record<string, unknown>[]).map(
    (one) => `${one['ProjectCode']} ${one['State']} ${one['Saved']}`,
  );
const there = async (meter: string): Promise<readonly string[]> =>
  (
    await sql<{ value: string }>`select trim_scale(value)::text as value from manual_reading
      where meter_id = ${meter} and recorded_by is not null order by at`.execute(server.db)
  ).rows.map(({ value }) => value);

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('projectManager');
  const { db } = server;
  for (const project of [ONE, TWO]) {
    await sql`insert into operational_setting (project_code, valid_from, entry_days) values (${project}, '2020-01-01', 3)`.execute(
      db,
    );
    const { rows } = await sql<{
      id: string;
    }>`select m.device_id::text as id from meter m join device d on d.id = m.device_id
      where m.project_code = ${project} and m.frequency = 'day' and not m.is_settle and m.registers = '{total}' order by d.code`.execute(
      db,
    );
    meters.set(
      project,
      rows.map((one) => one.id),
    );
  }
  await db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      [...meters].flatMap(([project, ids]) =>
        ids.flatMap((meter) =>
          Array.from({ length: 12 }, (_, back) => ({
            meter,
            project,
            register: 'total' as const,
            at: instantOf(addDays(DATES[0], -back - 1), CUT, CHINA),
            value: String(5000 - back * 10),
            flag: '实' as const,
            day: addDays(DATES[0], -back - 2),
          })),
        ),
      ),
      '试验',
    ),
  );
  await drainQueue(db);
});
afterAll(() => server.close());

describe('the grid', () => {
  it('shows days beside each other, with days like them only where something may be written', async () => {
    const sheet = await post('GetDeviceList', {
      ProjectCodes: [ONE, TWO],
      Dates: [addDays(TODAY, -6), ...DATES],
      Grid: true,
    });
    const rows = (sheet.data['rows'] as readonly Record<string, unknown>[]).filter(
      (one) => one['DeviceId'] === id(TWO, 0),
    );
    expect(rows.map((one) => [one['Reading'], one['PeriodState'] === 'open', one['SampleDays']])).toEqual([
      ['4960.00', false, 0],
      [null, true, 7],
      [null, true, 7],
    ]);
    expect((await post('GetDeviceList', { ProjectCodes: [ONE, 'EMC03001'], Dates: DATES })).status).toBe(404);
  });
});

describe('several sheets', () => {
  it('as a whole are told of every wrong cell by its place, and nothing is written', async () => {
    const answer = await insert(
      [
        batch(ONE, DATES[0], row(id(ONE, 0), '5010'), row(id(ONE, 1), '12,34')),
        batch(TWO, DATES[0], row(id(TWO, 0), '4999')),
      ],
      true,
    );
    expect(answer.status).toBe(0);
    expect(answer.errors.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'Batches[0].Rows[1].Reading 「12,34」不是数字',
      expect.stringContaining('Batches[1].Rows[0].Reading 本次读数小于上次读数 5000'),
    ]);
    expect(await there(id(ONE, 0))).toEqual([]);
  });

  it('project by project keep what passes, and of a project all or nothing', async () => {
    const answer = await insert([
      batch(TWO, DATES[1], row(id(TWO, 0), '5020')),
      batch(ONE, DATES[0], row(id(ONE, 0), '5010')),
      batch(ONE, DATES[1], row(id(ONE, 0), '5009')),
      // The day before comes first, whatever the order: the second is judged by it.
      batch(TWO, DATES[0], row(id(TWO, 0), '5010')),
    ]);
    expect(results(answer)).toEqual([`${TWO} saved 1`, `${ONE} held 0`, `${ONE} refused 0`, `${TWO} saved 1`]);
    expect(await there(id(TWO, 0))).toEqual(['5010', '5020']);
    expect(await there(id(ONE, 0))).toEqual([]);
    const [first] = answer.data['Batches'] as readonly { readonly Verdicts: readonly Record<string, unknown>[] }[];
    expect(first?.Verdicts[0]).toMatchObject({ Level: 'normal' });
  });

  it('meet what somebody else entered with both values, and 409 where that is all', async () => {
    const taken = [batch(TWO, DATES[0], row(id(TWO, 0), '5011'), row(id(TWO, 1), '5010'))];
    const whole = await insert(taken, true);
    expect(whole).toMatchObject({ status: 409, message: '1 格已由他人录入，一格也没有保存，请对比后再提交' });
    const [told] = (await insert(taken)).data['Batches'] as readonly Record<string, unknown>[];
    expect(told).toMatchObject({
      State: 'conflict',
      Taken: [{ path: 'Rows[0].Reading', Theirs: '5010.00', Mine: '5011' }],
    });
    expect(await there(id(TWO, 1))).toEqual([]);
  });

  it('are written once however often they are sent, and only by who may', async () => {
    const headers = { 'Idempotency-Key': '6f9619ff-8b86-4011-b42d-00c04fc964ff' };
    const body = { Batches: [batch(ONE, DATES[0], row(id(ONE, 2), '5010'))] };
    const send = () => server.client.json('/emcapi/DataEntry/Insert', body, operator, headers);
    expect((await send()).data).toMatchObject({ Saved: 1 });
    expect((await send()).data).toMatchObject({ Saved: 1 });
    expect(await there(id(ONE, 2))).toEqual(['5010']);
    const other = await insert([batch('EMC03001', DATES[0], row(id(ONE, 0), '5010'))]);
    expect(results(other)).toEqual(['EMC03001 refused 0']);
    const analyst = await server.client.signIn('energyAnalyst');
    expect((await insert([batch(ONE, DATES[0], row(id(ONE, 0), '5010'))], false, analyst)).status).toBe(403);
    expect((await post('Insert', {})).errors.map(({ path }) => path)).toContain('ProjectCode');
    const doubled = await insert([batch(ONE, DATES[0], row('1', '1')), batch(ONE, DATES[0], row('1', '1'))]);
    expect(doubled.errors[0]).toMatchObject({ path: 'Batches[1].Date' });
  });

  it('leave as a workbook with the figures of the page', async () => {
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { ...held(operator), 'content-type': 'application/json' },
      body: JSON.stringify({ Kind: 'allNewDataInput', ProjectCodes: [TWO], Dates: DATES }),
    });
    const sheet = (await readXlsx(Buffer.from(await answer.arrayBuffer())))[0]?.data ?? [];
    expect(sheet[0]?.slice(7, 9)).toEqual([...DATES]);
    expect(sheet.find((line) => line[7] === 5010)?.slice(7, 9)).toEqual([5010, 5020]);
  });

  it('are taken along as a sheet to fill in by hand, with what is there already', async () => {
    const ask = (body: object, who = operator) =>
      fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
        method: 'POST',
        headers: { ...held(who), 'content-type': 'application/json' },
        body: JSON.stringify({ Kind: 'newDataInput', ...body }),
      });
    const of = { ProjectCode: TWO, Date: DATES[0] };
    const page = (await post('GetDeviceList', of)).data['rows'] as readonly Record<string, unknown>[];
    const answer = await ask(of);
    const [heads = [], ...lines] = (await readXlsx(Buffer.from(await answer.arrayBuffer())))[0]?.data ?? [];
    const column = (name: string) => lines.map((line) => line[heads.indexOf(name)] ?? null);
    expect(column('表计编号')).toEqual(page.map((one) => one['DeviceCode']));
    expect(column('本次读数')).toEqual(
      page.map((one) =>
        one['Reading'] === null ? null : Number(Number(one['Reading']).toFixed(Number(one['Decimals']))),
      ),
    );
    expect(column('本次读数')).toContain(5010);
    expect(column('序号')).toEqual(page.map((_, at) => at + 1));
    const code = async (reply: Response) => ((await reply.json()) as { readonly status: number }).status;
    expect(await code(await ask({ Date: DATES[0] }))).toBe(0);
    expect(await code(await ask({ ProjectCode: 'EMC03001', Date: DATES[0] }))).not.toBe(1);
  });
});

describe('the record of changes', () => {
  const changes = (more: object = {}, who = operator) => post('GetDataMessageByType', { Type: 'change', ...more }, who);
  const rowsOf = ({ data }: Reply) => data['rows'] as readonly Record<string, unknown>[];
  let entry = '';

  it('tells who changed what from what to what, why, and which days that reached', async () => {
    const sheet = await post('GetDeviceList', { ProjectCodes: [TWO], Dates: [DATES[1]] });
    entry = String(
      (sheet.data['rows'] as readonly Record<string, unknown>[]).find((one) => one['DeviceId'] === id(TWO, 0))?.[
        'EntryId'
      ],
    );
    const fixed = { EntryId: entry, Reading: '5021', ReasonType: '录入笔误', Reason: '看错一位' };
    expect(await post('UpdateDataEntry', fixed)).toMatchObject({ message: '', data: { State: '已生效' } });
    const list = await changes({ ProjectCode: TWO });
    const [first] = rowsOf(list);
    expect(first).toMatchObject({
      Kind: '读数修改',
      ProjectCode: TWO,
      DataDate: `${DATES[1]} 08:00`,
      Before: '5020.00',
      After: '5021.00',
      Diff: '1',
      DiffRate: 0.02,
      ReasonType: '录入笔误',
      Reason: '看错一位',
      Approver: null,
      Source: '网页',
      LockState: '可录',
      Grave: false,
    });
    const ratio = Number(
      (
        await sql<{
          value: string;
        }>`select value from meter_ratio where meter_id = ${id(TWO, 0)} and state = '已生效'`.execute(server.db)
      ).rows[0]?.value,
    );
    // One more on the dial on the day that the reading closes.
    expect(first?.['Impact']).toEqual([
      expect.objectContaining({ Day: DATES[0], Before: String(10 * ratio), After: String(11 * ratio) }),
    ]);
    expect(list.data['Reasons']).toEqual([{ Reason: '录入笔误', Count: 1 }]);
  });

  it('is narrowed down by kind, person, day and reading, over the projects that one sees', async () => {
    await sql`insert into period_act (project_code, month, act, why) values (${ONE}, '2020-01', 'lock', ''), (${ONE}, '2020-01', 'unlock', '补录'),
      ('EMC03001', '2020-01', 'unlock', '别的项目')`.execute(server.db);
    const kinds = async (more: object) =>
      rowsOf(await changes(more)).map((one) => `${one['Kind']} ${one['ProjectCode'] ?? ''}`);
    expect(await kinds({ Kinds: ['解锁'] })).toEqual([`解锁 ${ONE}`]);
    expect(await kinds({ ProjectCode: TWO, Editor: operator.userId })).toEqual([`读数修改 ${TWO}`]);
    expect(await kinds({ ProjectCode: TWO, DataDate: { to: DATES[0] } })).toEqual([]);
    expect(await kinds({ EntryId: entry })).toEqual([`读数修改 ${TWO}`]);
    expect(await kinds({ EditTime: { to: '2020-01-01' } })).toEqual([]);
    expect((await changes({ ProjectCode: 'EMC03001' })).status).toBe(404);
    expect((await changes({ EditTime: { from: '2020-01-01', to: '2026-01-01' } })).errors[0]?.path).toBe('EditTime');
    expect((await changes({}, await server.client.signIn('hr'))).status).toBe(403);
  });

  it('shows prices to those only who may see them', async () => {
    await sql`insert into audit_log (kind, action, object, before, after) values ('价格', '修改购能价格', ${`${TWO} 电 2026-01-01`},
      '{"prices": "0.8"}', '{"prices": "0.9"}')`.execute(server.db);
    const shown = async (who: Held) => rowsOf(await changes({ Kinds: ['价格'] }, who)).map((one) => one['After']);
    expect(await shown(operator)).toEqual(['0.9']);
    expect(await shown(await server.client.signIn('operator'))).toEqual([]);
  });

  it('leaves as a workbook with the same rows', async () => {
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { ...held(operator), 'content-type': 'application/json' },
      body: JSON.stringify({ Kind: 'dataReplaceRecord', ProjectCode: TWO, Kinds: ['读数修改'] }),
    });
    const sheet = (await readXlsx(Buffer.from(await answer.arrayBuffer())))[0]?.data ?? [];
    expect(sheet).toHaveLength(2);
    expect(sheet[1]?.slice(1, 11)).toEqual(
      expect.arrayContaining(['读数修改', `${DATES[1]} 08:00`, 5020, 5021, 1, 0.02, '录入笔误', '看错一位']),
    );
  });
});

describe('corrections that follow each other', () => {
  it('each keep the days that they changed themselves, and a day’s report stands among them', async () => {
    const sheet = await post('GetDeviceList', { ProjectCodes: [TWO], Dates: [DATES[1]] });
    const entryOf = (of: Reply) =>
      (of.data['rows'] as readonly Record<string, unknown>[]).find((one) => one['DeviceId'] === id(TWO, 0))?.[
        'EntryId'
      ];
    const fixed = { EntryId: entryOf(sheet), Reading: '5020.5', ReasonType: '录入笔误', Reason: '再看一次' };
    expect((await post('UpdateDataEntry', fixed)).message).toBe('');
    await drainQueue(server.db);
    await sql`insert into day_report_version (project_code, day, version, content, changed, reason, state, created_by)
      values (${TWO}, ${DATES[0]}, 1, '{}', '[{"Field": "室外最高", "Before": "30", "After": "31"}, {"Field": "备注", "Before": "", "After": "雨"}]',
        '抄错', '已生效', ${operator.userId}), (${TWO}, ${DATES[0]}, 2, '{}', '[]', '待议', '待同意', ${operator.userId})`.execute(
      server.db,
    );
    const { data } = await post('GetDataMessageByType', {
      Type: 'change',
      ProjectCode: TWO,
      Kinds: ['读数修改', '日报'],
    });
    const rows = data['rows'] as readonly Readonly<Record<string, unknown>>[];
    expect(data['Costs']).toBe(true);
    expect(rows.map((one) => [one['Kind'], one['Before'], one['After']])).toEqual([
      ['日报', '室外最高 30；备注', '室外最高 31；备注 雨'],
      ['读数修改', '5021.00', '5020.50'],
      ['读数修改', '5020.00', '5021.00'],
    ]);
    expect(rows.map((one) => (one['Impact'] as readonly unknown[]).length)).toEqual([0, 1, 1]);
    expect(rows[0]).toMatchObject({ DataDate: DATES[0], Target: '日报 第1版', Months: [DATES[0].slice(0, 7)] });
  });
});

it('fills a gap in which a dial went round, once somebody confirmed that it did', async () => {
  const meter = id(ONE, 4);
  const at = (back: number) => new Date(instantOf(addDays(DATES[0], -back), CUT, CHINA));
  await sql`update meter set max_rate = null where device_id = ${meter}`.execute(server.db);
  await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes)
    select meter_id, project_code, register, at, case when at = ${at(2)} then 999990 end, '改', id from manual_reading
    where meter_id = ${meter} and at in (${at(2)}, ${at(1)})`.execute(server.db);
  await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, rollover)
    values (${meter}, ${ONE}, 'total', ${at(0)}, 14, '实', 'claimed')`.execute(server.db);
  const [From, next] = [addDays(DATES[0], -2), addDays(DATES[0], -1)];
  const fill = (more: object) =>
    post('InsertBackData', { ProjectCode: ONE, DeviceId: meter, Register: 'total', Reason: '停电', ...more });
  const estimate = { Method: '线性', From, To: From };
  const said = '后读数 14.00 小于前读数 999990.00，请先由项目经理确认翻转，再补录';
  expect((await fill(estimate)).errors).toMatchObject([{ path: 'From', message: said }]);
  const { rows: last } = await sql<{ id: string }>`select id::text from manual_reading
    where meter_id = ${meter} and at = ${at(0)}`.execute(server.db);
  const reading = { meter, project: ONE, register: 'total', at: at(0).getTime(), value: '14', day: next } as const;
  const confirmed = { ...reading, flag: '改', rollover: 'confirmed', supersedes: last[0]?.id ?? '' } as const;
  await server.db.transaction().execute((tx) => addReadings(tx, null, [confirmed], '试验'));
  await drainQueue(server.db);
  const taken = { Method: '实抄', Rows: [{ Date: next, Reading: '500' }], Preview: true };
  expect((await fill(taken)).errors).toMatchObject([{ message: '应不小于 999990.00，或在翻转之后不大于 14.00' }]);
  const { data } = await post('GetDataMessageByType', { Type: 'missing', ProjectCode: ONE, Month: From.slice(0, 7) });
  const gap = (data['rows'] as readonly Record<string, unknown>[]).find(
    (one) => one['DeviceId'] === meter && one['GapFrom'] === From,
  );
  const { rows: ratio } = await sql<{ value: number }>`select value::float8 as value from meter_ratio
    where meter_id = ${meter}`.execute(server.db);
  expect(gap).toMatchObject({ After: '14.00', TotalUsage: String(24 * (ratio[0]?.value ?? 0)) });
  expect((await fill(estimate)).data).toMatchObject({ Saved: 1, Rows: [{ Reading: '2.00' }] });
  const { rows } = await sql<{ usage: number }>`select usage::float8 as usage from meter_day
    where meter_id = ${meter} and day in (${From}, ${next})`.execute(server.db);
  expect(rows.map(({ usage }) => usage / (ratio[0]?.value ?? 0))).toEqual([12, 12]);
});

describe('the figures of several projects', () => {
  const MONTH = DATES[0].slice(0, 7);
  const ask = { Type: 'progress', Month: MONTH, ProjectCodes: [ONE, TWO] };
  let analyst: Held;
  beforeAll(async () => {
    analyst = await server.client.signIn('energyAnalyst');
  });

  it('leave as a workbook with a line for each and a column for each day', async () => {
    const { data } = await post('GetDataMessageByType', ask, analyst);
    const rows = data['rows'] as readonly Record<string, number>[];
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { ...held(analyst), 'content-type': 'application/json' },
      body: JSON.stringify({ Kind: 'projectInputCount', Month: MONTH, ProjectCodes: [ONE, TWO] }),
    });
    const [lines, calendar] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], ...body] = lines?.data ?? [];
    const column = (name: string) => body.map((line) => line[head.indexOf(name)]);
    expect(column('项目编码')).toEqual([ONE, TWO]);
    expect(column('应录')).toEqual(rows.map(({ Due }) => Due));
    expect(column('已录')).toEqual(rows.map(({ Done }) => Done));
    expect(column('月锁状态')).toEqual(['未锁', '未锁']);
    const days = new Set((data['Calendar'] as readonly { readonly Date: string }[]).map((one) => one.Date));
    expect(calendar?.data[0]).toEqual(['项目', ...[...days].sort()]);
    expect(calendar?.data).toHaveLength(3);
    const water = await post('GetDataMessageByType', { ...ask, CategoryCode: 'water' }, analyst);
    const due = (water.data['rows'] as readonly Record<string, number>[]).map(({ Due }) => Due ?? 0);
    expect(due.every((count, at) => count < (rows[at]?.['Due'] ?? 0))).toBe(true);
  });

  it('tell of each project by itself whether it was urged and whether its month could be closed', async () => {
    const outcomes = ({ data }: Reply) =>
      (
        data['Results'] as readonly {
          readonly ProjectCode: string;
          readonly Done: boolean;
          readonly Messages: string[];
        }[]
      ).map((one) => `${one.ProjectCode} ${one.Done ? '' : one.Messages[0]}`);
    const urge = (ProjectCodes: readonly string[], who = analyst) => post('Urge', { ProjectCodes, Month: MONTH }, who);
    expect(outcomes(await urge([TWO]))).toEqual([`${TWO} `]);
    expect(outcomes(await urge([TWO, ONE, 'EMC99999']))).toEqual([
      `${ONE} `,
      `${TWO} 4 小时内已催办过该项目，请稍后再催`,
      expect.stringContaining('EMC99999 项目不存在'),
    ]);
    expect((await urge([], analyst)).errors).toEqual([{ path: 'ProjectCodes', message: '请选择项目' }]);
    expect((await urge([ONE], operator)).status).toBe(403);
    const lock = (more: object, who = analyst) =>
      post('InsertProjectSetUp', { SetType: 'periodLock', Action: 'lock', ...more }, who);
    // The month that runs is closed for none of them, each with its reason.
    const running = dayAt(Date.now(), CHINA).slice(0, 7);
    expect(outcomes(await lock({ ProjectCodes: [TWO, ONE], Month: running }))).toEqual([
      `${ONE} 本月尚未结束，不能月锁`,
      `${TWO} 本月尚未结束，不能月锁`,
    ]);
    const state = { SetType: 'periodLock', ProjectCode: ONE, Month: running };
    // Of one that the clock closed, the director opens what may be opened.
    const director = await server.client.signIn('operationDirector');
    const opened = { ProjectCodes: [ONE, 'EMC99999'], Month: '2019-03', Action: 'unlock', Reason: '补录' };
    expect(outcomes(await lock(opened, director))).toEqual([`${ONE} `, expect.stringContaining('EMC99999 项目不存在')]);
    // Nothing was read in it: what stands in the way of closing it again says what kind of thing it is.
    expect((await post('GetProjectSetUp', { ...state, Month: '2019-03' }, analyst)).data).toMatchObject({
      State: '未锁',
      Unmet: [{ Kind: 'missing', Count: 0 }],
    });
  });
});

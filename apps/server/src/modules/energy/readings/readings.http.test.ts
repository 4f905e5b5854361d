/** A sheet of meters over the wire: what it shows, what is refused at which cell, and what a submission leaves. */
import { randomUUID } from 'node:crypto';
import { today } from '@hengneng/core';
import { addDays, CHINA, dayAt, instantOf } from '@hengneng/energy/measuring';
import readXlsx from 'read-excel-file/node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOT, held as headersOf, type Held, type Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from './index.ts';
import { runAround, tellLongEstimates } from './long-estimates.ts';

const PROJECT = 'EMC01002';
const CUT = 480;
const now = Date.now();
/** The last cut that has passed. */
const DATE = dayAt(now - CUT * 60_000, CHINA);
let server: TestServer;
let operator: Held;
const meters = new Map<string, string>();

const at = (date: string): number => instantOf(date, CUT, CHINA);
const call = (name: string, body: object, who: Held = operator, headers: Record<string, string> = {}): Promise<Reply> =>
  server.client.json(`/emcapi/DataEntry/${name}`, { ProjectCode: PROJECT, ...body }, who, headers);
const insert = (rows: readonly object[], more: object = {}, headers: Record<string, string> = {}) =>
  call('Insert', { Date: DATE, Rows: rows, ...more }, operator, headers);
const id = (code: string): string => meters.get(code) ?? '';
const row = (code: string, reading: string, more: object = {}) => ({
  DeviceId: id(code),
  Register: 'total',
  Reading: reading,
  ...more,
});
const faults = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
const photo = async (who = operator) => [
  (await server.client.upload('/emcapi/FileImport/UploadPhoto', 'a.png', DOT, who)).data,
];

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('operator');
  const { db } = server;
  const { rows } = await sql<{
    id: string;
    code: string;
  }>`select d.id::text, d.code from meter m join device d on d.id = m.device_id
    where m.project_code = ${PROJECT}`.execute(db);
  for (const one of rows) meters.set(one.code, one.id);
  // A day and a half for entry and as much more until days are locked, so that the test is the same at any hour.
  await sql`insert into operational_setting (project_code, valid_from, entry_days, day_lock_days)
    values (${PROJECT}, '2020-01-01', 2, 4)`.execute(db);

  // Twenty days of 100 a day on each dial, up to the day before.
  await db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      [...meters.values()].flatMap((meter) =>
        Array.from({ length: 20 }, (_, back) => ({
          meter,
          project: PROJECT,
          register: 'total' as const,
          at: at(addDays(DATE, -back - 1)),
          value: String(5000 - back * 10),
          flag: '实' as const,
          day: addDays(DATE, -back - 2),
        })),
      ),
      '试验',
    ),
  );
  await drainQueue(db);
});
afterAll(() => server.close());

describe('a sheet', () => {
  it('shows what went before, what days like it used, and its progress', async () => {
    const sheet = await call('GetDeviceList', { Date: DATE });
    expect(sheet).toMatchObject({ status: 1, data: { DayCut: '08:00', Tolerance: 60 } });
    const rows = sheet.data.rows as readonly Record<string, unknown>[];
    expect(rows).toHaveLength(meters.size);
    expect(rows.find((one) => one.DeviceId === id('DB-03'))).toMatchObject({
      Register: 'total',
      RegisterName: '总',
      LastReading: '5000.00',
      Ratio: '60',
      MedianSameTemp: 600,
      SampleDays: 7,
      Day: addDays(DATE, -1),
      EntryId: null,
      PeriodState: 'open',
    });
    const categories = await call('GetCategoryList', { Date: DATE });
    expect(
      (categories.data as unknown as Record<string, unknown>[]).find((one) => one.CategoryCode === 'elec'),
    ).toMatchObject({
      DueCount: 6,
      EnteredCount: 0,
    });
  });

  it('is only for who may see the project', async () => {
    expect((await call('GetDeviceList', {}, await server.client.signIn('operator3'))).status).toBe(404);
    expect((await call('GetDeviceList', {}, await server.client.signIn('hr'))).status).toBe(403);
    const analyst = await server.client.signIn('energyAnalyst');
    expect((await call('GetDeviceList', {}, analyst)).status).toBe(1);
    expect((await call('Insert', { Date: DATE, Rows: [row('DB-03', '5010')] }, analyst)).status).toBe(403);
  });
});

describe('a submission', () => {
  const count = async (): Promise<number> =>
    Number(
      (
        await sql<{ n: string }>`select count(*) as n from manual_reading where project_code = ${PROJECT}`.execute(
          server.db,
        )
      ).rows[0]?.n,
    );

  it('says at each cell what is wrong and writes nothing then', async () => {
    const before = await count();
    const answer = await insert([
      row('DB-03', '5010'),
      row('DB-04', '4000'),
      row('DB-05', '12,34'),
      row('SB-02', '5080'),
      row('DB-01', '5010'),
      { DeviceId: '999999', Register: 'total', Reading: '1' },
      row('WR-01', '5010', { Missed: '其他' }),
    ]);
    expect(answer.status).toBe(0);
    expect(faults(answer)).toEqual([
      'Rows[1].Reading 本次读数小于上次读数 5000.00；表计已翻转请勾选「已翻转」，已换表请先登记换表',
      'Rows[2].Reading 「12,34」不是数字',
      'Rows[3].ReasonType 样本不足，较近7日均值 +700%，请填写原因后提交',
      'Rows[4].Photos 总电表为结算表，请拍照',
      'Rows[5].DeviceId 表计不存在、已停用，或没有该示数项',
      'Rows[6].Note 未抄原因为其他时请写明',
    ]);
    expect(await count()).toBe(before);
    expect(faults(await insert([row('DB-03', '5010'), row('DB-03', '5011')]))).toEqual([
      'Rows[1].Reading 同一表计的同一示数项重复',
    ]);
    expect(faults(await insert([row('DB-03', '5010')], { Date: addDays(DATE, -9) }))[0]).toMatch(/请到数据补录/);
    expect(faults(await insert([row('DB-03', '5010')], { Date: addDays(DATE, 2) }))).toEqual([
      'Rows[0].Reading 抄表时刻不能晚于现在',
    ]);
  });

  it('is written once however often it is sent, and its days are worked out', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const rows = [
      row('DB-03', '5010'),
      row('SB-02', '5080', { ReasonType: '设备故障' }),
      row('DB-01', '5012', { Photos: await photo() }),
    ];
    const before = await count();
    const first = await insert(rows, {}, key);
    expect(first.data).toMatchObject({ Saved: 3 });
    expect((await insert(rows, {}, key)).data).toEqual(first.data);
    expect(await count()).toBe(before + 3);
    const { rows: days } = await sql`select trim_scale(usage)::text as usage, got from meter_day
      where meter_id = ${id('DB-03')} and day = ${addDays(DATE, -1)}`.execute(server.db);
    expect(days).toEqual([{ usage: '600', got: 1 }]);
    const again = await insert([row('DB-03', '5011')]);
    expect(faults(again)[0]).toMatch(/^Rows\[0\]\.Reading 08:00 已由 .+ 录入 5010\.00，是否改为修改？$/);
    const there = await call('IsExistDeviceInfo', {
      DeviceId: id('DB-03'),
      Register: 'total',
      ReadTime: new Date(at(DATE)).toISOString(),
    });
    expect(there.data).toMatchObject({ Exists: true, Reading: '5010' });
  });

  it('keeps a second value from a telephone beside the first, once', async () => {
    const ClientId = randomUUID();
    const send = () => insert([row('DB-03', '5011', { ClientId })], { Source: 'mobile' });
    const sent = await send();
    expect(sent.data.Conflicts).toMatchObject([{ Words: expect.stringMatching(/你的值 5011 已存为待核对$/) }]);
    const before = await count();
    expect((await send()).data).toMatchObject({ Saved: 1, Conflicts: [] });
    expect(await count()).toBe(before);
    const sheet = await call('GetDeviceList', { Date: DATE });
    const rows = sheet.data.rows as readonly Record<string, unknown>[];
    expect(rows.find((one) => one.DeviceId === id('DB-03'))).toMatchObject({ Reading: '5010.00' });
  });

  it('lets two who submit the same sheet at once have one of them told', async () => {
    const both = await Promise.all([insert([row('DB-05', '5010')]), insert([row('DB-05', '5010')])]);
    expect(both.map(({ status }) => status).sort()).toEqual([0, 1]);
  });

  it('counts a rollover only once somebody confirmed it, and explains what was not read', async () => {
    const turned = await insert([row('DB-04', '3', { Rollover: true })]);
    // 999999.99 is far: what it would have counted is more than the meter can.
    expect(faults(turned)[0]).toMatch(/不能确认为翻转/);
    expect((await insert([{ DeviceId: id('WR-01'), Register: 'total', Missed: '门锁' }])).data).toMatchObject({
      Missed: 1,
      Saved: 0,
    });
    const sheet = await call('GetDeviceList', { Date: DATE, CategoryCode: 'hotWater' });
    expect((sheet.data.rows as readonly Record<string, unknown>[])[0]).toMatchObject({ Missed: '门锁', EntryId: null });
  });
});

/** The reading that holds, so many days back. */
interface Found {
  readonly EntryId: string;
  readonly VersionCount: number;
  readonly Reading?: string;
  readonly Rollover?: string | null;
  readonly CandidateId?: string | null;
}
const entryOf = async (code: string, back: number): Promise<Found> => {
  const date = addDays(DATE, -back);
  const asked = { DeviceId: id(code), Date: { from: date, to: date }, WithVersions: true };
  const { data } = await call('GetNyDeviceDataList', asked);
  return (data.rows as readonly Found[])[0] ?? { EntryId: '', VersionCount: 0 };
};
const update = (body: object, who: Held) => call('UpdateDataEntry', body, who);

describe('a correction', () => {
  const usage = async (code: string, back: number): Promise<string | undefined> =>
    (
      await sql<{ usage: string }>`select trim_scale(usage)::text as usage from meter_day
        where meter_id = ${id(code)} and day = ${addDays(DATE, -back)}`.execute(server.db)
    ).rows[0]?.usage;

  it('tells what it changes, is written as a version, and leaves the old one to be seen', async () => {
    const manager = await server.client.signIn('projectManager');
    const { EntryId } = await entryOf('RB-01', 1);
    const change = { EntryId, Version: 1, Reading: '5003', ReasonType: '录入笔误' };
    expect(faults(await update({ ...change, ReasonType: '' }, manager))).toEqual(['ReasonType 请选择原因类型']);
    expect(faults(await update({ ...change, Reading: '5000' }, manager))).toEqual(['Reading 数值没有变化']);
    expect(faults(await update({ ...change, Reading: '4000' }, manager))[0]).toMatch(/小于上次读数/);
    const seen = await update({ ...change, Preview: true }, manager);
    expect(seen.data).toMatchObject({
      State: '预览',
      Impact: [{ Before: '10', After: '13', Difference: '3' }, { Difference: '3' }],
    });
    const [, month] = seen.data.Impact as readonly { Before: string; After: string }[];
    expect(Number(month?.After) - Number(month?.Before)).toBe(3);
    expect(await usage('RB-01', 2)).toBe('10');
    expect((await update(change, manager)).data).toMatchObject({ State: '已生效', Version: 2 });
    expect(await usage('RB-01', 2)).toBe('13');
    const stale = await update({ ...change, Reading: '5004' }, manager);
    expect([stale.status, stale.message]).toEqual([
      409,
      expect.stringMatching(/^该读数已由 .+ 于 .+ 改过，请刷新后再改$/),
    ]);
    expect(await entryOf('RB-01', 1)).toMatchObject({
      VersionCount: 2,
      Flag: '改',
      // Judged as what was entered is.
      Usage: '13',
      Verdict: 'notice',
      Versions: [
        { No: 1, Reading: '5000' },
        { No: 2, Reading: '5003', ReasonType: '录入笔误' },
      ],
    });
  });

  it('of a locked day is proposed by one and agreed to by another', async () => {
    const manager = await server.client.signIn('projectManager');
    const analyst = await server.client.signIn('energyAnalyst');
    // The day lock is three days after; the month's may have come already.
    const { EntryId } = await entryOf('RB-01', 6);
    const change = { EntryId, Reading: '4952', ReasonType: '抄错表', Photos: await photo(manager) };
    const proposed = await update(change, manager);
    if (proposed.status === 403) {
      expect(proposed.message).toBe('该月已月锁，任何人都不能修改，请登记调整');
      return;
    }
    expect(proposed.data).toMatchObject({ State: '待同意' });
    // Whoever agrees sees the dial, and what becomes of the figures.
    expect(await entryOf('RB-01', 6)).toMatchObject({ Proposal: { Reading: '4952', Photos: change.Photos } });
    const seen = await update({ ...change, Preview: true }, analyst);
    expect((seen.data.Impact as object[])[0]).toMatchObject({ Before: '10', After: '12' });
    expect(await usage('RB-01', 7)).toBe('10');
    expect((await update(change, manager)).status).toBe(409);
    expect((await update({ EntryId, Action: 'agree' }, manager)).status).toBe(403);
    expect((await update({ EntryId, Action: 'agree' }, analyst)).data).toMatchObject({ State: '已生效' });
    expect(await usage('RB-01', 7)).toBe('12');
    expect((await update({ EntryId, Action: 'agree' }, analyst)).status).toBe(409);
  });

  it('decides between two values of one moment', async () => {
    const manager = await server.client.signIn('projectManager');
    const accept = (EntryId: unknown, who: Held) => update({ EntryId, Action: 'acceptCandidate' }, who);
    const { CandidateId } = await entryOf('DB-03', 0);
    expect(await entryOf('DB-03', 0)).toMatchObject({ Reading: '5010.00', Candidate: '5011.00' });
    expect((await accept(CandidateId, manager)).data).toMatchObject({ State: '已生效', After: '5011' });
    expect(await entryOf('DB-03', 0)).toMatchObject({ EntryId: CandidateId, Reading: '5011.00', Candidate: null });
    expect(await usage('DB-03', 1)).toBe('660');
    expect((await accept(CandidateId, manager)).status).toBe(409);
    // Whoever came second may give way at once; whose is taken is for the manager to say.
    await update({ EntryId: CandidateId, Reading: '5013', ReasonType: '录入笔误' }, manager);
    const sent = await insert([row('DB-03', '5012', { ClientId: randomUUID() })], { Source: 'mobile' });
    const [both] = sent.data.Conflicts as readonly { readonly Mine: string; readonly Theirs: string }[];
    expect((await accept(both?.Mine, operator)).status).toBe(403);
    expect((await accept(both?.Theirs, operator)).data).toMatchObject({ State: '已生效', After: '5013' });
    expect(await entryOf('DB-03', 0)).toMatchObject({ Reading: '5013.00', Candidate: null });
  });
});

describe('a correction of several', () => {
  it('writes all of them or none, each as a version of its own, whatever order their neighbours ask for', async () => {
    const manager = await server.client.signIn('projectManager');
    const [last, before] = [await entryOf('DB-05', 1), await entryOf('DB-05', 2)];
    const Entries = [
      { EntryId: before?.EntryId, Version: before?.VersionCount, Reading: '4995' },
      { EntryId: last?.EntryId, Version: last?.VersionCount, Reading: '5006' },
    ];
    const change = { ReasonType: '倍率错', Entries };
    expect(faults(await update({ ...change, ReasonType: '' }, manager))).toEqual(['ReasonType 请选择原因类型']);
    const wrong = await update({ ...change, Entries: [Entries[0], { ...Entries[1], Reading: '4000' }] }, manager);
    expect(faults(wrong)[0]).toMatch(/^Entries\[1\]\.Reading 本次读数小于上次读数/);
    expect((await entryOf('DB-05', 2))?.VersionCount).toBe(1);
    expect(faults(await update({ ...change, Entries: [Entries[0], Entries[0]] }, manager))).toEqual([
      'Entries[1].EntryId 同一读数重复',
    ]);
    const done = await update(change, manager);
    expect(done.message).toBe('');
    expect(done.data.Entries).toMatchObject([
      { Before: '4990', After: '4995', Version: 2, State: '已生效' },
      { Before: '5000', After: '5006', Version: 2, State: '已生效' },
    ]);
    expect(faults(await update(change, manager))[0]).toMatch(
      /^Entries\[0\]\.Reading 该读数已由 .+ 改过，请刷新后再改$/,
    );
    expect((await update({ ...change, Action: 'agree' }, manager)).errors[0]?.path).toBe('Action');
    expect((await update(change, await server.client.signIn('hr'))).status).toBe(403);
  });

  it('is found by a version of it, and leaves as a workbook with its versions', async () => {
    const manager = await server.client.signIn('projectManager');
    const one = await entryOf('DB-05', 1);
    const linked = await call('GetNyDeviceDataList', { EntryId: one?.EntryId });
    expect(linked.data).toMatchObject({ total: 1, rows: [{ EntryId: one?.EntryId, Reading: '5006.00' }] });
    const [date, next] = [addDays(DATE, -2), addDays(DATE, -1)];
    const take = (who: Held) =>
      fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
        method: 'POST',
        headers: { ...headersOf(who), 'content-type': 'application/json' },
        body: JSON.stringify({
          Kind: 'dataEdit',
          ProjectCode: PROJECT,
          DeviceId: id('DB-05'),
          Date: { from: date, to: next },
        }),
      });
    const [readings, versions] = await readXlsx(Buffer.from(await (await take(manager)).arrayBuffer()));
    const column = (sheet: typeof readings, name: string) => {
      const [head = [], ...lines] = sheet?.data ?? [];
      return lines.map((line) => line[head.indexOf(name)]);
    };
    expect(column(readings, '读数')).toEqual([5006, 4995]);
    expect(column(readings, '版本数')).toEqual([2, 2]);
    expect(column(versions, '读数')).toEqual([5000, 5006, 4990, 4995]);
    expect(column(versions, '原因类型')).toEqual([null, '倍率错', null, '倍率错']);
    expect(await (await take(await server.client.signIn('operator3'))).json()).toMatchObject({ status: 404 });
  });

  it('of a dial that is said to have turned round is confirmed by its picture, or sent back to be corrected', async () => {
    const manager = await server.client.signIn('projectManager');
    const { rows } = await sql<{ id: string }>`insert into manual_reading
      (meter_id, project_code, register, at, value, flag, rollover, recorded_by)
      values (${id('SB-02')}, ${PROJECT}, 'total', ${new Date(at(addDays(DATE, -1)) + 3 * 3_600_000)}, 12, '实', 'claimed', ${operator.userId})
      returning id::text`.execute(server.db);
    const EntryId = rows[0]?.id ?? '';
    expect(faults(await update({ EntryId, Action: 'confirmRollover' }, manager))).toEqual([
      'Photos 没有表盘照片，请先上传照片再确认翻转',
    ]);
    expect(
      (await update({ EntryId, Action: 'refuse', Reason: '是抄错' }, await server.client.signIn('energyAnalyst')))
        .message,
    ).toBe('翻转由项目经理确认');
    expect(faults(await update({ EntryId, Action: 'refuse' }, manager))).toEqual(['Reason 请填写退回原因']);
    const back = await update({ EntryId, Action: 'refuse', Reason: '是抄错' }, manager);
    expect(back.data).toMatchObject({ State: '已退回', After: null });
    expect((await update({ EntryId, Action: 'refuse', Reason: '是抄错' }, manager)).status).toBe(409);
    const { rows: told } = await sql<{ title: string }>`select title from message
      where user_id = ${operator.userId} and kind = '抄表退回'`.execute(server.db);
    expect(told[0]?.title).toMatch(/不是翻转，请改数后重新录入或登记换表$/);
  });

  it('may be said to have turned round by a correction', async () => {
    const manager = await server.client.signIn('projectManager');
    const one = await entryOf('DB-05', 1);
    const low = { EntryId: one?.EntryId, Version: one?.VersionCount, Reading: '2', ReasonType: '倍率错' };
    expect(faults(await update(low, manager))[0]).toContain('表计已翻转请勾选「已翻转」');
    // Nobody said what it can count.
    await sql`update meter set max_rate = null where device_id = ${id('DB-05')}`.execute(server.db);
    expect((await update({ ...low, Rollover: true }, manager)).data).toMatchObject({ State: '已生效', After: '2' });
    const turned = await entryOf('DB-05', 1);
    expect(turned).toMatchObject({ Reading: '2.00', Rollover: 'claimed' });
    // Not turned round after all: the mark goes with the number.
    const back = {
      ...low,
      EntryId: turned?.EntryId,
      Version: turned?.VersionCount,
      Reading: one?.Reading,
      Rollover: false,
    };
    expect((await update(back, manager)).message).toBe('');
    expect(await entryOf('DB-05', 1)).toMatchObject({ Reading: one?.Reading, Rollover: null });
  });
});

describe('a gap', () => {
  const fill = (body: object, who: Held) => call('InsertBackData', { Register: 'total', ...body }, who);
  const gaps = async (who: Held) =>
    (
      (await call('GetDataMessageByType', { Type: 'missing', Month: addDays(DATE, -1).slice(0, 7) }, who)).data
        .rows as readonly Record<string, unknown>[]
    ).filter((one) => one.DeviceId === id('SB-01'));

  it('is listed, worked out so that its days make up the whole, and filled by the project manager only', async () => {
    const manager = await server.client.signIn('projectManager');
    // The last day is missing; what follows it is read.
    expect((await gaps(manager)).at(-1)).toMatchObject({ GapTo: addDays(DATE, -1), After: null, Suggest: '实抄' });
    const estimate = {
      DeviceId: id('SB-01'),
      Method: '线性',
      From: addDays(DATE, -1),
      To: addDays(DATE, -1),
      Reason: '停电',
    };
    expect(faults(await fill(estimate, manager))).toEqual(['To 缺口之后还没有读数，不能估算，请按实抄补录']);
    const taken = { DeviceId: id('SB-01'), Method: '实抄', Reason: '漏录', Rows: [{ Date: DATE, Reading: '4999' }] };
    expect(faults(await fill({ ...taken, Reason: '' }, manager))).toEqual([
      'Attachments 实抄补录须上传照片或纸质记录',
      'Reason 请填写补录原因',
      'Rows[0].Reading 应不小于前读数 5000.00',
    ]);
    const paper = await photo(manager);
    expect(faults(await fill({ ...taken, Attachments: paper }, manager))).toEqual([
      'Rows[0].Reading 应不小于前读数 5000.00',
    ]);
    // Nobody used more in a day than the meter can count, whenever it is written down.
    const much = { ...taken, Rows: [{ Date: DATE, Reading: '9999999' }], Preview: true };
    expect(faults(await fill(much, manager))[0]).toMatch(/^Rows\[0\].Reading 用量 \d+ m³ 超过该表最大可能值/);
    const good = { ...taken, Attachments: paper, Rows: [{ Date: DATE, Reading: '5007' }] };
    expect((await fill({ ...good, Preview: true }, manager)).data).toMatchObject({ Saved: 0, Rows: [{ Usage: '7' }] });
    // A project that reads its meters at another time: what is filled in stands there too.
    const cut = (minutes: number) =>
      sql`insert into operational_setting (project_code, valid_from, day_cut, entry_days) values (${PROJECT}, ${DATE}, ${minutes}, 3)
        on conflict (project_code, valid_from) do update set day_cut = excluded.day_cut`.execute(server.db);
    await cut(450);
    expect((await fill({ ...good, Preview: true }, manager)).data).toMatchObject({
      Rows: [{ At: new Date(instantOf(DATE, 450, CHINA)).toISOString() }],
    });
    await cut(480);
    expect((await fill(good, operator)).status).toBe(403);
    expect((await fill(good, manager)).data).toMatchObject({ Saved: 1 });
    const { rows } =
      await sql`select trim_scale(usage)::text as usage, trim_scale(estimated)::text as estimated, flags from meter_day
      where meter_id = ${id('SB-01')} and day = ${addDays(DATE, -1)}`.execute(server.db);
    expect(rows).toEqual([{ usage: '7', estimated: '7', flags: ['估', '补'] }]);
    expect((await gaps(manager)).filter((one) => one.GapTo === addDays(DATE, -1))).toEqual([]);
    // What nobody knew before is what it came to.
    const { data } = await call('GetDataMessageByType', { Type: 'change', Kinds: ['补录'] }, manager);
    const [filled] = data.rows as readonly Record<string, unknown>[];
    expect(filled).toMatchObject({ Impact: [{ Day: addDays(DATE, -1), Before: null, After: '7' }] });
    // A price, or that there is none.
    expect(filled?.Amount ?? filled?.AmountNote).toMatch(/^\d+\.\d\d$|无单价/);
  });

  it('stands in a calendar of its month, and leaves as a workbook with what was filled in', async () => {
    const manager = await server.client.signIn('projectManager');
    const ask = { Type: 'missing', Month: addDays(DATE, -1).slice(0, 7) };
    const { data } = await call('GetDataMessageByType', ask, manager);
    const days = data.Calendar as readonly { Date: string; Due: number; Done: number }[];
    const yesterday = days.find((one) => one.Date === addDays(DATE, -1));
    expect(yesterday?.Due).toBeGreaterThan(yesterday?.Done ?? 0);
    expect(yesterday?.Done).toBeGreaterThan(0);
    const take = (who: Held) =>
      fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
        method: 'POST',
        headers: { ...headersOf(who), 'content-type': 'application/json' },
        body: JSON.stringify({ ...ask, Kind: 'dataReplenish', ProjectCode: PROJECT }),
      });
    const [filled, missing] = await readXlsx(Buffer.from(await (await take(manager)).arrayBuffer()));
    const [head = [], ...lines] = filled?.data ?? [];
    const one = lines.map((line) => ['读数', '日用量', '品质', '方法', '原因'].map((name) => line[head.indexOf(name)]));
    expect(one).toEqual([[5007, 7, '实抄补录', '实抄', '漏录']]);
    expect((missing?.data.length ?? 0) - 1).toBe((data.rows as readonly unknown[]).length);
    expect(await (await take(await server.client.signIn('operator3'))).json()).toMatchObject({ status: 404 });
  });

  it('of a locked day is proposed by the manager and agreed to by the analyst', async () => {
    const [manager, analyst] = [
      await server.client.signIn('projectManager'),
      await server.client.signIn('energyAnalyst'),
    ];
    const moment = new Date(at(addDays(DATE, -6)));
    // Of what was read then nothing holds any more.
    await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes)
      select meter_id, project_code, register, at, null, '改', id from manual_reading
      where meter_id = ${id('WR-01')} and at = ${moment}`.execute(server.db);
    const ask = {
      DeviceId: id('WR-01'),
      Method: '线性',
      From: addDays(DATE, -7),
      To: addDays(DATE, -7),
      Reason: '停电',
    };
    const proposed = await fill(ask, manager);
    // The month's lock may have come already.
    if (proposed.status === 403) {
      expect(proposed.message).toBe('该月已月锁，任何人都不能修改，请登记调整');
      return;
    }
    expect(proposed.data).toMatchObject({ State: '待同意', Saved: 0, Rows: [{ Reading: '4950.00', Usage: '10' }] });
    const there = async () =>
      (
        await sql`select flag, recorded_by::text as by from manual_reading
          where meter_id = ${id('WR-01')} and at = ${moment} and flag = '估'`.execute(server.db)
      ).rows;
    expect(await there()).toEqual([]);
    expect((await fill(ask, manager)).message).toBe('该示数项已有待同意的补录，请先等能源数据分析师处理');
    const { data } = await call('GetDataMessageByType', { Type: 'missing' }, analyst);
    expect(data.Proposals).toMatchObject([{ DeviceId: id('WR-01'), From: ask.From, Reason: '停电', Mine: false }]);
    const decide = (Action: string, who: Held, Reason = '') =>
      fill({ ...ask, Action, Reason, ProposalId: proposed.data.ProposalId }, who);
    expect((await decide('agree', manager)).message).toBe('日锁后的补录由能源数据分析师同意');
    expect(faults(await decide('refuse', analyst))).toEqual(['Reason 请填写退回原因']);
    expect((await decide('refuse', analyst, '请附照片')).data).toMatchObject({ State: '已退回', Saved: 0 });
    expect((await decide('agree', analyst)).status).toBe(409);
    const again = await fill(ask, manager);
    const agree = { ...ask, Action: 'agree', ProposalId: again.data.ProposalId };
    expect((await fill(agree, analyst)).data).toMatchObject({ State: '已生效', Saved: 1 });
    // Written by who proposed it.
    expect(await there()).toEqual([{ flag: '估', by: manager.userId }]);
    expect((await fill(agree, analyst)).status).toBe(409);
    expect((await fill(ask, analyst)).status).toBe(403);
  });

  it('estimated for more than a week on end is told to who answers for the area', async () => {
    expect(runAround('2026-03-04', new Set(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-06']))).toBe(3);
    const { db } = server;
    const whole = { name: '试验项目', areaManager: operator.userId };
    const meter = { id: id('WR-01'), name: '热水表', register: 'total' as const };
    const since = addDays(DATE, -60);
    const days = (count: number) => Array.from({ length: count }, (_, on) => new Date(at(addDays(since, on))));
    const told = async (count: number) => {
      await db.transaction().execute(async (tx) => {
        for (const time of days(count))
          await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag)
            select ${meter.id}, ${PROJECT}, 'total', ${time}, 1, '估'
            where not exists (select from manual_reading r where r.meter_id = ${meter.id} and r.at = ${time})`.execute(
            tx,
          );
        await tellLongEstimates(tx, whole, meter, at(since));
      });
      const { rows } = await sql<{
        title: string;
        body: string;
      }>`select title, body from message where kind = '连续估算'
        order by id`.execute(db);
      return rows.map(({ title, body }) => `${title} ${body}`);
    };
    expect(await told(7)).toEqual([]);
    expect(await told(8)).toEqual(['试验项目 热水表 已连续估算 8 天 请督促恢复抄表']);
    expect((await told(16)).at(-1)).toBe('试验项目 热水表 已连续估算 16 天 连续估算已超过 15 天，按规定应列入考核');
  });
});

describe('the figures of entry', () => {
  it('count what was due, what came and what was corrected, for who may see the project', async () => {
    const analyst = await server.client.signIn('energyAnalyst');
    const ask = { Type: 'progress', Month: addDays(DATE, -1).slice(0, 7) };
    const { data } = await call('GetDataMessageByType', ask, analyst);
    const [figures] = data.rows as readonly Record<string, number>[];
    expect(figures).toMatchObject({ ProjectCode: PROJECT, Locked: false });
    expect(figures?.['Done']).toBeGreaterThan(0);
    expect((await call('GetDataMessageByType', { Type: 'nothing' }, analyst)).message).toBe('不支持的数据类型');
    const other = await call('GetDataMessageByType', ask, await server.client.signIn('operator3'));
    expect(other.data.rows).toEqual([]);
  });

  it('keep a month open that is not over, and only the analyst closes one', async () => {
    const analyst = await server.client.signIn('energyAnalyst');
    const lock = (body: object, who: Held) => call('InsertProjectSetUp', { SetType: 'periodLock', ...body }, who);
    const month = { Month: today(new Date()).slice(0, 7), Action: 'lock' };
    expect((await lock(month, analyst)).errors).toMatchObject([{ message: '本月尚未结束，不能月锁' }]);
    expect((await lock(month, await server.client.signIn('projectManager'))).status).toBe(403);
    expect((await lock({ SetType: 'nothing' }, analyst)).message).toBe('不支持的设置类型');
  });

  it('lead to a word with the manager, once in four hours', async () => {
    const analyst = await server.client.signIn('energyAnalyst');
    expect((await call('Urge', {}, analyst)).status).toBe(1);
    expect((await call('Urge', {}, analyst)).message).toBe('4 小时内已催办过该项目，请稍后再催');
  });
});

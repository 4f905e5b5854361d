/** A sheet of meters over the wire: what it shows, what is refused at which cell, and what a submission leaves. */
import { randomUUID } from 'node:crypto';
import { addDays, CHINA, dayAt, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from './index.ts';

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
const row = (code: string, reading: string, more: object = {}) => ({ DeviceId: id(code), Register: 'total', Reading: reading, ...more });
const faults = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const photo = async () => [(await server.client.upload('/emcapi/FileImport/UploadPhoto', 'a.png', PICTURE, operator)).data];

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('operator');
  const { db } = server;
  const { rows } = await sql<{ id: string; code: string }>`select d.id::text, d.code from meter m join device d on d.id = m.device_id
    where m.project_code = ${PROJECT}`.execute(db);
  for (const one of rows) meters.set(one.code, one.id);
  // A day and a half for entry, so that the test is the same at any hour.
  await sql`insert into operational_setting (project_code, valid_from, entry_days) values (${PROJECT}, '2020-01-01', 2)`.execute(db);
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
      LastReading: '5000',
      Ratio: '60',
      MedianSameTemp: 600,
      SampleDays: 7,
      Day: addDays(DATE, -1),
      EntryId: null,
      PeriodState: 'open',
    });
    const categories = await call('GetCategoryList', { Date: DATE });
    expect((categories.data as unknown as Record<string, unknown>[]).find((one) => one.CategoryCode === 'elec')).toMatchObject({
      DueCount: 5,
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
    Number((await sql<{ n: string }>`select count(*) as n from manual_reading where project_code = ${PROJECT}`.execute(server.db)).rows[0]?.n);

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
    expect(faults(await insert([row('DB-03', '5010'), row('DB-03', '5011')]))).toEqual(['Rows[1].Reading 同一表计的同一示数项重复']);
    expect(faults(await insert([row('DB-03', '5010')], { Date: addDays(DATE, -9) }))[0]).toMatch(/请到数据补录/);
    expect(faults(await insert([row('DB-03', '5010')], { Date: addDays(DATE, 2) }))).toEqual(['Rows[0].Reading 抄表时刻不能晚于现在']);
  });

  it('is written once however often it is sent, and its days are worked out', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const rows = [row('DB-03', '5010'), row('SB-02', '5080', { ReasonType: '设备故障' }), row('DB-01', '5012', { Photos: await photo() })];
    const before = await count();
    const first = await insert(rows, {}, key);
    expect(first.data).toMatchObject({ Saved: 3 });
    expect((await insert(rows, {}, key)).data).toEqual(first.data);
    expect(await count()).toBe(before + 3);
    const { rows: days } = await sql`select trim_scale(usage)::text as usage, got from meter_day
      where meter_id = ${id('DB-03')} and day = ${addDays(DATE, -1)}`.execute(server.db);
    expect(days).toEqual([{ usage: '600', got: 1 }]);
    const again = await insert([row('DB-03', '5011')]);
    expect(faults(again)[0]).toMatch(/^Rows\[0\]\.Reading 08:00 已由 .+ 录入 5010，是否改为修改？$/);
    const there = await call('IsExistDeviceInfo', { DeviceId: id('DB-03'), Register: 'total', ReadTime: new Date(at(DATE)).toISOString() });
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
    expect(rows.find((one) => one.DeviceId === id('DB-03'))).toMatchObject({ Reading: '5010' });
  });

  it('lets two who submit the same sheet at once have one of them told', async () => {
    const both = await Promise.all([insert([row('DB-05', '5010')]), insert([row('DB-05', '5010')])]);
    expect(both.map(({ status }) => status).sort()).toEqual([0, 1]);
  });

  it('counts a rollover only once somebody confirmed it, and explains what was not read', async () => {
    const turned = await insert([row('DB-04', '3', { Rollover: true })]);
    // 999999.99 is far: what it would have counted is more than the meter can.
    expect(faults(turned)[0]).toMatch(/不能确认为翻转/);
    expect((await insert([{ DeviceId: id('WR-01'), Register: 'total', Missed: '门锁' }])).data).toMatchObject({ Missed: 1, Saved: 0 });
    const sheet = await call('GetDeviceList', { Date: DATE, CategoryCode: 'hotWater' });
    expect((sheet.data.rows as readonly Record<string, unknown>[])[0]).toMatchObject({ Missed: '门锁', EntryId: null });
  });
});

describe('a correction', () => {
  /** The reading that holds, so many days back. */
  const entryOf = async (code: string, back: number): Promise<{ EntryId: string; VersionCount: number }> => {
    const date = addDays(DATE, -back);
    const answer = await call('GetNyDeviceDataList', { DeviceId: id(code), Date: { from: date, to: date }, WithVersions: true });
    return (answer.data.rows as readonly { EntryId: string; VersionCount: number }[])[0] ?? { EntryId: '', VersionCount: 0 };
  };
  const update = (body: object, who: Held) => call('UpdateDataEntry', body, who);
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
    expect(seen.data).toMatchObject({ State: '预览', Impact: [{ Before: '10', After: '13', Difference: '3' }, { Difference: '3' }] });
    expect(await usage('RB-01', 2)).toBe('10');
    expect((await update(change, manager)).data).toMatchObject({ State: '已生效', Version: 2 });
    expect(await usage('RB-01', 2)).toBe('13');
    const stale = await update({ ...change, Reading: '5004' }, manager);
    expect([stale.status, stale.message]).toEqual([409, expect.stringMatching(/^该读数已由 .+ 于 .+ 改过，请刷新后再改$/)]);
    expect(await entryOf('RB-01', 1)).toMatchObject({
      VersionCount: 2,
      Flag: '改',
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
    const change = { EntryId, Reading: '4952', ReasonType: '抄错表' };
    const proposed = await update(change, manager);
    if (proposed.status === 403) {
      expect(proposed.message).toBe('该月已月锁，任何人都不能修改，请登记调整');
      return;
    }
    expect(proposed.data).toMatchObject({ State: '待同意' });
    expect(await usage('RB-01', 7)).toBe('10');
    expect((await update(change, manager)).status).toBe(409);
    expect((await update({ EntryId, Action: 'agree' }, manager)).status).toBe(403);
    expect((await update({ EntryId, Action: 'agree' }, analyst)).data).toMatchObject({ State: '已生效' });
    expect(await usage('RB-01', 7)).toBe('12');
    expect((await update({ EntryId, Action: 'agree' }, analyst)).status).toBe(409);
  });

  it('decides between two values of one moment', async () => {
    const manager = await server.client.signIn('projectManager');
    const { EntryId } = await entryOf('DB-03', 0);
    expect(await entryOf('DB-03', 0)).toMatchObject({ Reading: '5010', Candidate: '5011' });
    expect((await update({ EntryId, Action: 'acceptCandidate' }, manager)).data).toMatchObject({ State: '已生效', After: '5010' });
    expect(await entryOf('DB-03', 0)).toMatchObject({ Reading: '5010', Candidate: null });
    expect((await update({ EntryId, Action: 'acceptCandidate' }, manager)).status).toBe(409);
  });
});

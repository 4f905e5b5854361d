/** 日报修改 over the wire: what was recorded, what is refused at which field, versions, days that are locked, and what the day's report says then. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addRuns } from '../runs/write.ts';

const PROJECT = 'EMC01001';
/** Noon in China: the 14th is 待复核, the 11th 日锁, June 月锁. */
const NOW = new Date('2026-07-15T04:00:00Z');
const DAY = '2026-07-13';
let server: TestServer;
let manager: Held;
let analyst: Held;
const machines = new Map<string, string>();
const id = (code: string): string => machines.get(code) ?? '';

const call = (name: string, body: object, who: Held = manager): Promise<Reply> =>
  server.client.json(`/emcapi/DataEntry/${name}`, body, who);
type Row = Record<string, unknown> & {
  Version: number;
  Run: object;
  Hosts: readonly Record<string, unknown>[];
  Note: object;
};
const dayOf = async (Date: string, who?: Held): Promise<Row> => {
  const { data } = await call('GetDayReportList', { ProjectCode: PROJECT, Date }, who);
  return (data.rows as readonly Row[])[0] as Row;
};
const save = async (day: string, body: object, who?: Held): Promise<Reply> =>
  call('UpdateDayReportList', { ReportId: `${PROJECT}:${day}`, Version: (await dayOf(day)).Version, ...body }, who);
const faults = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
const host = (code: string, Start: string, End: string, more: object = {}) => ({
  DeviceId: id(code),
  Mode: '制冷',
  Start,
  End,
  ...more,
});

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [manager, analyst] = [await server.client.signIn('projectManager'), await server.client.signIn('energyAnalyst')];
  const { rows } = await sql<{ id: string; code: string }>`select id::text, code from device
    where project_code = ${PROJECT}`.execute(server.db);
  for (const one of rows) machines.set(one.code, one.id);
  const run = (clock: string, mode: '制冷' | '停机', points: Record<string, string> = {}) => ({
    project: PROJECT,
    device: id('ZJ-01'),
    at: `${DAY}T${clock}:00+08:00`,
    mode,
    points,
  });
  await server.db
    .transaction()
    .execute((tx) =>
      addRuns(tx, null, [
        run('00:00', '停机'),
        run('08:00', '制冷', { load: '60', chilledIn: '12', chilledOut: '7', exhaust: '170' }),
        run('10:00', '制冷', { load: '80', chilledIn: '12.4', chilledOut: '7.2', exhaust: '180' }),
        run('12:00', '停机'),
      ]),
    );
});
afterAll(() => server.close());

describe('a day', () => {
  it('is known to the sheet of its meters by how long machines ran, from cut to cut', async () => {
    const ran = async (Date: string): Promise<unknown> =>
      (await call('GetDeviceList', { ProjectCode: PROJECT, Date })).data.Days;
    expect(await ran('2026-07-14')).toMatchObject({ [DAY]: { ran: { any: 3, cooling: 3, heating: 0 } } });
    // Nobody had written anything down by then.
    expect(await ran('2026-07-12')).toMatchObject({ '2026-07-11': { ran: null } });
  });

  it('shows what was recorded of it, and whether it may still be changed', async () => {
    expect(await dayOf(DAY)).toMatchObject({
      ReportId: `${PROJECT}:${DAY}`,
      LockState: 'review',
      Version: 0,
      Proposal: null,
      Hosts: [
        // Turned on between six and eight, off between ten and noon.
        {
          Name: '1号直燃机',
          Start: '07:00',
          End: '11:00',
          Hours: 4,
          Mode: '制冷',
          LoadRate: 70,
          ChwIn: 12.2,
          ChwOut: 7.1,
        },
      ],
    });
    const { data } = await call('GetDayReportList', { ProjectCode: PROJECT, Month: '2026-07' });
    expect((data.rows as readonly Row[]).map(({ Date }) => Date).at(-1)).toBe('2026-07-15');
    expect((data.rows as readonly Row[])[0]?.LockState).toBe('dayLocked');
    expect(faults(await call('GetDayReportList', { ProjectCode: PROJECT, Date: '2026-07-16' }))).toEqual([
      'Date 不能选择还没有到的日期',
    ]);
  });

  it('is only for who may see the project, and changed by its manager', async () => {
    const other = await server.client.signIn('projectManager3');
    expect((await call('GetDayReportList', { ProjectCode: PROJECT }, other)).status).toBe(404);
    expect(
      (await call('UpdateDayReportList', { ReportId: `${PROJECT}:${DAY}`, Version: 0, Reason: 'x' }, other)).status,
    ).toBe(404);
    expect((await save(DAY, { Reason: 'x' }, await server.client.signIn('operator'))).status).toBe(403);
    expect((await call('GetDayReportList', { ProjectCode: PROJECT }, await server.client.signIn('hr'))).status).toBe(
      403,
    );
    expect((await save(DAY, { Run: { OutMax: 36 }, Reason: '更正' }, analyst)).message).toBe('日报由项目经理修改');
  });
});

describe('a correction', () => {
  it('says at each field what is wrong', async () => {
    const never = { ReportId: `${PROJECT}:2026-02-30`, Version: 0, Reason: '更正' };
    expect(faults(await call('UpdateDayReportList', never))).toEqual(['ReportId 日报编号不正确']);
    expect(faults(await save(DAY, { Run: { OutMax: '99' }, Reason: '更正' }))).toEqual([
      'Run.OutMax 室外最高应为 -60~60',
    ]);
    expect(faults(await save(DAY, { Run: { OutMax: 30 } }))).toEqual(['Reason 请填写修改原因']);
    expect(
      faults(
        await save(DAY, {
          Run: { OutMax: 20, OutMin: 25, Stops: [{ From: '10:00', To: '09:00', Reason: '' }] },
          Hosts: [
            host('ZJ-01', '08:00', '12:00'),
            host('ZJ-01', '11:00', '13:00'),
            host('ZJ-02', '12:00', '10:00'),
            { ...host('ZJ-01', '13:00', '14:00'), DeviceId: '999999' },
            host('ZJ-02', '08:00', '09:00', { NextDay: true }),
          ],
          Reason: '更正',
        }),
      ),
    ).toEqual([
      'Run.Stops[0].To 停供止应晚于停供起',
      'Run.Stops[0].Reason 请填写停供原因',
      'Run.OutMin 室外最低不能高于最高',
      'Hosts[1].Start 1号直燃机 11:00-13:00 与已有时段重叠',
      'Hosts[2].End 停机应晚于启动；次日停机请选「次日」',
      'Hosts[3].DeviceId 主机不存在或已停用',
      'Hosts[4].End 一次运行不能超过 24 小时',
    ]);
    const today = await save('2026-07-15', { Hosts: [host('ZJ-01', '08:00', '13:00')], Reason: '更正' });
    expect(faults(today)).toEqual(['Hosts[0].End 停机时刻不能晚于现在']);
    expect(faults(await save(DAY, { Reason: '更正' }))).toEqual(['Reason 内容没有变化']);
    expect(await dayOf(DAY)).toMatchObject({ Version: 0 });
  });

  it('is a version that the report of the day follows', async () => {
    const answer = await save(DAY, {
      Run: { OutMax: 35.5, OnDuty: '早班 张三', Complaints: 2 },
      Hosts: [host('ZJ-01', '06:30', '11:20', { LoadRate: 72, ChwIn: 12.2, ChwOut: 7.1 })],
      Note: { Remark: '内部说明' },
      Reason: '按现场记录更正',
    });
    expect(answer.data).toEqual({
      Version: 1,
      State: '已生效',
      Changed: [
        { Field: '室外最高(℃)', Before: '—', After: '35.5' },
        { Field: '当班人员', Before: expect.any(String), After: '早班 张三' },
        { Field: '客户投诉数', Before: '—', After: '2' },
        {
          Field: '1号直燃机 运行',
          Before: '07:00-11:00 制冷 启停1次 负荷率70% 回水12.2℃ 供水7.1℃',
          After: '06:30-11:20 制冷 负荷率72% 回水12.2℃ 供水7.1℃',
        },
        { Field: '备注', Before: '—', After: '内部说明' },
      ],
    });
    const row = await dayOf(DAY);
    expect(row).toMatchObject({ VersionCount: 1, Run: { OutMax: 35.5 }, Hosts: [{ Start: '06:30', Hours: 4.8 }] });
    expect(row['Recorded']).toMatchObject({ Run: { OutMax: null }, Hosts: [{ Start: '07:00' }] });
    const report = (name: string, Audience: string) =>
      server.client.json(`/emcapi/DailyReport/${name}`, { ProjectCode: PROJECT, Date: DAY, Audience }, manager);
    // 06:30 to 11:20; exhaust is as it was recorded.
    expect((await report('HostMachine', '内部')).data.rows).toMatchObject([
      { HostName: '1号直燃机', Start: '06:30', End: '11:20', Hours: 4.8, LoadRate: 72, FlueTemp: 175, Records: 4 },
    ]);
    expect((await report('RunningInfo', '内部')).data).toMatchObject({
      OutMax: 35.5,
      OnDuty: [{ Names: '早班 张三' }],
      Report: { Version: 1, Complaints: 2, Remark: '内部说明' },
    });
    expect((await report('RunningInfo', '客户')).data).toMatchObject({ Report: { Complaints: 2, Remark: '' } });
  });

  it('is refused where somebody was faster', async () => {
    const late = await call('UpdateDayReportList', {
      ReportId: `${PROJECT}:${DAY}`,
      Version: 0,
      Run: { OutMax: 30 },
      Reason: '更正',
    });
    expect(late.status).toBe(409);
  });

  it('gives the next day what lies past midnight', async () => {
    const { Hosts } = await dayOf(DAY);
    const answer = await save(DAY, {
      Hosts: [
        ...Hosts.map(({ Name: _, Hours: __, ...row }) => row),
        host('ZJ-02', '22:00', '02:00', { NextDay: true, Starts: 1 }),
      ],
      Reason: '补记',
    });
    expect(answer.data).toMatchObject({ Version: 2 });
    expect((await dayOf(DAY)).Hosts).toContainEqual(
      expect.objectContaining({ Name: '2号直燃机', Start: '22:00', End: '24:00', Hours: 2 }),
    );
    expect(await dayOf('2026-07-14')).toMatchObject({
      VersionCount: 1,
      Hosts: [{ Name: '2号直燃机', Start: '00:00', End: '02:00', Hours: 2 }],
      Versions: [{ Reason: '补记（2026-07-13 跨日拆分）' }],
    });
  });
});

describe('a day that is locked', () => {
  const LOCKED = '2026-07-10';
  const decide = async (Action: string, who: Held, Reason = '') => save(LOCKED, { Action, Reason }, who);

  it('changes by the word of a second person', async () => {
    const proposed = await save(LOCKED, { Run: { Humidity: 60 }, Reason: '更正' });
    expect(proposed.data).toMatchObject({ Version: 1, State: '待同意' });
    expect(await dayOf(LOCKED)).toMatchObject({
      Run: { Humidity: null },
      VersionCount: 0,
      Proposal: { Mine: true, Changed: [{ Field: '湿度(%)', After: '60' }] },
    });
    expect((await save(LOCKED, { Run: { Humidity: 61 }, Reason: '再改' })).message).toMatch(/有待同意的修改/);
    expect((await decide('agree', manager)).status).toBe(403);
    expect(faults(await decide('refuse', analyst))).toEqual(['Reason 请填写退回原因']);
    expect((await decide('agree', analyst)).data).toMatchObject({ State: '已生效' });
    expect(await dayOf(LOCKED)).toMatchObject({ Run: { Humidity: 60 }, VersionCount: 1, Proposal: null });
  });

  it('does not change any more once its month is', async () => {
    expect((await save('2026-06-10', { Run: { Humidity: 60 }, Reason: '更正' })).message).toBe(
      '该月已月锁，日报不能再改',
    );
  });
});

describe('two versions of a day', () => {
  const compare = (From: number, To: number, day = DAY, who: Held = manager): Promise<Reply> =>
    call('CompareDayReport', { ReportId: `${PROJECT}:${day}`, From, To }, who);
  const fieldOf = (answer: Reply, name: string) =>
    (answer.data.Fields as readonly Record<string, unknown>[]).find(({ Field }) => Field === name);

  it('stand side by side, with who said it and what the report makes of it', async () => {
    const answer = await compare(0, 2);
    expect(answer.data).toMatchObject({
      From: { Version: 0, State: '原记录', Editor: '', EditTime: null },
      To: { Version: 2, State: '已生效', Reason: '补记', Editor: expect.stringMatching(/./) },
      Signed: [],
    });
    // What version 1 said still stands in version 2, and is version 1's word.
    expect(fieldOf(answer, '室外最高(℃)')).toMatchObject({
      From: '—',
      To: '35.5',
      Differs: true,
      By: expect.stringMatching(/ v1$/),
    });
    expect(fieldOf(answer, '2号直燃机 运行')).toMatchObject({ From: '未运行', By: expect.stringMatching(/ v2$/) });
    expect(fieldOf(answer, '湿度(%)')).toMatchObject({ Differs: false, By: '' });
    expect(answer.data.Figures).toEqual(
      expect.arrayContaining([
        { Section: '一 运行信息', Figure: '室外最高', From: '—', To: '35.5 ℃', Client: true },
        { Section: '一 运行信息', Figure: '备注', From: '—', To: '内部说明', Client: false },
        { Section: '二 主机运行', Figure: '1号直燃机 运行', From: '4 h', To: '4.8 h', Client: true },
        { Section: '二 主机运行', Figure: '2号直燃机 停', From: '—', To: '24:00', Client: true },
      ]),
    );
    // Backwards it is the same the other way round, and a version says nothing else than itself.
    const back = await compare(2, 0);
    expect(back.data.Figures).toHaveLength((answer.data.Figures as readonly unknown[]).length);
    expect((await compare(2, 2)).data.Figures).toEqual([]);
  });

  it('show before anybody agreed what would change, and afterwards who agreed', async () => {
    const day = '2026-07-09';
    await save(day, { Run: { Humidity: 55 }, Reason: '更正湿度' });
    const before = await compare(0, 1, day, analyst);
    expect(before.data).toMatchObject({
      To: { State: '待同意', Decider: '', DecideTime: null },
      Figures: [{ Figure: '湿度', From: '—', To: '55%' }],
    });
    await save(day, { Action: 'agree' }, analyst);
    const { To } = (await compare(0, 1, day)).data as { To: Record<string, unknown> };
    expect(To).toMatchObject({ State: '已生效', Decider: expect.stringMatching(/./) });
    expect(To['DecideTime']).not.toBeNull();
  });

  it('are for who may see the project, and exist', async () => {
    expect((await compare(0, 1, DAY, await server.client.signIn('projectManager3'))).status).toBe(404);
    expect((await compare(0, 1, DAY, await server.client.signIn('hr'))).status).toBe(403);
    expect((await compare(0, 9)).message).toBe('没有这个版本，请刷新');
  });
});

it('says whether a customer has the day’s report, not only whether it was signed', async () => {
  const day = '2026-07-08';
  const marks = async () => {
    const { data } = await call('GetDayReportList', { ProjectCode: PROJECT, Date: day }, manager);
    const [row] = data.rows as readonly { Signed: boolean; SentToClient: boolean }[];
    return [row?.Signed, row?.SentToClient];
  };
  expect(await marks()).toEqual([false, false]);
  await sql`insert into energy_report_version (kind, project_code, period, version, content, digest, signed_by)
    values ('day', ${PROJECT}, ${day}, 1, '{}', 'x', ${manager.userId})`.execute(server.db);
  expect(await marks()).toEqual([true, false]);
  await sql`insert into energy_report_send (kind, project_code, period, version, receivers, file_name, body, token_hash, expires_at, created_by)
    values ('day', ${PROJECT}, ${day}, 1, '[]', 'x.pdf', '', 'x', '2027-01-01', ${manager.userId})`.execute(server.db);
  expect(await marks()).toEqual([true, true]);
  await sql`update energy_report_send set withdrawn_by = ${manager.userId}, withdrawn_at = app_now() where token_hash = 'x'`.execute(
    server.db,
  );
  expect(await marks()).toEqual([true, false]);
});

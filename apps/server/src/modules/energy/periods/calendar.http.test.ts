/** 营业时间, 自定义节假日, 气象来源 and 交接时刻 over the wire: each changes what is worked out by it. */
import { addDays, CHINA, dayAt, versionOn } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openLoad } from '../analysis/machines.ts';
import { dayKindsIn } from '../days-off.ts';
import { weatherOf } from '../reports/figures.ts';
import { openShare, projectRules } from '../settings/index.ts';

const PROJECT = 'EMC01002';
const TODAY = dayAt(Date.now(), CHINA);
/** The next day from here on that is a Wednesday and that no calendar names. */
const WORKDAY = Array.from({ length: 7 }, (_, n) => addDays(TODAY, n + 1)).find(
  (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 3,
) as string;
let server: TestServer;
let manager: Held;
let admin: Held;

const call = (name: string, body: object, who: Held = manager): Promise<Reply> =>
  server.client.json(`/emcapi/DataEntry/${name}`, { ProjectCode: PROJECT, ...body }, who);
const faults = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
const VALUES = {
  SetType: 'operational',
  EffectFrom: TODAY,
  DayCut: '08:00',
  Attribution: 'previous',
  Tolerance: 60,
  EntryDays: 1,
  EntryTime: '12:00',
  DayLockDays: 3,
  MonthLockDay: 5,
  MonthLockTime: '18:00',
  CoolingFrom: '05-15',
  CoolingTo: '10-05',
  HeatingFrom: '12-01',
  HeatingTo: '03-15',
  Shifts: [
    { name: '早班', from: '08:00', to: '20:00', people: 2, handover: '19:45' },
    { name: '晚班', from: '20:00', to: '08:00', people: 1 },
  ],
};
const save = async (more: object, who: Held = manager) => {
  const { rows } = await sql<{ version: number }>`select coalesce(sum(version), 0)::int as version
    from operational_setting where project_code = ${PROJECT}`.execute(server.db);
  return call('InsertProjectSetUp', { ...VALUES, Version: rows[0]?.version, ...more }, who);
};
const offOn = async (day: string): Promise<boolean | undefined> =>
  (await sql<{ off: boolean }>`select project_off(${PROJECT}, ${day}::date) as off`.execute(server.db)).rows[0]?.off;

beforeAll(async () => {
  server = await startTestServer();
  manager = await server.client.signIn('projectManager');
  admin = await server.client.signIn('admin');
  await sql`delete from operational_setting where project_code = ${PROJECT}`.execute(server.db);
  await sql`delete from work_calendar where day = ${WORKDAY}`.execute(server.db);
});
afterAll(() => server.close());

describe('a calendar of its own', () => {
  const holiday = (more: object, who: Held = manager) =>
    call(
      'InsertProjectSetUp',
      { SetType: 'holidays', Action: 'add', From: WORKDAY, To: WORKDAY, Kind: 'off', Name: '店庆', ...more },
      who,
    );
  it('makes days off of days worked, for the company, and for a project otherwise', async () => {
    const isRest = async (): Promise<unknown> => {
      const sheet = await call('GetDeviceList', { Date: addDays(WORKDAY, 1) });
      return (sheet.data.Days as Record<string, { rest: boolean }>)[WORKDAY]?.rest;
    };
    expect([await offOn(WORKDAY), await isRest()]).toEqual([false, false]);
    expect((await holiday({ ProjectCode: '' })).status).toBe(403);
    expect((await holiday({ ProjectCode: '' }, admin)).data).toEqual({ Days: 1 });
    // What a reading of that day is compared with: other days off.
    expect([await offOn(WORKDAY), await isRest()]).toEqual([true, true]);
    expect((await dayKindsIn(server.db, PROJECT)).call(null, WORKDAY)).toBe('holiday');
    const listed = await call('GetProjectSetUp', { SetType: 'holidays', Year: WORKDAY.slice(0, 4) });
    expect(listed.data.rows).toMatchObject([{ Day: WORKDAY, Kind: 'off', Name: '店庆', Inherited: true }]);
    expect((await holiday({ Kind: 'work', Name: '照常营业' })).data).toEqual({ Days: 1 });
    expect([await offOn(WORKDAY), await isRest()]).toEqual([false, false]);
    expect(faults(await holiday({ Kind: 'work', Name: '照常营业' }))).toEqual(['From 这些日子已这样登记']);
    // Taken back by its days alone; the log says what they were.
    const remove = { SetType: 'holidays', Action: 'remove', From: WORKDAY, To: WORKDAY };
    expect((await call('InsertProjectSetUp', remove)).data).toEqual({ Days: 1 });
    expect((await call('InsertProjectSetUp', { ...remove, ProjectCode: '' }, admin)).data).toEqual({ Days: 1 });
    const { rows } = await sql<{
      summary: string;
    }>`select summary from audit_log where action = '取消自定义节假日' order by id`.execute(server.db);
    expect(rows.map(({ summary }) => summary)).toEqual([`${WORKDAY} 上班 照常营业`, `${WORKDAY} 放假 店庆`]);
    expect(await offOn(WORKDAY)).toBe(false);
  });
  it('says what is wrong at its field', async () => {
    expect(faults(await holiday({ Name: '' }))).toEqual(['Name 请填写名称']);
    expect(faults(await holiday({ From: addDays(WORKDAY, 1) }))).toEqual(['To 结束日不能早于开始日']);
    expect(faults(await holiday({ From: '2020-01-01', To: '2020-01-02', ProjectCode: '' }, admin))[0]).toMatch(
      /^From 2020-01 已月锁，节假日不能再改$/,
    );
    expect((await holiday({}, await server.client.signIn('operator'))).status).toBe(403);
  });
});

describe('hours, weather and handing over', () => {
  it('say what is wrong at their fields', async () => {
    expect(faults(await save({ OpenWork: '22:00-08:00' }))).toEqual([
      'OpenWork 营业时间（工作日）格式应为 08:00-22:00，止须晚于起',
    ]);
    expect(faults(await save({ WeatherStation: '999999' }))).toEqual(['WeatherStation 请选择有气象数据的气象站']);
    const wrong = VALUES.Shifts.map((one) => ({ ...one, handover: '20:15' }));
    expect(faults(await save({ Shifts: wrong }))).toEqual(['Shifts 早班的交接时刻须在本班 08:00-20:00 之内']);
  });

  it('of opening tell the load while people are in from the load while nobody is', async () => {
    expect(await openShare(server.db, PROJECT)).toBeNull();
    expect((await save({ OpenWork: '08:30-20:00', OpenRest: '不营业' })).status).toBe(1);
    const shown = await call('GetProjectSetUp', { SetType: 'operational' });
    expect(shown.data.Current).toMatchObject({ OpenWork: '08:30-20:00', OpenRest: '不营业' });
    const share = await openShare(server.db, PROJECT);
    if (share === null) throw new Error('nothing is set');
    const sunday = addDays(WORKDAY, 4);
    expect(['07:00', '08:00', '09:00', '19:00', '20:00'].map((at) => share(`${WORKDAY} ${at}`))).toEqual([
      0, 0.5, 1, 1, 0,
    ]);
    expect(share(`${sunday} 12:00`)).toBe(0);
    const running = ['07:00', '08:00', '09:00', '10:00'].map((at, n) => ({
      at: `${WORKDAY} ${at}`,
      use: (n + 1) * 100,
    }));
    // 100 before it opens and half of 200; 800 of 1 000 in 2.5 hours.
    expect(openLoad(running, share)).toEqual({ Hours: 2.5, ClosedHours: 1.5, ClosedShare: 20, MeanKw: 320 });
  });

  it('of handing over are moments at which meters may be read', async () => {
    const sheet = await call('GetDeviceList', { Date: TODAY });
    // The other shift hands over at 08:00, which is the cut.
    expect(sheet.data.Times).toEqual(['19:45']);
  });

  it('of a station change the weather from their day on, and a neighbour stands in where it has none', async () => {
    const { rows } = await sql<{ own: string; near: string; far: string }>`select p.district as own,
        (select id from district d where left(d.id, 4) = left(p.district, 4) and length(d.id) = length(p.district) and d.id <> p.district order by id limit 1) as near,
        (select id from district d where left(d.id, 2) <> left(p.district, 2) and length(d.id) = length(p.district) order by id limit 1) as far
      from project p where p.code = ${PROJECT}`.execute(server.db);
    const { own = '', near = '', far = '' } = rows[0] ?? {};
    const from = addDays(TODAY, -2);
    await sql`delete from weather_day where left(district, 2) = left(${own}, 2) or district = ${far}`.execute(
      server.db,
    );
    const put = (district: string, day: string, c: number) =>
      sql`insert into weather_day (district, day, avg_c, max_c, min_c, source) values (${district}, ${day}, ${c}, ${c}, ${c}, '试验')`.execute(
        server.db,
      );
    await put(own, from, 10);
    await put(near, from, 20);
    await put(near, addDays(from, 1), 21);
    for (const n of [0, 1, 2]) await put(far, addDays(from, n), 30 + n);
    const warmth = async () => (await weatherOf(server.db, PROJECT, { from, to: TODAY })).map(({ meanC }) => meanC);
    expect(await warmth()).toEqual([10, 21]);
    expect((await save({ WeatherStation: far, WeatherNear: false })).status).toBe(1);
    // The only version holds of all days before it, too.
    expect(await warmth()).toEqual([30, 31, 32]);
    expect((await save({ EffectFrom: addDays(TODAY, -1), WeatherNear: false })).status).toBe(1);
    expect(await warmth()).toEqual([10, 32]);
    await sql`delete from operational_setting where project_code = ${PROJECT} and valid_from < ${TODAY}`.execute(
      server.db,
    );
  });
});

describe('which version holds', () => {
  it('is one rule: the last that began, before the first one the first', async () => {
    await sql`delete from operational_setting where project_code = ${PROJECT}`.execute(server.db);
    const versions = [
      { from: '2026-03-01', tolerance: 31 },
      { from: '2026-05-01', tolerance: 51 },
      { from: '2026-04-01', tolerance: 41 },
    ];
    for (const { from, tolerance } of versions)
      await sql`insert into operational_setting (project_code, valid_from, tolerance_minutes) values (${PROJECT}, ${from}, ${tolerance})`.execute(
        server.db,
      );
    const days = ['2026-01-01', '2026-03-01', '2026-04-15', '2026-05-01', '2026-12-31'];
    const expected = [31, 31, 41, 51, 51];
    expect(days.map((day) => versionOn(day, versions)?.tolerance)).toEqual(expected);
    const inSql = await Promise.all(
      days.map(async (day) => (await projectRules(server.db, [PROJECT], day)).get(PROJECT)?.tolerance),
    );
    expect(inSql).toEqual(expected);
  });
});

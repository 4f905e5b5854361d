/** 运行设置 over the wire: versions from a day on, what is wrong at its field, and copies for other projects. */
import { addDays, CHINA, dayAt } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { projectRules } from '../settings/index.ts';

const PROJECT = 'EMC01002';
const DATE = dayAt(Date.now(), CHINA);
let server: TestServer;
let operator: Held;

const call = (name: string, body: object, who: Held): Promise<Reply> =>
  server.client.json(`/emcapi/DataEntry/${name}`, { ProjectCode: PROJECT, ...body }, who);
const faults = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('operator');
  await sql`insert into operational_setting (project_code, valid_from, entry_days) values (${PROJECT}, '2020-01-01', 2)`.execute(
    server.db,
  );
});
afterAll(() => server.close());

describe('when a project is read', () => {
  const VALUES = {
    SetType: 'operational',
    EffectFrom: addDays(DATE, 10),
    DayCut: '09:00',
    Attribution: 'previous',
    Tolerance: 60,
    EntryDays: 2,
    EntryTime: '12:00',
    DayLockDays: 3,
    MonthLockDay: 5,
    MonthLockTime: '18:00',
    CoolingFrom: '05-15',
    CoolingTo: '10-05',
    HeatingFrom: '12-01',
    HeatingTo: '03-15',
    Shifts: [
      { name: '早班', from: '08:00', to: '20:00', people: 2 },
      { name: '晚班', from: '20:00', to: '08:00', people: 1 },
    ],
  };
  /** Of the project's settings as they stand. */
  const seenVersion = async (ProjectCode = PROJECT): Promise<number> =>
    Number(
      (
        await sql<{ version: number }>`select coalesce(sum(version), 0)::int as version from operational_setting
          where project_code = ${ProjectCode}`.execute(server.db)
      ).rows[0]?.version,
    );
  const save = async (more: object, who: Held) =>
    call('InsertProjectSetUp', { ...VALUES, Version: await seenVersion(), ...more }, who);

  it('is set by its manager from a day on, with what is wrong at its field', async () => {
    const manager = await server.client.signIn('projectManager');
    expect(faults(await save({ HeatingFrom: '10-01' }, manager))).toEqual(['HeatingFrom 制冷季与采暖季不能重叠']);
    expect(faults(await save({ Shifts: VALUES.Shifts.slice(0, 1) }, manager))).toEqual(['Shifts 00:00-08:00 无班次']);
    expect(faults(await save({ MonthLockDay: 16 }, manager))).toEqual(['MonthLockDay 月锁日应为 1~15']);
    expect(faults(await save({ CoolingFrom: '02-30' }, manager))).toEqual([
      'CoolingFrom 制冷季起应为 MM-DD，且有这一天',
    ]);
    expect(faults(await save({ EffectFrom: '2099-01-01' }, manager))).toEqual([
      'EffectFrom 生效日最多提前一年，请核对年份',
    ]);
    expect(faults(await save({ DayCut: '25:00' }, manager))).toEqual(['DayCut 抄表时刻格式应为 HH:mm']);
    expect((await save({}, operator)).status).toBe(403);
    expect((await save({}, manager)).data).toMatchObject({ Version: 1 });
    expect((await save({}, manager)).data).toMatchObject({ Version: 2 });
    const shown = await call('GetProjectSetUp', { SetType: 'operational' }, manager);
    // Until its day has come the one before holds.
    expect(shown.data).toMatchObject({ Inherited: false, Current: { DayCut: '08:00', EntryDays: 2 } });
    expect((shown.data.rows as readonly Record<string, unknown>[])[0]).toMatchObject({ DayCut: '09:00', Version: 2 });
  });

  it('tells the second of two who save at once, whatever day either means, and keeps what must be entered', async () => {
    const manager = await server.client.signIn('projectManager');
    const analyst = await server.client.signIn('energyAnalyst');
    const shown = await call('GetProjectSetUp', { SetType: 'operational' }, manager);
    const { Version, Categories, Meters } = shown.data as {
      Version: number;
      Categories: { Code: string }[];
      Meters: { DeviceId: string }[];
    };
    const [meter = { DeviceId: '' }] = Meters;
    const mine = {
      EffectFrom: DATE,
      Version,
      Required: [Categories[0]?.Code],
      PhotoMeters: [meter.DeviceId],
      RemindTime: '09:30',
      RemindTo: ['manager', 'operators'],
      EscalateHours: 2,
    };
    expect(faults(await save({ ...mine, Required: ['moon'] }, manager))).toEqual([
      'Required 必录类别须是该项目有表计的能源',
    ]);
    expect(faults(await save({ ...mine, PhotoMeters: ['999999999'] }, manager))).toEqual([
      'PhotoMeters 请选择该项目的表计',
    ]);
    expect(faults(await save({ ...mine, RemindTo: ['nobody'] }, manager))).toHaveLength(1);
    expect(faults(await save({ ...mine, EscalateHours: 0 }, manager))).toEqual([
      'EscalateHours 逾期升级（小时）应为 1~72',
    ]);
    expect((await save(mine, manager)).status).toBe(1);
    const second = await save({ ...mine, EffectFrom: addDays(DATE, 1) }, analyst);
    expect(second).toMatchObject({ status: 409 });
    expect(second.message).toMatch(/^该项目的运行设置已由.+修改，您的内容未保存/);
    expect((await save({ ...mine, Version: undefined }, analyst)).status).toBe(409);
    const after = (await call('GetProjectSetUp', { SetType: 'operational' }, manager)).data;
    expect(after['Version']).toBe(Version + 1);
    expect(after['Current']).toMatchObject({
      Required: [Categories[0]?.Code],
      PhotoMeters: [meter.DeviceId],
      RemindTime: '09:30',
      RemindTo: ['manager', 'operators'],
      EscalateHours: 2,
    });
  });

  it('is copied to other projects once what it overwrites was seen, to all of them or none', async () => {
    const manager = await server.client.signIn('projectManager');
    const other = 'EMC01001';
    const copy = (more: object, who = manager) => save({ Targets: [other], DayCut: '07:30', ...more }, who);
    const of = async (ProjectCode: string) =>
      (await call('GetProjectSetUp', { SetType: 'operational', ProjectCode }, manager)).data.rows as readonly Record<
        string,
        unknown
      >[];
    const [before, own] = [await of(other), await of(PROJECT)];
    const seen = await copy({ Preview: true });
    expect(seen).toMatchObject({ status: 1, message: '' });
    expect(seen.data['Targets']).toMatchObject([{ ProjectCode: other, Current: { DayCut: '08:00' } }]);
    expect(await of(other)).toEqual(before);
    expect(faults(await copy({ Targets: [PROJECT] }))).toEqual(['Targets 不能复制到本项目']);
    // One of them out of sight: nothing of the others is written.
    expect((await copy({ Targets: [other, 'EMC03001'] })).status).not.toBe(1);
    expect(await of(other)).toEqual(before);
    expect((await copy({}, operator)).status).toBe(403);
    // What was looked at before somebody else saved is not written over.
    const Versions = { [other]: await seenVersion(other) };
    const stale = await copy({ Reason: '统一口径', Versions: { [other]: (Versions[other] ?? 0) + 1 } });
    expect(stale).toMatchObject({ status: 409 });
    expect(stale.message).toMatch(/^【.+】的运行设置已由.+修改/);
    expect(await of(other)).toEqual(before);
    expect((await copy({ Reason: '统一口径', Versions })).status).toBe(1);
    const after = await of(other);
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ DayCut: '07:30', EffectFrom: VALUES.EffectFrom });
    expect(after[0]?.['Reason']).toMatch(/^自【.+】复制：统一口径$/);
    // The project that is copied from stays as it is.
    expect(await of(PROJECT)).toEqual(own);
  });

  it("is the company's where nobody set anything of the project, and is kept by who answers for all of them", async () => {
    const { rows: free } = await sql<{
      code: string;
    }>`select code from project p where exists (select from meter m where m.project_code = p.code)
      and not exists (select from operational_setting o where o.project_code = p.code) order by code limit 1`.execute(
      server.db,
    );
    const follower = free[0]?.code ?? '';
    expect(follower).not.toBe('');
    const [manager, analyst] = [
      await server.client.signIn('projectManager'),
      await server.client.signIn('energyAnalyst'),
    ];
    const company = (await call('GetProjectSetUp', { SetType: 'operational', ProjectCode: '' }, analyst)).data;
    expect(company).toMatchObject({ ProjectName: '公司默认', MayEdit: true, Current: { DayCut: '08:00' }, Meters: [] });
    const Version = company['Version'];
    const put = (more: object, who = analyst) =>
      call(
        'InsertProjectSetUp',
        { ...VALUES, ProjectCode: '', EffectFrom: DATE, DayCut: '06:30', Version, ...more },
        who,
      );
    expect((await put({}, manager)).status).toBe(403);
    expect(faults(await put({ EffectFrom: addDays(DATE, -40) }))).toHaveLength(1);
    expect(faults(await put({ Targets: [PROJECT] }))).toEqual(['Targets 公司默认由未单独设置的项目沿用，不必复制']);
    const queued = async () =>
      (
        await sql<{
          project: string;
        }>`select distinct m.project_code as project from recalc_queue q join meter m on m.device_id = q.meter_id`.execute(
          server.db,
        )
      ).rows.map(({ project }) => project);
    await sql`delete from recalc_queue`.execute(server.db);
    expect(await put({ RemindTo: ['manager'] })).toMatchObject({ status: 1, message: '' });
    // Days of those that follow it are worked out anew, and of no others.
    expect(await queued()).toContain(follower);
    expect(await queued()).not.toContain(PROJECT);
    expect((await put({ DayCut: '07:00' })).status).toBe(409);
    const rules = await projectRules(server.db, [follower, PROJECT], DATE);
    expect(rules.get(follower)?.cut).toBe(390);
    expect(rules.get(PROJECT)?.cut).not.toBe(390);
    // Days before it are as they were.
    expect((await projectRules(server.db, [follower], addDays(DATE, -1))).get(follower)?.cut).toBe(480);
    const closed = await sql<{
      day: string;
    }>`select energy_closed_day(${follower}, ((${DATE}::date + 1)::timestamp + interval '6 hours 30 minutes')
      at time zone 'Asia/Shanghai')::text as day`.execute(server.db);
    expect(closed.rows[0]?.day).toBe(DATE);
    const admin = await server.client.signIn('admin');
    const seen = (await call('GetProjectSetUp', { SetType: 'operational', ProjectCode: follower }, admin)).data;
    expect(seen).toMatchObject({ Inherited: true, Current: { DayCut: '06:30' }, Defaults: { DayCut: '06:30' } });
  });
});

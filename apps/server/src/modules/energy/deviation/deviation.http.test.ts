/** Limits of the verdict over the wire: levels, what entry judges by afterwards, and what a trial would have found. */
import { addDays, CHINA, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from '../readings/index.ts';

const PROJECT = 'EMC01002';
const NOW = new Date('2026-04-20T04:00:00Z');
const FIRST = '2026-02-20';
const DAYS = 60;
let server: TestServer;
let manager: Held;
let analyst: Held;
let meter = '';

const save = (body: object, who: Held = manager) =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { SetType: 'deviation', Reason: '试验', ...body }, who);
const read = (who: Held = manager, ProjectCode = PROJECT) =>
  server.client.json('/emcapi/DataEntry/GetProjectSetUp', { SetType: 'deviation', ProjectCode }, who);
const trial = (Trial: object, more: object = {}) =>
  server.client.json(
    '/emcapi/DataEntry/GetDataMessageByType',
    { Type: 'abnormal', ProjectCode: PROJECT, Trial, ...more },
    manager,
  );
interface Row {
  readonly Level: string;
  readonly Target: string;
  readonly Own: Readonly<Record<string, number | null>>;
  readonly Holds: Readonly<Record<string, number>>;
  readonly Version: number;
}
const rowsOf = async (): Promise<readonly Row[]> => (await read()).data.rows as readonly Row[];

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [manager, analyst] = await Promise.all([
    server.client.signIn('projectManager'),
    server.client.signIn('energyAnalyst'),
  ]);
  const { db } = server;
  const { rows } = await sql<{
    id: string;
  }>`select m.device_id::text as id from meter m join energy_category c on c.id = m.category_id
    where m.project_code = ${PROJECT} and m.parent_id is null and split_part(c.code, '.', 1) = 'elec' limit 1`.execute(
    db,
  );
  meter = rows[0]?.id ?? '';
  await sql`update meter set used_from = ${FIRST} where device_id = ${meter}`.execute(db);
  await sql`insert into weather_day (district, day, avg_c, max_c, min_c, source)
    select p.district, d::date, 15, 20, 10, '试验' from project p, generate_series('2026-01-01'::date, '2026-04-20', interval '1 day') d
    where p.code = ${PROJECT} on conflict do nothing`.execute(db);
  // Ten a day, but for one day of thirteen and one of twenty.
  const steps = Array.from({ length: DAYS - 1 }, (_, index) => (index === 40 ? 13 : index === 50 ? 20 : 10));
  const values = steps.reduce<number[]>((all, step) => [...all, (all.at(-1) ?? 0) + step], [1000]);
  await db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      values.map((value, index) => ({
        meter,
        project: PROJECT,
        register: 'total' as const,
        at: instantOf(addDays(FIRST, index), 480, CHINA),
        value: String(value),
        flag: '实' as const,
        day: addDays(FIRST, index - 1),
      })),
      '试验',
    ),
  );
  await drainQueue(db);
}, 120_000);
afterAll(() => server.close());

describe('a trial', () => {
  it('judges the last days as entry would, by what holds and by what is tried', async () => {
    const { data, message } = await trial({ Warn: 5, Abnormal: 20 });
    expect(message).toBe('');
    // The first day has nothing before it.
    expect(data).toMatchObject({
      Readings: DAYS - 1,
      Now: { WarnCount: 1, AbnormalCount: 1, Unjudged: 1 },
      WarnCount: 0,
      AbnormalCount: 2,
      Unjudged: 1,
      Bins: [
        { Deviation: 0, Count: DAYS - 4 },
        { Deviation: 30, Count: 1 },
        { Deviation: 100, Count: 1 },
      ],
    });
  });

  it('refuses limits that cannot be', async () => {
    expect((await trial({ Warn: 60 })).errors).toEqual([
      { path: 'Trial.Abnormal', message: '异常阈值应大于提示阈值且不超过 300' },
    ]);
    expect((await trial({}, { ProjectCode: 'NONE' })).status).toBe(404);
  });
});

describe('limits', () => {
  it('are the program’s own where nobody set any', async () => {
    expect(await rowsOf()).toMatchObject([
      { Level: 'company', Target: '公司默认', Version: 0, Holds: { Warn: 20, Abnormal: 50, Samples: 7 } },
    ]);
  });

  it('of a project go before the company’s, those of a meter before both, and entry judges by them', async () => {
    expect((await save({ Level: 'company', Warn: 25, Abnormal: 60 }, analyst)).message).toBe('');
    expect((await save({ Level: 'project', ProjectCode: PROJECT, Warn: 30 })).message).toBe('');
    expect((await save({ Level: 'meter', ProjectCode: PROJECT, DeviceId: meter, Abnormal: 90 })).message).toBe('');
    const rows = await rowsOf();
    expect(rows.map(({ Level, Holds }) => [Level, Holds['Warn'], Holds['Abnormal']])).toEqual([
      ['company', 25, 60],
      ['project', 30, 60],
      ['meter', 30, 90],
    ]);
    const sheet = await server.client.json(
      '/emcapi/DataEntry/GetDeviceList',
      { ProjectCode: PROJECT, Date: '2026-04-21' },
      manager,
    );
    expect(sheet.message).toBe('');
    const lines = sheet.data.rows as readonly { DeviceId: string; Judge: { deviation: object } }[];
    expect(lines.find(({ DeviceId }) => DeviceId === meter)?.Judge.deviation).toMatchObject({ warn: 30, abnormal: 90 });
    expect(lines.find(({ DeviceId }) => DeviceId !== meter)?.Judge.deviation).toMatchObject({ warn: 30, abnormal: 60 });
  });

  it('fit what they inherit, say why, and are changed from what was looked at', async () => {
    const wrong = (await save({ Level: 'project', ProjectCode: PROJECT, Warn: 70, Version: 1 })).errors;
    expect(wrong).toEqual([{ path: 'Abnormal', message: '异常阈值应大于提示阈值且不超过 300' }]);
    expect((await save({ Level: 'project', ProjectCode: PROJECT, Warn: 40, Reason: '' })).errors).toEqual([
      { path: 'Reason', message: '请填写原因' },
    ]);
    expect((await save({ Level: 'project', ProjectCode: PROJECT, Samples: 2, Version: 1 })).errors).toEqual([
      { path: 'Samples', message: '样本天数应为 3~30' },
    ]);
    expect((await save({ Level: 'project', ProjectCode: PROJECT, Warn: 40 })).status).toBe(409);
    expect((await save({ Level: 'category', ProjectCode: PROJECT, CategoryCode: 'nothing', Warn: 40 })).errors).toEqual(
      [{ path: 'CategoryCode', message: '请选择该项目有表计的能源' }],
    );
  });

  it('are inherited again once a level says nothing of its own', async () => {
    expect((await save({ Level: 'project', ProjectCode: PROJECT, Version: 1 })).status).toBe(1);
    expect((await rowsOf()).map(({ Level }) => Level)).toEqual(['company', 'meter']);
    const log = await server.client.json(
      '/webapi/AuditLog/Index',
      { Keyword: '偏差阈值' },
      await server.client.signIn('admin'),
    );
    expect(log.status).toBe(1);
  });

  it('of the company are the company’s, those of a project its people’s', async () => {
    const area = await server.client.signIn('projectManager5');
    expect((await save({ Level: 'company', Warn: 10, Version: 1 }, area)).status).toBe(403);
    expect((await save({ Level: 'project', ProjectCode: PROJECT, Warn: 10 }, area)).status).toBe(404);
    expect((await read(area)).status).toBe(404);
    expect((await read(await server.client.signIn('hr'))).status).toBe(403);
  });
});

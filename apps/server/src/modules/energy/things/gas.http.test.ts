/** Gas meters that count as the gas flows: proposed and agreed to like a multiplier, and days at the standard state from then on. */
import { addDays, CHINA, dayAt, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from '../readings/index.ts';

const PROJECT = 'EMC01001';
const CUT = 480;
const TODAY = dayAt(Date.now() - CUT * 60_000, CHINA);
let server: TestServer;
let manager: Held;
let analyst: Held;
let meter: string;

const setUp = (body: object, who: Held): Promise<Reply> =>
  server.client.json(
    '/emcapi/DataEntry/InsertProjectSetUp',
    { SetType: 'magnification', ProjectCode: PROJECT, ...body },
    who,
  );
const used = async (): Promise<readonly (readonly [string, string])[]> => {
  await drainQueue(server.db);
  const { rows } = await sql<{
    day: string;
    usage: string;
  }>`select day::text, round(usage, 3)::text as usage from meter_day
    where meter_id = ${meter} and register = 'total' and not partial order by day`.execute(server.db);
  return rows.map(({ day, usage }) => [day, usage]);
};
const at = (back: number) => ({ at: instantOf(addDays(TODAY, -back), CUT, CHINA), day: addDays(TODAY, -back - 1) });

beforeAll(async () => {
  server = await startTestServer();
  [manager, analyst] = await Promise.all([
    server.client.signIn('projectManager'),
    server.client.signIn('energyAnalyst'),
  ]);
  const { db } = server;
  const { rows } = await sql<{
    id: string;
  }>`select m.device_id::text as id from meter m join device d on d.id = m.device_id
    where m.project_code = ${PROJECT} and m.meter_type = '燃气表' and m.frequency = 'day' order by d.code limit 1`.execute(
    db,
  );
  meter = rows[0]?.id ?? '';
  await sql`update meter set registers = '{total,pressure,temperature}', max_rate = null where device_id = ${meter}`.execute(
    db,
  );
  const reading = (back: number, register: 'total' | 'pressure' | 'temperature', value: string) => ({
    ...at(back),
    meter,
    project: PROJECT,
    register,
    value,
    flag: '实' as const,
  });
  await db
    .transaction()
    .execute((tx) =>
      addReadings(
        tx,
        null,
        [
          reading(4, 'total', '1000'),
          reading(3, 'total', '1100'),
          reading(2, 'total', '1200'),
          reading(1, 'total', '1300'),
          reading(1, 'pressure', '30.00'),
          reading(1, 'temperature', '20.0'),
        ],
        '试验',
      ),
    );
}, 120_000);
afterAll(() => server.close());

it('counts the standard state from the instant on that was agreed to, by what was read of the gas', async () => {
  expect((await used()).map(([, usage]) => usage)).toEqual(['100.000', '100.000', '100.000']);
  const photo = (
    await server.client.upload('/bpmapi/ServiceResource/Upload', 'plate.txt', new TextEncoder().encode('铭牌'), manager)
  ).data;
  const propose = {
    Action: 'propose',
    DeviceId: meter,
    CT: '1',
    EffectTime: new Date(at(3).at).toISOString(),
    ReasonType: '计量状态',
    File: [photo],
    Gas: { Gauge: '12', Air: '100.8', Temperature: '25' },
  };
  const wrong = await setUp({ ...propose, Gas: { ...propose.Gas, Temperature: '250' } }, manager);
  expect(wrong.errors).toMatchObject([{ path: 'Gas.Temperature' }]);
  const { rows: others } = await sql<{ id: string }>`select device_id::text as id from meter
    where project_code = ${PROJECT} and meter_type = '电表' limit 1`.execute(server.db);
  expect((await setUp({ ...propose, DeviceId: others[0]?.id }, manager)).errors).toMatchObject([
    { path: 'Gas', message: '只有燃气表按工况换算到标况' },
  ]);
  const preview = (await setUp({ ...propose, Preview: true }, manager)).data;
  expect((preview['Impact'] as readonly { Old: string; New: string }[]).map(({ Old, New }) => [Old, New])).toEqual([
    ['100', '109.458'],
    ['100', '109.458'],
  ]);
  const made = (await setUp(propose, manager)).data;
  // Until somebody else agreed nothing changes.
  expect((await used()).map(([, usage]) => usage)).toEqual(['100.000', '100.000', '100.000']);
  expect((await setUp({ Action: 'agree', SetId: made['SetId'] }, analyst)).data).toMatchObject({ State: '已生效' });
  // The last day by 30 kPa and 20 ℃ that were read: (30 + 100.8) / 101.325.
  expect((await used()).map(([, usage]) => usage)).toEqual(['100.000', '109.458', '129.090']);
});

it('works a day out again once what was read of the gas is corrected', async () => {
  const { rows } = await sql<{ id: string }>`select id::text from manual_reading
    where meter_id = ${meter} and register = 'pressure'`.execute(server.db);
  await server.db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      [
        {
          ...at(1),
          meter,
          project: PROJECT,
          register: 'pressure',
          value: '12',
          flag: '改',
          supersedes: rows[0]?.id ?? '',
        },
      ],
      '试验',
    ),
  );
  // (12 + 100.8) / 101.325 at 20 ℃.
  expect((await used()).at(-1)?.[1]).toBe('111.325');
});

it('is what the meter is set to show, with the state that holds', async () => {
  const { data } = await server.client.json('/api/Device/GetNYDeviceById', { Id: meter }, manager);
  expect(data).toMatchObject({ Gas: { Gauge: '12', Air: '100.8', Temperature: '25' } });
  expect((data['Ratios'] as readonly { Gas: object | null }[]).map(({ Gas }) => Gas === null)).toEqual([false, true]);
});

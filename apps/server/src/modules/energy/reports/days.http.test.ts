/** 逐日报表 over the wire: peak against valley, days against days like them, and days of a function. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { steadyMonths } from '../../../testing/energy-months.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01002';
const NOW = new Date('2026-04-20T04:00:00Z');
let server: TestServer;
let manager: Held;

const ask = (path: string, body: object): Promise<Reply> =>
  server.client.json(path, { ProjectCode: PROJECT, ...body }, manager);
const days = (body: object) => ask('/api/Energyanalysis/GetDailyMessage', body);

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  manager = await server.client.signIn('projectManager');
  const { db } = server;
  await steadyMonths(db, PROJECT, { '2026-02': 100, '2026-03': 100 });
  const of = (
    code: string,
  ) => sql`meter_id in (select m.device_id from meter m join energy_category c on c.id = m.category_id
    where m.project_code = ${PROJECT} and split_part(c.code, '.', 1) = ${code})`;
  await sql`update meter_day set usage = 110, sharp = 10, peak = 40, flat = 30, valley = 30 where day = '2026-03-05' and ${of('elec')}`.execute(
    db,
  );
  await sql`update meter_day set usage = 0 where ${of('heating')}`.execute(db);
  await sql`insert into weather_day (district, day, avg_c, max_c, min_c, source)
    select p.district, d::date, 8, 20, 0, '试验' from project p, generate_series('2026-01-01'::date, '2026-04-19', interval '1 day') d
    where p.code = ${PROJECT} on conflict (district, day) do update set avg_c = 8`.execute(db);
}, 120_000);
afterAll(() => server.close());

it('tell peak from valley, and what a day is beside days like it, as its own report does', async () => {
  const { data } = await days({ From: '2026-03-05', To: '2026-03-05' });
  const [row] = data.rows as readonly {
    peakToValley: number;
    hours: number | null;
    sameTemp: Readonly<Record<string, { level: string; deviation: number | null; days: readonly string[] }>>;
  }[];
  // 10 sharp and 40 peak against 30 of the valley; nobody wrote down when machines ran: not known, not zero.
  expect(row).toMatchObject({ peakToValley: 1.67, hours: null });
  const verdict = row?.sameTemp['elec'];
  // 110 against 100 on every day before.
  expect(verdict).toMatchObject({ level: '正常', deviation: 10 });
  expect(verdict?.days.length).toBeGreaterThan(0);
  expect(verdict?.days.every((day) => day < '2026-03-05')).toBe(true);
  const own = await ask('/emcapi/DailyReport/EnergyAnalysis', { Date: '2026-03-05' });
  const said = (own.data.SameTemp as readonly { code: string; deviation: number }[]).find(
    ({ code }) => code === 'elec',
  );
  expect(said?.deviation).toBe(10);
});

it('leave in the unit of cold and heat that was chosen, everything else as it is', async () => {
  const span = { From: '2026-03-01', To: '2026-03-10' };
  const sheet = async (more: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/Export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({ Kind: 'days', ProjectCode: PROJECT, ...span, ...more }),
    });
    const [
      {
        data: [head = [], row = []],
      } = { data: [] },
    ] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    return Object.fromEntries(head.map((name, at) => [String(name), row[at]]));
  };
  const [plain, told] = [await sheet({}), await sheet({ HeatUnit: 'GJ' })];
  const cooling = Number(plain['冷量（kWh）']);
  expect(cooling).toBeGreaterThan(0);
  expect(told['冷量（GJ）']).toBeCloseTo(cooling * 0.0036, 2);
  expect([told['冷量（kWh）'], told['电（kWh）'], told['COP']]).toEqual([undefined, plain['电（kWh）'], plain['COP']]);
  const wrong = await ask('/emcapi/EnergyReport/Export', { Kind: 'days', ...span, HeatUnit: 'BTU' });
  expect(wrong.errors[0]?.message).toBe('冷热量单位只能是 kWh、GJ、MWh、RTh、万大卡');
});

it('of a function are the days on which it was delivered, without what others made', async () => {
  const span = { From: '2026-03-01', To: '2026-03-10' };
  const outputs = (reply: Reply): readonly string[] =>
    (reply.data.categories as readonly { code: string }[]).flatMap(({ code }) =>
      ['cooling', 'heating', 'hotWater'].includes(code) ? [code] : [],
    );
  expect(outputs(await days(span))).toEqual(expect.arrayContaining(['cooling', 'heating']));
  const cooling = await days({ ...span, Functions: ['制冷'] });
  expect(outputs(cooling)).toEqual(['cooling']);
  expect(cooling.data.rows).toHaveLength(10);
  expect((await days({ ...span, Functions: ['采暖'] })).data.rows).toEqual([]);
  expect((await days({ ...span, Functions: ['除湿'] })).errors[0]?.message).toBe('功能只能是制冷、采暖、卫生热水');
});

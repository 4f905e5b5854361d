/** The front page of operation over the wire: entry, yesterday, cost, quality, scope, and a workbook that says the same. */
import { addDays, CHINA, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from '../readings/index.ts';

const PROJECT = 'EMC01002';
/** Noon in China, so that today's cut at 08:00 is past. */
const NOW = new Date('2026-04-20T04:00:00Z');
const DAYS = 51;
const STEP = 10;
let server: TestServer;
let manager: Held;
const meters: { readonly id: string; readonly ratio: number; readonly energy: string; readonly registers: number }[] =
  [];

interface Row {
  readonly ProjectCode: string;
  readonly EnteredCount: number;
  readonly DueCount: number;
  readonly InputState: string | null;
  readonly YesterdayElec: string | null;
  readonly YesterdayGas: string | null;
  readonly YesterdayComplete: number | null;
  readonly YesterdayEstimated: number | null;
  readonly YesterdayCost: string | null;
  readonly CostNote: string | null;
  readonly SameTempDev: number | null;
  readonly DevNote: string;
  readonly MonthComplete: number | null;
  readonly DataUntil: string | null;
  readonly City: string | null;
}
const ask = (body: object = {}, who: Held = manager) =>
  server.client.json('/emcapi/Project/GetProjectListByModel', { Figures: true, PageSize: 100, ...body }, who);
const rowOf = async (body?: object, who?: Held): Promise<Row> => {
  const row = ((await ask(body, who)).data.rows as readonly Row[]).find(({ ProjectCode }) => ProjectCode === PROJECT);
  if (row === undefined) throw new Error('the project is not in the list');
  return row;
};
const used = (energy: string): number =>
  meters.reduce((sum, meter) => sum + (meter.energy === energy ? meter.ratio * STEP : 0), 0);

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  manager = await server.client.signIn('projectManager');
  const { db } = server;
  await sql`update meter set used_to = '2025-02-01', used_from = '2025-01-01' where project_code = ${PROJECT} and parent_id is not null`.execute(
    db,
  );
  await sql`update meter set used_from = '2026-02-28' where project_code = ${PROJECT} and parent_id is null`.execute(
    db,
  );
  const { rows } = await sql<{ id: string; ratio: string; energy: string; registers: number }>`
    select m.device_id::text as id, r.value::text as ratio, split_part(c.code, '.', 1) as energy, cardinality(m.registers) as registers
    from meter m join energy_category c on c.id = m.category_id join meter_ratio r on r.meter_id = m.device_id
    where m.project_code = ${PROJECT} and m.parent_id is null`.execute(db);
  meters.push(...rows.map((row) => ({ ...row, ratio: Number(row.ratio) })));
  await sql`insert into weather_day (district, day, avg_c, max_c, min_c, source)
    select p.district, d::date, 15, 20, 10, '试验' from project p, generate_series('2026-02-01'::date, '2026-04-20', interval '1 day') d
    where p.code = ${PROJECT} on conflict do nothing`.execute(db);
  await sql`update energy_price e set mode = 'single', schedule_id = null, basic_by = null, basic_price = null, power_factor = null,
    prices = jsonb_build_object('mode', 'single', 'price', case c.code when 'elec' then '0.8' when 'gas' then '3.5' else '5' end)
    from energy_category c where c.id = e.category_id and e.project_code = ${PROJECT}`.execute(db);
  await db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      meters.flatMap(({ id }) =>
        Array.from({ length: DAYS }, (_, index) => ({
          meter: id,
          project: PROJECT,
          register: 'total' as const,
          at: instantOf(addDays('2026-03-01', index), 480, CHINA),
          value: String(1000 + index * STEP),
          flag: '实' as const,
          day: addDays('2026-03-01', index - 1),
        })),
      ),
      '试验',
    ),
  );
  await drainQueue(db);
}, 120_000);
afterAll(() => server.close());

describe('the list of projects', () => {
  it('says how far today is, as the sheet does', async () => {
    const row = await rowOf();
    const sheet = await server.client.json(
      '/emcapi/DataEntry/GetCategoryList',
      { ProjectCode: PROJECT, Date: '2026-04-20' },
      manager,
    );
    const categories = sheet.data as unknown as readonly { DueCount: number; EnteredCount: number }[];
    expect(sheet.message).toBe('');
    expect(row.DueCount).toBe(categories.reduce((sum, { DueCount }) => sum + DueCount, 0));
    expect(row.EnteredCount).toBe(categories.reduce((sum, { EnteredCount }) => sum + EnteredCount, 0));
    expect(row.EnteredCount).toBe(meters.length);
    const due = meters.reduce((sum, { registers }) => sum + registers, 0);
    expect(row.InputState).toBe(due > meters.length ? '部分' : '完成');
  });

  it('says what was used yesterday, what it cost and how well it is known', async () => {
    const row = await rowOf();
    expect(Number(row.YesterdayElec)).toBe(used('elec'));
    expect(Number(row.YesterdayGas)).toBe(used('gas'));
    expect(row.YesterdayComplete).toBe(100);
    expect(row.YesterdayEstimated).toBe(0);
    expect(row.CostNote).toBeNull();
    expect(Number(row.YesterdayCost)).toBeCloseTo(used('elec') * 0.8 + used('gas') * 3.5 + used('water') * 5, 2);
    // Each day was like the others.
    expect(row.SameTempDev).toBe(0);
    expect(row.DevNote).toContain('近7日同温区间');
    expect(row.DataUntil).toContain('2026-04-20T');
  });

  it('has the completeness of the month that the page of entry has', async () => {
    const analyst = await server.client.signIn('energyAnalyst');
    const progress = await server.client.json(
      '/emcapi/DataEntry/GetDataMessageByType',
      { Type: 'progress', ProjectCode: PROJECT, Month: '2026-04' },
      analyst,
    );
    const [same] = progress.data.rows as readonly { Completeness: number }[];
    expect((await rowOf()).MonthComplete).toBe(Math.floor((same?.Completeness ?? 0) * 10) / 10);
  });

  it('tells no cost where a price is missing, and gives no deviation where the day is not whole', async () => {
    await sql`update energy_price e set deleted_at = now() from energy_category c
      where c.id = e.category_id and c.code = 'gas' and e.project_code = ${PROJECT}`.execute(server.db);
    const row = await rowOf();
    expect(row).toMatchObject({ YesterdayCost: null, CostNote: '燃气：2026-04-19 无单价' });
    await sql`update energy_price e set deleted_at = null from energy_category c
      where c.id = e.category_id and c.code = 'gas' and e.project_code = ${PROJECT}`.execute(server.db);
    const gas = meters.find(({ energy }) => energy === 'gas');
    await sql`update meter_day set got = 0 where meter_id = ${gas?.id} and day = '2026-04-19'`.execute(server.db);
    expect(await rowOf()).toMatchObject({ SameTempDev: null, DevNote: '昨日燃气完整率低于 95%，不比较' });
    await sql`update meter_day set got = due where meter_id = ${gas?.id} and day = '2026-04-19'`.execute(server.db);
  });

  it('counts and filters by the state of entry, by place and by charge', async () => {
    const { data } = await ask();
    const rows = data.rows as readonly Row[];
    const cards = data.Cards as { Missing: number; Cost: string; CostOf: number };
    expect(cards.Missing).toBe(rows.filter(({ InputState }) => InputState === '未录').length);
    expect(cards.CostOf).toBe(rows.filter(({ YesterdayCost }) => YesterdayCost !== null).length);
    const missing = (await ask({ InputState: '未录' })).data;
    expect(missing.total).toBe(cards.Missing);
    // The cards stay those of all.
    expect(missing.Cards).toEqual(data.Cards);
    expect((await rowOf({ DistrictId: '310000' })).ProjectCode).toBe(PROJECT);
    expect((await ask({ DistrictId: '440000' })).data.total).toBe(0);
    expect((await rowOf({ ChargeModel: ['按计量收费'] })).ProjectCode).toBe(PROJECT);
    expect((await ask({ InputState: '没有' })).errors[0]).toEqual({ path: 'InputState', message: '今日录入不正确' });
  });

  it('counts alarms that nobody handled, filters by them, and says where projects lie', async () => {
    const raise = (handled: string | null, voided = false) =>
      sql`insert into alarm (project_code, level, kind, content, raised_at, handled_at, voided)
        values (${PROJECT}, '重要', '主机', '试验', ${NOW}, ${handled}::timestamptz, ${voided})`.execute(server.db);
    const before = (await ask()).data.Cards as { Warn: number };
    await raise(null);
    await raise(null, true);
    await raise('2026-04-20T03:00:00Z');
    expect(await rowOf()).toMatchObject({ OpenWarn: 1, Lng: 121.459, Lat: 31.228 });
    const { data } = await ask({ HasWarn: true });
    expect((data.rows as readonly Row[]).map(({ ProjectCode }) => ProjectCode)).toEqual([PROJECT]);
    expect(data.Cards).toMatchObject({ Warn: before.Warn + 1 });
  });

  it('shows each person their own projects, and amounts to who may see them', async () => {
    const other = await server.client.signIn('projectManager5');
    const codes = ((await ask({}, other)).data.rows as readonly Row[]).map(({ ProjectCode }) => ProjectCode);
    expect(codes).not.toContain(PROJECT);
    expect((await ask({}, await server.client.signIn('hr'))).status).toBe(403);
    // Who only picks projects gets them without figures.
    const plain = await server.client.json(
      '/emcapi/Project/GetProjectListByModel',
      {},
      await server.client.signIn('hr'),
    );
    expect(plain.status).toBe(1);
    const blind = await server.client.signIn('operator');
    const row = await rowOf({}, blind);
    expect(row).toMatchObject({ YesterdayCost: null, CostNote: null });
    expect(Number(row.YesterdayElec)).toBe(used('elec'));
  });

  it('leaves as a workbook with the same figures', async () => {
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({ Kind: 'operationList' }),
    });
    expect(answer.headers.get('content-type')).toContain('spreadsheetml');
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], ...rows] = sheet?.data ?? [];
    const line = rows.find((row) => row[0] === PROJECT) ?? [];
    const shown = await rowOf();
    expect(line[head.indexOf('昨日用电（kWh）')]).toBe(Number(shown.YesterdayElec));
    expect(line[head.indexOf('昨日能源费（元）')]).toBe(Number(shown.YesterdayCost));
    expect(line[head.indexOf('今日应录')]).toBe(shown.DueCount);
    const unknown = await server.client.json('/emcapi/HistoricalDataReport/ExpFile', { Kind: 'nothing' }, manager);
    expect(unknown.message).toBe('不支持的导出类型');
  });
});

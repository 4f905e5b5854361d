/**
 * 月合计 = Σ日用量 + Σ调整量, everywhere a month is told. Worked example: 31 days of March at 100 kWh, and 1,000 kWh of December that came
 * after December was locked: 4,100 kWh. December's factor is 0.6 and March's 0.5 kgCO₂/kWh: 3,100 × 0.5 + 1,000 × 0.6 = 2,150 kg. Coal has one
 * factor: 4,100 × 0.1229 = 503.9 kgce. At 0.8 yuan March costs 2,480, the adjustment was agreed to at 750: 3,230.
 */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { steadyMonths } from '../../../testing/energy-months.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const NOW = new Date('2026-04-20T04:00:00Z');
const PROJECT = 'EMC01002';
let server: TestServer;
let analyst: Held;

type Row = Readonly<Record<string, unknown>>;
const ask = async (path: string, body: object): Promise<Reply['data']> => {
  const reply = await server.client.json(path, body, analyst);
  expect(reply).toMatchObject({ status: 1, message: '' });
  return reply.data;
};
/** Exact text with or without noughts behind is the same figure. */
const plain = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'string' && /^-?\d+\.0+$/.test(value) ? String(Number(value)) : value,
    ]),
  );
const elecOf = (rows: unknown): Row => plain((rows as readonly Row[]).find(({ code }) => code === 'elec') ?? {});
const monthOf = (Month: string) => ask('/emcapi/DataStatics/Summary', { ProjectCode: PROJECT, Month });
const yearOf = async (Unit: string): Promise<Row> =>
  elecOf(
    (await ask('/emcapi/DataStatics/YearSummary', { ProjectCodes: [PROJECT], Year: 2026, Unit, YearKind: '自然年' }))
      .rows,
  );

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  analyst = await server.client.signIn('energyAnalyst');
  const { db } = server;
  await sql`delete from energy_price where project_code = ${PROJECT}`.execute(db);
  await sql`delete from energy_factor where region is not null`.execute(db);
  await steadyMonths(db, PROJECT, { '2025-03': 100, '2026-02': 100, '2026-03': 100 });
  // Electricity alone, so that totals are its own.
  await sql`update meter set used_from = '2024-01-01', used_to = '2024-12-31' where project_code = ${PROJECT}
    and category_id <> (select id from energy_category where code = 'elec')`.execute(db);
  await sql`insert into energy_price (project_code, category_id, valid_from, mode, prices, tax_included, tax_rate)
    select ${PROJECT}, id, '2025-01-01', 'single', '{"mode":"single","price":"0.8"}'::jsonb, true, 13 from energy_category where code = 'elec'`.execute(
    db,
  );
  await sql`insert into energy_factor (kind, carrier, value, valid_from, valid_to, project_code, source, checked)
    values ('carbon', 'elec', 0.6, '2025-01-01', '2025-12-31', ${PROJECT}, '试验', true),
      ('carbon', 'elec', 0.5, '2026-01-01', null, ${PROJECT}, '试验', true)`.execute(db);
  const { rows } = await sql<{
    id: string;
  }>`select m.device_id::text as id from meter m join energy_category c on c.id = m.category_id
    where m.project_code = ${PROJECT} and m.parent_id is null and c.code = 'elec'`.execute(db);
  await sql`insert into adjustment (serial, project_code, meter_id, register, day, difference, amount, month, reason, state, created_at, created_by)
    select v.serial, ${PROJECT}, ${rows[0]?.id}::bigint, 'total', '2025-12-01', v.difference, v.amount, '2026-03', '漏抄', v.state, ${NOW}::timestamptz,
      (select id from app_user where account = 'projectManager')
    from (values ('TZ-T-1', 1000, 750, '已同意'), ('TZ-T-2', 5000, 9, '待同意'), ('TZ-T-3', 7000, 9, '已退回')) as v(serial, difference, amount, state)`.execute(
    db,
  );
}, 120_000);
afterAll(() => server.close());

describe('an adjustment that was agreed to', () => {
  it('is in use, coal, carbon, cost and use for each m² of the month that took it up, and not in its efficiency', async () => {
    const { rows, tce, tCo2, cost } = await monthOf('2026-03');
    expect(elecOf(rows)).toMatchObject({
      usage: '4100',
      adjusted: '1000',
      tce: 0.5,
      tCo2: 2.15,
      cost: { amount: '3230.00', adjusted: '750.00' },
    });
    expect({ tce, tCo2 }).toEqual({ tce: 0.5, tCo2: 2.15 });
    expect(cost).toMatchObject({ amount: '3230.00', adjusted: '750.00' });
    const before = await monthOf('2026-02');
    expect(elecOf(before.rows)).toMatchObject({ usage: '2800', adjusted: '0', tCo2: 1.4 });
  });

  it('is listed where it was used as well, and among the changes once it changed something', async () => {
    const { adjustments } = await monthOf('2025-12');
    expect((adjustments as readonly Row[]).map(({ serial, toMonth, state }) => [serial, toMonth, state])).toEqual([
      ['TZ-T-1', '2026-03', '已同意'],
      ['TZ-T-2', '2026-03', '待同意'],
      ['TZ-T-3', '2026-03', '已退回'],
    ]);
    const { rows } = await ask('/emcapi/DataEntry/GetDataMessageByType', {
      Type: 'change',
      ProjectCode: PROJECT,
      Kinds: ['调整'],
    });
    expect(rows).toMatchObject([{ After: '1000', Months: ['2026-03'] }]);
  });

  it('is compared with, as the figures beside it are', async () => {
    // 4,100 in 31 days against 3,100 in 31 days.
    const { rows } = await ask('/emcapi/EnergyReport/Summary', {
      ProjectCode: PROJECT,
      From: '2026-03',
      To: '2026-03',
    });
    const yoy = elecOf(rows);
    expect(yoy).toMatchObject({ now: '4100', last: '3100', difference: '1000', adjusted: '1000', lastAdjusted: '0' });
    expect(yoy).toMatchObject({ yoy: { text: '+32.3%' }, cost: { amount: '3230.00' } });
    expect(elecOf((await monthOf('2026-03')).rows)).toMatchObject({ yoy: { text: '+32.3%' } });
    const beside = await ask('/emcapi/DataStatics/ProjectsSummary', {
      ProjectCodes: [PROJECT],
      From: '2026-03',
      To: '2026-03',
    });
    expect(elecOf(beside.rows)).toMatchObject({ usage: '4100', now: '4100', tCo2: 2.15, cost: { amount: '3230.00' } });
  });

  it('is in the year by every unit, and named', async () => {
    expect(plain((await yearOf('实物量'))['months'] as Row)).toEqual({ '2026-02': '2800', '2026-03': '4100' });
    expect((await yearOf('tCO₂'))['months']).toEqual({ '2026-02': '1.4', '2026-03': '2.15' });
    expect((await yearOf('tce'))['months']).toMatchObject({ '2026-03': '0.5039' });
    expect((await yearOf('元'))['months']).toMatchObject({ '2026-03': '3230.00' });
    const { notes } = await ask('/emcapi/DataStatics/YearSummary', {
      ProjectCodes: [PROJECT],
      Year: 2026,
      Unit: '实物量',
      YearKind: '自然年',
    });
    expect(notes).toEqual(['2026-03 电含调整 1000 kWh（TZ-T-1，原月份 2025-12）']);
  });

  it('is in areas, the portfolio, shares and months in a row', async () => {
    const area = await ask('/emcapi/DataStatics/AreaConsumption', {
      AreaIds: [],
      From: '2026-03',
      To: '2026-03',
      GroupBy: '区域',
      SameProjects: false,
      Costs: true,
    });
    const items = (area.rows as readonly { readonly items: readonly Row[] }[]).flatMap((row) => row.items);
    expect(items.find(({ ProjectCode }) => ProjectCode === PROJECT)).toMatchObject({ Elec: '4100', Cost: '3230.00' });
    const months = await ask('/emcapi/EnergyReport/AreaConsumption', {
      AreaIds: [],
      From: '2026-03',
      To: '2026-03',
      GroupBy: '区域',
      SameProjects: false,
    });
    const total = (months.rows as readonly { readonly used: Row }[]).reduce(
      (sum, { used }) => sum + Number(used['elec'] ?? 0),
      0,
    );
    expect(total).toBe(items.reduce((sum, { Elec }) => sum + Number(Elec ?? 0), 0));
    const shares = await ask('/emcapi/DataStatics/Proportion', { ProjectCodes: [PROJECT], Month: '2026-03' });
    expect(shares).toMatchObject({ Co2: 2.15 });
    const row = await ask('/api/Energyanalysis/GetMonthMessage', { ProjectCode: PROJECT, Month: '2026-03' });
    expect((row.rows as readonly Row[]).at(-1)).toMatchObject({ Month: '2026-03', Used: { elec: '4100' } });
  });

  it('is in the workbook as on the page, and the ledger says why its readings make less', async () => {
    const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/Export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: analyst.userId, TokenValue: analyst.token },
      body: JSON.stringify({ Kind: 'month', ProjectCode: PROJECT, Month: '2026-03' }),
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const head = sheet?.data.find((line) => line.includes('其中调整')) ?? [];
    const line = sheet?.data.find(([name]) => name === '电') ?? [];
    const at = (name: string): unknown => line[head.indexOf(name)];
    expect([at('用量'), at('其中调整'), at('碳（tCO₂）'), at('费用（元）')]).toEqual([4100, 1000, 2.15, 3230]);
    expect(at('同比（%）')).toBe(32.3);
    const ledger = await ask('/emcapi/DataEntry/GetNyDeviceSeries', {
      ProjectCode: PROJECT,
      CategoryCode: 'elec',
      From: '2026-03-01',
      To: '2026-03-31',
      Grain: '月',
    });
    expect(elecOf([{ ...(ledger.Totals as readonly Row[])[0], code: 'elec' }])).toMatchObject({ Usage: '3100' });
    expect(ledger.Notes).toEqual([
      '2026-03 总电表含调整 1000 kWh（TZ-T-1，原月份 2025-12）：在月报合计中，不在本表读数中',
    ]);
  });
});

it('against the year before, months go by the area that there was then, and say where it changed', async () => {
  await sql`update project set area_m2 = 56000 where code = ${PROJECT}`.execute(server.db);
  await sql`insert into audit_log (kind, action, object, before, after, at) values ('系统设置', '修改项目', ${`项目 ${PROJECT}`},
    '{"面积": "52000.00"}', '{"面积": "56000"}', '2025-11-10T02:00:00Z')`.execute(server.db);
  const told = await ask('/emcapi/EnergyReport/Summary', { ProjectCode: PROJECT, From: '2026-03', To: '2026-03' });
  expect(told['areaWords']).toEqual(['2025-11-10 面积由 52000 变为 56000 m²']);
  const [row] = told['rows'] as readonly Row[];
  expect([Number(row?.['areaM2']), Number(row?.['lastAreaM2'])]).toEqual([56_000, 52_000]);
  const change = {
    ProjectCode: PROJECT,
    Measure: 'elec',
    Base: 'yoy',
    Period: { from: '2026-03-01', to: '2026-03-31' },
  };
  const { Items } = await ask('/api/Energyanalysis/GetNHMessage', change);
  expect(Items).toContainEqual(expect.objectContaining({ Factor: '面积', Basis: '52000 → 56000 m²' }));
});

/** What reports and screens draw beside their tables: shares, months in a row, carbon, sums of all projects; and sums that are made in two ways are the same. */
import { exact, exactText, sumOf } from '@hengneng/energy/measuring';
import { monthRange } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { monthCosts, spanCosts, sumCosts } from '../costs/index.ts';
import { monthFigures } from './figures.ts';
import { periodFigures } from './periods.ts';

const PROJECT = 'EMC01002';
const OTHER = 'EMC04001';
const NOW = new Date('2026-04-20T04:00:00Z');
let server: TestServer;
let manager: Held;
let leader: Held;
const meter = new Map<string, string>();

interface Of {
  readonly days?: number;
  readonly due?: number;
  readonly got?: number;
  readonly estimated?: number;
}

/** So much in a month, with a figure for so many of its days. */
async function used(code: string, month: string, usage: number, of: Of = {}): Promise<void> {
  const days = of.days ?? new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  await sql`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
    values (${meter.get(code)}, 'total', ${month}, ${PROJECT}, ${usage}, ${of.estimated ?? 0}, ${of.due ?? days}, ${of.got ?? days}, ${days})`.execute(
    server.db,
  );
}

async function price(code: string, from: string, to: string | null, energy: object, capacity: string | null = null) {
  await sql`insert into energy_price (project_code, category_id, valid_from, valid_to, mode, prices, tax_included, tax_rate, basic_by, basic_price, capacity_kva)
    select ${PROJECT}, id, ${from}, ${to}, ${(energy as { mode: string }).mode}, ${JSON.stringify(energy)}::jsonb, true, 13,
      ${capacity === null ? null : 'capacity'}, ${capacity === null ? null : '30'}, ${capacity} from energy_category where code = ${code}`.execute(
    server.db,
  );
}

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  manager = await server.client.signIn('projectManager');
  leader = await server.client.signIn('generalManager');
  const { db } = server;
  await sql`delete from energy_price where project_code = ${PROJECT}`.execute(db);
  await sql`delete from meter_month where project_code = ${PROJECT}`.execute(db);
  await sql`update energy_category set lhv = 35.544 where code = 'gas'`.execute(db);
  const { rows } = await sql<{ id: string; code: string }>`
    select m.device_id::text as id, split_part(c.code, '.', 1) as code from meter m join energy_category c on c.id = m.category_id
    where m.project_code = ${PROJECT} and m.parent_id is null`.execute(db);
  for (const { id, code } of rows) meter.set(code, id);
  await sql`update meter set used_from = '2025-01-10', used_to = null where project_code = ${PROJECT}`.execute(db);
  await sql`update meter set used_to = '2026-02-14' where device_id = ${meter.get('water')}`.execute(db);
  await sql`insert into stop_day (project_code, day) values (${PROJECT}, '2025-02-05'), (${PROJECT}, '2026-01-31')`.execute(
    db,
  );
  for (const month of monthRange('2025-01', '2026-03')) {
    // March 2025 was never read, of January 2026 nine days are missing.
    if (month === '2025-03') continue;
    await used('elec', month, 1000, month === '2026-01' ? { days: 22, got: 20, estimated: 50 } : {});
    await used('gas', month, 200);
    if (month <= '2026-02') await used('water', month, 40.5, month === '2026-02' ? { days: 14 } : {});
  }
  await price('elec', '2025-01-01', '2025-06-30', { mode: 'single', price: '0.8' });
  await price('elec', '2025-07-01', null, { mode: 'single', price: '0.8531' }, '100');
  await price('gas', '2025-01-01', null, {
    mode: 'ladder',
    per: 'year',
    steps: [
      { upTo: '1500', price: '3' },
      { upTo: null, price: '4' },
    ],
  });
}, 120_000);
afterAll(() => server.close());

const ask = (path: string, body: object, who: Held = manager): Promise<Reply> => server.client.json(path, body, who);
const total = (texts: readonly string[]): string => exactText(sumOf(texts.map(exact)));

describe('sums made in two ways', () => {
  const YEAR = { now: monthRange('2026-01', '2026-03'), last: monthRange('2025-01', '2025-03') };

  it('are the same by period as month by month, with what was due and never came', async () => {
    const { rows: all } = await sql<{ code: string }>`select code from project`.execute(server.db);
    const codes = all.map(({ code }) => code);
    const figures = await periodFigures(server.db, codes, YEAR, []);
    for (const period of ['now', 'last'] as const) {
      const months = await monthFigures(
        server.db,
        codes,
        { from: YEAR[period][0] ?? '', to: YEAR[period].at(-1) ?? '' },
        NOW,
      );
      const own = figures.filter((figure) => figure.period === period);
      const byKey = Map.groupBy(months, ({ project, code }) => `${project} ${code}`);
      expect(new Set(own.map(({ project, code }) => `${project} ${code}`))).toEqual(new Set(byKey.keys()));
      for (const [key, of] of byKey) {
        const same = own.filter(({ project, code }) => `${project} ${code}` === key);
        expect({
          key,
          usage: exactText(sumOf(same.map(({ usage }) => usage))),
          estimated: exactText(sumOf(same.map(({ estimated }) => estimated))),
          due: same.reduce((sum, { due }) => sum + due, 0),
          got: same.reduce((sum, { got }) => sum + got, 0),
          known: same.some(({ known }) => known),
          months: same
            .reduce((bits, { dueMonths }) => bits | dueMonths, 0)
            .toString(2)
            .replaceAll('0', '').length,
        }).toEqual({
          key,
          usage: total(of.map(({ usage }) => usage)),
          estimated: total(of.map(({ estimated }) => estimated)),
          due: of.reduce((sum, { due }) => sum + due, 0),
          got: of.reduce((sum, { got }) => sum + got, 0),
          known: of.some(({ known }) => known),
          months: of.filter(({ due }) => due > 0).length,
        });
      }
    }
    const elec = figures.find(
      ({ project, code, period }) => project === PROJECT && code === 'elec' && period === 'now',
    );
    // January: 22 days have a figure, one of the other nine was a day of standstill.
    expect([elec?.due, elec?.got]).toEqual([22 + 8 + 28 + 31, 20 + 28 + 31]);
    const before = figures.find(
      ({ project, code, period }) => project === PROJECT && code === 'elec' && period === 'last',
    );
    // In use since the tenth, yet January's row speaks of all of it; March never came.
    expect(before?.due).toBe(31 + 28 + 31);
  });

  it('cost the same by span as month by month, over steps of a ladder and fees of months', async () => {
    for (const span of [
      { from: '2025-01', to: '2025-12' },
      { from: '2025-11', to: '2026-03' },
    ]) {
      const [whole = []] = await spanCosts(server.db, [PROJECT], [span], '2026-04-20');
      const months = await monthCosts(server.db, [PROJECT], span, '2026-04-20');
      for (const code of ['elec', 'gas', 'water']) {
        const of = <T extends { readonly code: string }>(costs: readonly T[]) =>
          costs.filter((one) => one.code === code);
        expect(sumCosts(of(whole)).amount).toBe(sumCosts(of(months)).amount);
        expect(sumCosts(of(whole)).meanPrice).toBe(sumCosts(of(months)).meanPrice);
      }
    }
    const [year = []] = await spanCosts(server.db, [PROJECT], [{ from: '2025-01', to: '2025-12' }], '2026-04-20');
    // Of the month in which it came into use only its days would count, of which there are none here. Four months (March is missing) at 0.80,
    // six at 0.8531 with 100 kVA at 30 a month.
    expect(sumCosts(year.filter(({ code }) => code === 'elec')).amount).toBe('26318.60');
    // 2,000 m³: 1,500 at 3, the rest at 4.
    expect(sumCosts(year.filter(({ code }) => code === 'gas')).amount).toBe('6500.00');
    expect(sumCosts(year.filter(({ code }) => code === 'water'))).toMatchObject({
      amount: null,
      problems: ['2025-02-01 至 2025-12-31 无单价'],
    });
  });
});

interface Share {
  readonly CategoryCode: string;
  readonly Qty: string;
  readonly Tce: number | null;
  readonly Share: number | null;
  readonly Cost?: string | null;
}
const shareOf = (reply: Reply, code: string): Share | undefined =>
  (reply.data.rows as readonly Share[]).find(({ CategoryCode }) => CategoryCode === code);

describe('shares', () => {
  const call = '/emcapi/DataStatics/Proportion';

  it('are told in coal and money, with how well they are known', async () => {
    const reply = await ask(call, { ProjectCodes: [PROJECT], Month: '2026-01' });
    expect(reply.message).toBe('');
    // 122.9 kgce of electricity, 242.86 of gas, 40.5 t of water at 0.2571.
    const kgce = 1000 * 0.1229 + 200 * 1.2143 + 40.5 * 0.2571;
    expect(reply.data).toMatchObject({ Tce: Math.round(kgce / 10) / 100, Until: '2026-01-31', projects: 1 });
    expect(shareOf(reply, 'elec')).toMatchObject({
      Qty: '1000',
      Tce: 0.12,
      Share: Math.round((122.9 / kgce) * 1000) / 10,
      Cost: String((1000 * 0.8531 + 3000).toFixed(2)),
      complete: Math.floor((20 / 30) * 1000) / 10,
      estimated: 5,
    });
    expect(shareOf(reply, 'gas')?.Cost).toBe('600.00');
    expect(shareOf(reply, 'water')?.Cost).toBeNull();
    expect(shareOf(reply, 'cooling')).toBeUndefined();
    const year = await ask(call, { ProjectCodes: [PROJECT], Year: 2026 });
    expect(year.data).toMatchObject({ From: '2026-01', To: '2026-04', Until: '2026-04-19' });
    expect(shareOf(year, 'elec')?.Qty).toBe('3000');
  });

  it('want one of month and year, begun, and projects that one sees', async () => {
    const errors = async (body: object) =>
      ((await ask(call, body)).errors ?? []).map(({ path, message }) => `${path} ${message}`);
    expect(await errors({ ProjectCodes: [PROJECT] })).toEqual(['Month 请选择月份或年份中的一个']);
    expect(await errors({ Month: '2026-01', Year: 2026 })).toEqual(['Month 请选择月份或年份中的一个']);
    expect(await errors({ ProjectCodes: [PROJECT], Month: '2026-05' })).toEqual(['Month 不能选择还没有到的时间']);
    expect((await ask(call, { ProjectCodes: [OTHER], Month: '2026-01' })).status).toBe(404);
  });

  it('go to the customer and to screens without money', async () => {
    const client = await ask('/emcapi/EnergyReport/Proportion', { ProjectCode: PROJECT, Month: '2026-01' });
    expect(shareOf(client, 'gas')?.Tce).toBe(0.24);
    expect(JSON.stringify(client.data)).not.toMatch(/Cost/);
    const screen = await ask('/emcapi/DataScreen/Proportion', { Period: 'year', ProjectCode: PROJECT });
    expect(shareOf(screen, 'elec')?.Qty).toBe('3000');
    expect(JSON.stringify(screen.data)).not.toMatch(/Cost/);
    expect((await ask('/emcapi/DataScreen/Proportion', { ProjectCode: OTHER })).status).toBe(404);
  });
});

describe('carbon of a year', () => {
  const call = '/emcapi/DataEntry/GetProjectCarbonIndex';

  it('goes by the factor of the last year that is known, and says so', async () => {
    const reply = await ask(call, { ProjectCode: PROJECT, Year: 2026 });
    // 3,000 kWh at 0.5306; 600 m³ at 35.544 MJ/m³ × 0.0153 × 0.99 × 44/12.
    const gas = 600 * 35.544 * 0.0153 * 0.99 * (44 / 12);
    expect(reply.data).toMatchObject({
      ElecCO2: 1.59,
      GasCO2: Math.round(gas / 10) / 100,
      HeatCO2: null,
      TotalCO2: Math.round((3000 * 0.5306 + gas) / 10) / 100,
      FactorYear: 2023,
      Until: '2026-04-19',
    });
    expect(reply.data['notes']).toContain('暂用2023年因子 0.5306');
  });

  it('says how far it is with what the archive of the project aims at', async () => {
    expect((await ask(call, { ProjectCode: PROJECT, Year: 2026 })).data).toMatchObject({
      Target: null,
      TargetUsed: null,
    });
    const path = '/emcapi/ProjectAdditionInfo/AddInfo';
    const set = await server.client.json(path, { ProjectCode: PROJECT, carbonTarget: '10' }, manager);
    expect(set.status).toBe(1);
    const { data } = await ask(call, { ProjectCode: PROJECT, Year: 2026 });
    // 2.78 of 10 tCO₂: 1.59 by electricity, 1.18 by gas.
    const gas = 600 * 35.544 * 0.0153 * 0.99 * (44 / 12);
    const tons = Math.round((3000 * 0.5306 + gas) / 10) / 100;
    expect(data).toMatchObject({ Target: '10', TotalCO2: tons, TargetUsed: Math.round(tons * 100) / 10 });
  });

  it('counts gas by the calorific value of its month, where one is registered', async () => {
    const analyst = await server.client.signIn('energyAnalyst');
    const set = await server.client.json(
      '/emcapi/DataEntry/InsertProjectSetUp',
      {
        SetType: 'coefficient',
        Kind: 'lhv',
        CategoryCode: 'gas',
        Value: '40',
        From: '2026-03-01',
        Source: '检测报告',
        ProjectCode: PROJECT,
      },
      analyst,
    );
    expect(set.status).toBe(1);
    const { data } = await ask(call, { ProjectCode: PROJECT, Year: 2026 });
    // 200 m³ in each of three months, the last of them richer.
    const gas = (400 * 35.544 + 200 * 40) * 0.0153 * 0.99 * (44 / 12);
    expect(data['GasCO2']).toBe(Math.round(gas / 10) / 100);
    const tried = await ask(call, {
      ProjectCode: PROJECT,
      Year: 2026,
      Coefficients: [{ Kind: 'lhv', CategoryCode: 'gas', Value: 30 }],
    });
    expect(tried.data['GasCO2']).toBe(Math.round((600 * 30 * 0.0153 * 0.99 * (44 / 12)) / 10) / 100);
    await sql`delete from energy_factor where project_code = ${PROJECT} and kind = 'lhv'`.execute(server.db);
  });

  it('counts what a correction makes of the gas from its month on, and says so', async () => {
    const analyst = await server.client.signIn('energyAnalyst');
    const tried = await ask(call, {
      ProjectCode: PROJECT,
      Year: 2026,
      Coefficients: [{ Kind: 'correction', CategoryCode: 'gas', Value: 1.1 }],
    });
    const perM3 = 35.544 * 0.0153 * 0.99 * (44 / 12);
    expect(tried.data['GasCO2']).toBe(Math.round((600 * 1.1 * perM3) / 10) / 100);
    const set = await server.client.json(
      '/emcapi/DataEntry/InsertProjectSetUp',
      {
        SetType: 'coefficient',
        Kind: 'correction',
        CategoryCode: 'gas',
        Value: '1.2',
        From: '2026-03-01',
        Source: '气表无修正仪，按压力与温度核算',
        ProjectCode: PROJECT,
      },
      analyst,
    );
    expect(set.status).toBe(1);
    const { data } = await ask(call, { ProjectCode: PROJECT, Year: 2026 });
    // 200 m³ in each of three months, the last of them corrected.
    expect(data['GasCO2']).toBe(Math.round(((400 + 200 * 1.2) * perM3) / 10) / 100);
    expect(data['notes']).toContain('燃气按修正系数 1.2 计入折标、碳排放与能效');
    const march = await ask('/emcapi/DataStatics/Summary', { ProjectCode: PROJECT, Month: '2026-03' });
    const gas = (march.data['rows'] as readonly { code: string; usage: string; tCo2: number }[]).find(
      ({ code }) => code === 'gas',
    );
    // What the meter counted is what is paid for: only what is made of it changes.
    expect([Number(gas?.usage), gas?.tCo2]).toEqual([200, Math.round((200 * 1.2 * perM3) / 10) / 100]);
    await sql`delete from energy_factor where project_code = ${PROJECT} and kind = 'correction'`.execute(server.db);
  });

  it('has no coal of an energy whose unit nobody converts, rather than a wrong one', async () => {
    const unit = async (to: string) =>
      void (await sql`update energy_category set unit = ${to} where code = 'gas'`.execute(server.db));
    await unit('罐');
    const { data } = await ask(call, { ProjectCode: PROJECT, Year: 2026 });
    expect(data).toMatchObject({ GasCO2: null, TotalCO2: null });
    expect(data['notes']).toContain('燃气按 罐 计量，没有到 m³ 的单位换算，请在能耗系数中登记');
    const converted = await ask(call, {
      ProjectCode: PROJECT,
      Year: 2026,
      Coefficients: [{ Kind: 'unit', CategoryCode: 'gas', Value: 30, FromUnit: '罐' }],
    });
    expect(converted.data['GasCO2']).toBe(Math.round((600 * 30 * 35.544 * 0.0153 * 0.99 * (44 / 12)) / 10) / 100);
    await unit('m³');
  });

  it('stands beside what was designed: 年报, 月报 and 能耗分析 tell the same', async () => {
    const analyst = await server.client.signIn('energyAnalyst');
    const { rows: projects } = await sql<{ area: number }>`select area_m2::float8 as area from project
      where code = ${PROJECT}`.execute(server.db);
    const area = projects[0]?.area ?? 0;
    const set = await server.client.json(
      '/emcapi/DataEntry/InsertProjectSetUp',
      {
        SetType: 'coefficient',
        Kind: 'design',
        CategoryCode: 'elec',
        Value: '2.49',
        Source: '设计说明',
        ProjectCode: PROJECT,
      },
      analyst,
    );
    expect(set.status).toBe(1);
    // 15 May to 5 October and 1 December to 15 March: 144 + 105 = 249 days of supply.
    const day = (2.49 * area) / 249;
    const year = await ask('/emcapi/DataStatics/YearSummary', { ProjectCodes: [PROJECT], Year: 2026 });
    type Row = {
      code: string;
      total: string;
      design: { months: Record<string, string>; total: string; share: number };
    };
    const elec = (year.data['rows'] as readonly Row[]).find(({ code }) => code === 'elec');
    const march = Number(elec?.design.months['2026-03']);
    expect(march).toBeCloseTo(15 * day, 3);
    expect(Number(elec?.design.months['2026-04'])).toBe(0);
    expect(Number(elec?.design.total)).toBeCloseTo((31 + 28 + 15) * day, 3);
    expect(elec?.design.share).toBeCloseTo((Number(elec?.total) / ((31 + 28 + 15) * day)) * 100, 1);
    const month = await ask('/emcapi/DataStatics/Summary', { ProjectCode: PROJECT, Month: '2026-03' });
    const own = (month.data['rows'] as readonly { code: string; design: string }[]).find(({ code }) => code === 'elec');
    expect(Number(own?.design)).toBeCloseTo(march, 4);
    const analysis = await ask('/api/Energyanalysis/GetEnergyanalysisAll', {
      ProjectCode: PROJECT,
      CategoryCode: 'elec',
      Date: { from: '2026-03-01', to: '2026-03-31' },
      Grain: 'month',
    });
    const series = (analysis.data['Series'] as readonly { Key: string; Values: readonly number[] }[]).find(
      ({ Key }) => Key === 'design',
    );
    expect(series?.Values[0]).toBeCloseTo(march, 4);
    await sql`delete from energy_factor where project_code = ${PROJECT} and kind = 'design'`.execute(server.db);
  });

  it('can be tried with other coefficients, and nothing is written', async () => {
    const Coefficients = [{ Kind: 'carbon', CategoryCode: 'elec', Value: 0.5 }];
    const reply = await ask(call, { ProjectCode: PROJECT, Year: 2026, Coefficients });
    expect(reply.data).toMatchObject({ ElecCO2: 1.5, FactorYear: null, Before: { ElecCO2: 1.59, FactorYear: 2023 } });
    expect((await ask(call, { ProjectCode: PROJECT, Year: 2026 })).data).toMatchObject({ ElecCO2: 1.59 });
    // A month that is closed stays as it is: 1000 of 3000 kWh.
    const act = (what: string) =>
      sql`insert into period_act (project_code, month, act) values (${PROJECT}, '2026-02', ${what})`.execute(server.db);
    await act('lock');
    const partly = await ask(call, { ProjectCode: PROJECT, Year: 2026, Coefficients });
    expect(partly.data).toMatchObject({ ElecCO2: 1.53, Before: { ElecCO2: 1.59 } });
    expect(partly.data.notes).toContain('已月锁的月份仍用月锁时的电碳排放因子 0.5306（2023年的）');
    await act('unlock');
    const wrong = await ask(call, {
      ProjectCode: PROJECT,
      Year: 2026,
      Coefficients: [{ ...Coefficients[0], Value: 0 }],
    });
    expect(wrong.errors?.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'Coefficients[0].Value 系数须大于 0',
    ]);
    expect((await ask(call, { ProjectCode: OTHER, Year: 2026 })).status).toBe(404);
  });
});

describe('months and screens', () => {
  it('tell a project’s months in a row', async () => {
    const call = '/api/Energyanalysis/GetMonthMessage';
    const reply = await ask(call, { ProjectCode: PROJECT, Month: '2026-03' });
    const rows = reply.data.rows as readonly { Month: string; Used: Readonly<Record<string, string>> }[];
    expect([rows.length, rows[0]?.Month, rows.at(-1)?.Month]).toEqual([24, '2024-04', '2026-03']);
    expect(rows.find(({ Month }) => Month === '2025-03')?.Used).toEqual({});
    expect(Number(rows.at(-1)?.Used['elec'])).toBe(1000);
    const year = await ask(call, { ProjectCode: PROJECT, Year: 2026 });
    expect(year.data.rows).toHaveLength(4);
    expect((await ask(call, { ProjectCode: OTHER, Year: 2026 })).status).toBe(404);
  });

  it('sum up a day of the projects that one sees', async () => {
    await sql`insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, calc)
      values (${meter.get('elec')}, 'total', '2026-04-19', ${PROJECT}, '2026-04-19', '2026-04-20', 77.5, 0, 1, 1, 1)`.execute(
      server.db,
    );
    const call = '/emcapi/DataScreen/Summary';
    const reply = await ask(call, {});
    const rows = reply.data.rows as readonly { ProjectCode: string; Elec: string | null; Gas: string | null }[];
    expect(reply.data).toMatchObject({
      Date: '2026-04-19',
      ElecToday: '77.5',
      GasToday: null,
      DataUntil: '2026-04-19',
    });
    expect(reply.data['ProjectCount']).toBe(rows.length);
    const own = (): unknown => rows.find(({ ProjectCode }) => ProjectCode === PROJECT);
    expect(own()).toMatchObject({
      Elec: '77.5',
      Gas: null,
      OutsideC: null,
      YoyElec: { text: '—', rate: null, reason: '去年同期没有数据' },
    });
    // 77.5 kWh on 3,100 m²; 62 kWh a year before; the day was 17.4 ℃ warm.
    await sql`update project set area_m2 = 3100, district = coalesce(district, '510104') where code = ${PROJECT}`.execute(
      server.db,
    );
    await sql`insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, calc)
      values (${meter.get('elec')}, 'total', '2025-04-19', ${PROJECT}, '2025-04-19', '2025-04-20', 62, 0, 1, 1, 1)`.execute(
      server.db,
    );
    await sql`insert into weather_day (district, day, max_c, avg_c, min_c, condition, source)
      select district, '2026-04-19', 22, 17.4, 12, '晴', '录入' from project where code = ${PROJECT}
      on conflict (district, day) do update set avg_c = 17.4`.execute(server.db);
    const again = (await ask(call, {})).data.rows as typeof rows;
    expect(again.find(({ ProjectCode }) => ProjectCode === PROJECT)).toMatchObject({
      PerM2: 0.03,
      YoyElec: { text: '+25.0%', rate: 25, reason: null },
      OutsideC: 17.4,
    });
    expect((await ask(call, {})).data['ElecToday']).toBe('77.5');
    expect(rows.some(({ ProjectCode }) => ProjectCode === OTHER)).toBe(false);
    const all = (await ask(call, {}, leader)).data.rows as readonly { ProjectCode: string }[];
    expect(all.some(({ ProjectCode }) => ProjectCode === OTHER)).toBe(true);
    expect((await ask(call, { Date: '2026-04-20' })).errors?.[0]?.path).toBe('Date');
  });

  it('draw the last thirty days of the projects that one sees', async () => {
    const call = '/emcapi/DataScreen/RecentDays';
    interface Day {
      readonly Day: string;
      readonly CoolHeat: string | null;
      readonly Kgce: number | null;
    }
    const reply = await ask(call, {});
    const rows = reply.data.rows as readonly Day[];
    expect(reply.data).toMatchObject({ From: '2026-03-21', To: '2026-04-19' });
    expect([rows.length, rows[0]?.Day, rows.at(-1)?.Day]).toEqual([30, '2026-03-21', '2026-04-19']);
    // 77.5 kWh of electricity on the last day, and no heat.
    expect(rows.at(-1)).toMatchObject({ CoolHeat: null, Kgce: 9.5 });
    expect(rows.at(-2)).toMatchObject({ CoolHeat: null, Kgce: null });
    const own = (await ask(call, { ProjectCodes: [PROJECT] })).data.rows as readonly Day[];
    expect(own.at(-1)?.Kgce).toBe(9.5);
    expect((await ask(call, { ProjectCodes: [OTHER] })).status).toBe(404);
    expect((await ask(call, { ProjectCodes: [OTHER] }, leader)).status).toBe(1);
  });

  it('lay areas beside each other for who may compare them', async () => {
    const call = '/emcapi/DataScreen/AreaConsumption';
    const reply = await ask(call, { Period: 'year' }, leader);
    expect(reply.data).toMatchObject({ From: '2026-01', To: '2026-03' });
    const rows = reply.data.rows as readonly { AreaId: string; Name: string; Tce: number | null }[];
    const area = await sql<{
      area: string;
      name: string;
    }>`select p.area, d.name from project p join dept d on d.id = p.area
      where p.code = ${PROJECT}`.execute(server.db);
    const kgce = 3 * (1000 * 0.1229 + 200 * 1.2143) + 2 * 40.5 * 0.2571;
    expect(rows[0]).toMatchObject({
      AreaId: area.rows[0]?.area,
      Name: area.rows[0]?.name,
      Tce: Math.round(kgce / 10) / 100,
    });
    expect((await ask(call, {})).status).toBe(403);
  });
});

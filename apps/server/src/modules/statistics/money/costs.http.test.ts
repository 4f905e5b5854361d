/** 成本分析 against rows made by hand: unit costs, price and quantity, what a change consists of, peers, scope, the workbook. */
import { costDrivers, costItems, costLines, costMonths, costPeers, costVariance } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Statistics } from './testing/statistics.ts';

const PROJECT = 'EMC01001';
const SPAN = { from: '2031-03', to: '2031-03', project: PROJECT };

let at: Statistics;

const cost = (project: string, account: string, month: string, amount: number) =>
  at.run(
    `insert into project_cost (project_code, month, account, amount, source_module, source_id) values ('${project}', '${month}', '${account}', ${amount}, 'setup', 0)`,
  );

beforeAll(async () => {
  at = await Statistics.start();
  await at.run(`update project set area_m2 = 1000, building_type = '医院'`);
  await cost(PROJECT, '电费', '2031-03', 1200);
  await cost(PROJECT, '维修费', '2031-03', 300);
  await cost(PROJECT, '燃气费', '2031-03', 500);
  await cost(PROJECT, '电费', '2030-03', 800);
  await cost(PROJECT, '人工劳务', '2030-03', 200);
  const [meter] =
    await at.run(`select m.device_id::text as id from meter m join energy_category c on c.id = m.category_id
    join energy_category e on e.id = coalesce(c.parent_id, c.id) where m.project_code = '${PROJECT}' and e.code = 'elec' and m.parent_id is null order by m.device_id limit 1`);
  const month = (id: string, of: string, usage: number, valley: string) =>
    at.run(`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days, valley)
      values (${id}, 'total', '${of}', '${PROJECT}', ${usage}, 0, 31, 31, 31, ${valley})`);
  await month(String(meter?.['id']), '2031-03', 1500, '600');
  await month(String(meter?.['id']), '2030-03', 1600, 'null');
  const [cold] =
    await at.run(`select m.device_id::text as id from meter m join energy_category e on e.id = m.category_id
    where m.project_code = '${PROJECT}' and e.code = 'cooling' and m.parent_id is null order by m.device_id limit 1`);
  await month(String(cold?.['id']), '2031-03', 4000, 'null');
}, 240_000);
afterAll(() => at.close());

describe('成本分析', () => {
  it('tells what a unit costs, of a month and of all', async () => {
    const { rows, figures, charts } = await at.ask(costMonths, SPAN);
    expect(rows).toMatchObject([
      {
        month: '2031-03',
        total: '2000.00',
        heat: '4000',
        perHeat: '0.5000',
        perArea: '2.00',
        lastTotal: '1000.00',
        lastPerArea: '1.00',
        growth: '100.00',
      },
    ]);
    expect(figures).toEqual({
      total: '0.20',
      perHeat: '0.5000',
      perArea: '2.00',
      elecPrice: '0.8000',
      valley: '40.00',
    });
    expect(charts['units']).toEqual([{ by: '2031-03', values: ['2.00', '1.00', '0.5000'] }]);
  });

  it('leaves cold of projects without booked costs, and months without any, out of what a unit costs', async () => {
    const asked = { from: '2031-03', to: '2031-04' };
    const [cold] =
      await at.run(`select m.device_id::text as id, m.project_code as project from meter m join energy_category e on e.id = m.category_id
      where m.project_code <> '${PROJECT}' and e.code = 'cooling' and m.parent_id is null order by m.project_code limit 1`);
    const { figures: before } = await at.ask(costMonths, asked);
    for (const month of ['2031-03', '2031-04'])
      await at.run(`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
        values (${String(cold?.['id'])}, 'total', '${month}', '${String(cold?.['project'])}', 1000000, 0, 31, 31, 31)`);
    const { rows, figures } = await at.ask(costMonths, asked);
    expect(figures['perHeat']).toBe(before['perHeat']);
    expect(rows).toMatchObject([
      { month: '2031-03', heat: '1004000', perHeat: '0.5000' },
      { month: '2031-04', total: '0.00', heat: '1000000', perHeat: null, perArea: null, lastPerArea: null },
    ]);
    await at.run(`delete from meter_month where meter_id = ${String(cold?.['id'])} and month >= '2031-01'`);
  });

  it('says what it consists of, and leads to the documents', async () => {
    const { rows, charts } = await at.ask(costItems, SPAN);
    expect(rows.map((row) => [row['costItem'], row['amount'], row['share'], row['base'], row['growth']])).toEqual([
      ['电费', '1200.00', '60.00', '800.00', '50.00'],
      ['燃气费', '500.00', '25.00', '0.00', null],
      ['维修', '300.00', '15.00', '0.00', null],
      ['人工', '0.00', '0.00', '200.00', '-100.00'],
    ]);
    expect(charts['items']?.[0]).toEqual({ by: '电费', values: ['1200.00'] });
    expect((await at.ask(costLines, SPAN)).sums['amount']).toBe('2000.00');
    expect((await at.ask(costLines, { ...SPAN, item: '维修' })).sums['amount']).toBe('300.00');
  });

  it('divides a change into price and quantity, to the fen', async () => {
    // 0.80 against 0.50 yuan for 1500 kWh, and 100 kWh less at 0.50.
    expect((await at.ask(costVariance, SPAN)).rows).toMatchObject([
      {
        energy: '电',
        baseUse: '1600.00',
        use: '1500.00',
        basePrice: '0.5000',
        price: '0.8000',
        byPrice: '450.00',
        byUse: '-50.00',
        change: '400.00',
      },
    ]);
    const { rows } = await at.ask(costDrivers, SPAN);
    expect(rows.map((row) => [row['factor'], row['amount']])).toEqual([
      ['对比期', '1000.00'],
      ['价格', '450.00'],
      ['用量', '-50.00'],
      ['人工', '-200.00'],
      ['维修', '300.00'],
      ['其他', '500.00'],
      ['本期', '2000.00'],
    ]);
    const asked = await at.ask(costDrivers, { ...SPAN, baseFrom: '2029-01', baseTo: '2029-02' });
    expect(asked.rows[0]).toMatchObject({ amount: '0.00' });
  });

  it('compares projects of one kind once there are five of them', async () => {
    const all = { from: '2031-03', to: '2031-03' };
    expect((await at.ask(costPeers, all)).rows).toMatchObject([
      { total: '2.00', elec: '1.50', median: null, saving: null },
    ]);
    const others = await at.run(`select code from project where code <> '${PROJECT}' order by code limit 4`);
    for (const [n, row] of others.entries()) await cost(String(row['code']), '维修费', '2031-03', 400 + n * 200);
    // 0.4, 0.6, 0.8, 1.0 and 2.0 yuan a square metre: median 0.8, lower quartile 0.6.
    expect((await at.ask(costPeers, all)).rows[0]).toMatchObject({
      project: PROJECT,
      median: '0.80',
      deviation: '150.00',
      saving: '0.14',
    });
    expect(await at.total(costPeers, all, '总成本')).toBe(4800);
  });

  it('stays within the scope of who asks', async () => {
    for (const view of [costMonths, costItems, costDrivers, costVariance, costPeers, costLines])
      expect((await at.ask(view, SPAN, 'projectManager2')).rows).toEqual([]);
    expect(await at.refused(costItems, { ...SPAN, baseFrom: '2030-03', baseTo: '2030-01' })).toEqual([
      { path: 'baseFrom', message: '开始月份不能晚于结束月份' },
    ]);
  });
});

/** 水质管理分析 against tests made by hand: rates, control chart, what is closed, what was due, scope, the workbook. */
import { waterBad, waterProjects, waterTasks, waterTests } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Statistics } from './testing/statistics.ts';

const PROJECT = 'EMC01001';
const SPAN = { from: '2025-01', to: '2025-03', project: PROJECT };

let at: Statistics;
let report = '';

const one = async (text: string): Promise<string> => String((await at.run(text))[0]?.['id']);
const by = (account: string) => `from app_user where account = '${account}' returning id::text`;
const test = (on: string, item: string, value: number, fit: boolean, document = 'T-SZ1') =>
  at.run(`insert into b_water_test (source_module, source_id, source_effect, project, kind, water_system, item, sampled_at, value, limit_low, limit_high, fit, document)
    values ('detectReport', ${report}, 'setup', '${PROJECT}', '检测报告', '冷却水', '${item}', '${on} 08:00+08', ${value}, 7.5, 9.5, ${fit}, '${document}')`);

beforeAll(async () => {
  at = await Statistics.start();
  await at.run(`delete from stop_day`);
  await at.run(
    `update project set water_price = 4, start_on = '2020-01-01', end_on = null, state = 2 where code = '${PROJECT}'`,
  );
  report =
    await one(`insert into f_detect_report (status, applicant, applicant_dept, project, serial, detect_reason, sample_time, sampler, test_fee, steel_corrosion,
      treat_advice, retest_needed, retest_before)
    select 'approved', id, 'A63', '${PROJECT}', 'T-SZ1', '季度例检', '2025-01-10 08:00+08', id, 300, 0.05, '加强排污', true, '2025-01-20' ${by('waterEngineer')}`);
  await test('2025-01-10', 'pH值', 8, true);
  await test('2025-01-10', '总铁', 2, false);
  await test('2025-02-10', '总铁', 1.5, false, 'T-SZ2');
  await test('2025-03-10', 'pH值', 10, false, 'T-SZ3');
  await test('2025-04-10', 'pH值', 9, true, 'T-SZ4');
  const month = async (of: string, ratio: number) => {
    const id =
      await one(`insert into f_manage_record (status, applicant, applicant_dept, project, serial, record_month, service_mode, cooling_volume, chilled_volume,
        cooling_makeup, cooling_blowdown, chilled_makeup, concentration_ratio, chilled_loss_rate, chemical_cost, quality_grade)
      select 'approved', id, 'A63', '${PROJECT}', 'T-GL${of}', '${of}', '项目自管', 60, 40, 100, 20, 2, ${ratio}, 5, 500, '良' ${by('waterEngineer')}`);
    await at.run(`insert into f_manage_record_dosing (parent_id, row_no, quantity) values (${id}, 1, 12.5)`);
  };
  await month('2025-01', 3);
  await month('2025-02', 5);
  await at.run(`insert into f_cool_tower_water_tank_record (status, applicant, applicant_dept, project, serial, clean_end, clean_fee, object_count)
    select 'approved', id, 'A63', '${PROJECT}', 'T-QX1', '2025-03-31 23:00+08', 800, 2 ${by('operator')}`);
  for (const shift of ['早班', '晚班'])
    await at.run(`insert into f_water_management_diary (status, applicant, applicant_dept, project, serial, diary_date, shift)
      select 'approved', id, 'A63', '${PROJECT}', 'T-RZ${shift}', '2025-01-05', '${shift}' ${by('operator')}`);
  await at.run(
    `insert into stop_day (project_code, day) select '${PROJECT}', s::date from generate_series('2025-03-01'::date, '2025-03-31'::date, interval '1 day') s`,
  );
}, 240_000);
afterAll(() => at.close());

describe('水质管理分析', () => {
  it('counts items by month, and draws the index that was chosen', async () => {
    const { figures, charts } = await at.ask(waterTests, SPAN);
    expect(figures).toEqual({ passRate: '25.00', items: '4', bad: '3' });
    expect(charts['heat']).toEqual([
      { by: PROJECT, across: '2025-01', values: ['50.00'] },
      { by: PROJECT, across: '2025-02', values: ['0.00'] },
      { by: PROJECT, across: '2025-03', values: ['0.00'] },
    ]);
    expect(charts['control']).toEqual([]);
    const chosen = await at.ask(waterTests, { ...SPAN, index: 'pH值' });
    expect(chosen.charts['control']).toEqual([
      { by: '2025-01-10', values: ['8.00', '9.50', '7.50', '8.00'] },
      { by: '2025-03-10', values: ['10.00', '9.50', '7.50', '9.00'] },
    ]);
  });

  it('marks a value far off all others', async () => {
    for (let day = 10; day < 30; day++) await test(`2024-06-${day}`, '浊度', 5, true, 'T-SZ5');
    await test('2024-07-01', '浊度', 500, false, 'T-SZ5');
    const { rows } = await at.ask(waterTests, { ...SPAN, from: '2024-06', to: '2024-07', doubt: '疑似录错' });
    expect(rows).toMatchObject([{ item: '浊度', value: '500.000' }]);
  });

  it('sums up what the water of a project took', async () => {
    const { rows, figures } = await at.ask(waterProjects, SPAN);
    expect(rows).toMatchObject([
      {
        reports: 3,
        items: 4,
        passRate: '25.00',
        ratio: '4.00',
        coolingMakeup: '200.0',
        blowdown: '40.0',
        chilledMakeup: '4.0',
        lossRate: '5.00',
        chemicalKg: '25.00',
        chemicalCost: '1000.00',
        costPerVolume: '10.00',
        makeupCost: '816.00',
        cleanCost: '1100.00',
        cleaned: 2,
        steel: '0.0500',
        grade: '良',
      },
    ]);
    expect(figures).toMatchObject({ ratio: '4.00', chemicalCost: '1000.00', costPerVolume: '10.00' });
    expect((await at.ask(waterProjects, { ...SPAN, serviceMode: '药剂商托管' })).rows).toEqual([]);
  });

  it('sets water against the cold of the same months', async () => {
    const [cold] =
      await at.run(`select m.device_id::text as id from meter m join energy_category e on e.id = m.category_id
        where m.project_code = '${PROJECT}' and e.code = 'cooling' and m.parent_id is null order by m.device_id limit 1`);
    await at.run(`delete from meter_month where project_code = '${PROJECT}' and month between '2025-01' and '2025-03'`);
    // Of March there is cold, but no record of the water.
    for (const [month, usage] of [
      ['2025-01', 100_000],
      ['2025-03', 900_000],
    ])
      await at.run(`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
        values (${String(cold?.['id'])}, 'total', '${month}', '${PROJECT}', ${usage}, 0, 31, 31, 31)`);
    expect((await at.ask(waterProjects, SPAN)).figures['perHeat']).toBe('1.00');
  });

  it('keeps what is not fit until the same is tested and fit', async () => {
    const { rows, figures } = await at.ask(waterBad, SPAN);
    expect(rows.map((row) => [row['item'], row['sampledOn'], row['retest']]).toSorted()).toEqual([
      ['pH值', '2025-03-10', '已合格'],
      ['总铁', '2025-01-10', '仍不合格'],
      ['总铁', '2025-02-10', '未复检'],
    ]);
    expect(figures['open']).toBe('2');
    expect(rows.find((row) => row['sampledOn'] === '2025-01-10')).toMatchObject({
      advice: '加强排污',
      limits: '7.5 – 9.5',
    });
    expect(Number(rows.find((row) => row['sampledOn'] === '2025-01-10')?.['lateDays'])).toBeGreaterThan(300);
  });

  it('counts what was due on days on which the project ran', async () => {
    const { rows } = await at.ask(waterTasks, SPAN);
    expect(rows).toMatchObject([
      {
        quartersDue: 1,
        quartersDone: 1,
        monthsDue: 2,
        monthsDone: 2,
        daysDue: 59,
        daysDone: 1,
        cleaned: 2,
        yearReport: '未出',
      },
    ]);
  });

  it('stays within the scope of who asks; the workbook has the same sums', async () => {
    for (const view of [waterTests, waterProjects, waterBad, waterTasks])
      expect((await at.ask(view, SPAN, 'projectManager2')).rows).toEqual([]);
    expect(await at.refused(waterTasks, { from: '2025-04', to: '2025-03' })).toMatchObject([{ path: 'from' }]);
    expect(await at.total(waterProjects, SPAN, '药剂费')).toBe(1000);
  });
});

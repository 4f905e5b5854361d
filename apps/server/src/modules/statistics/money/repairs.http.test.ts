/** 维修成本分析 against records made by hand: sums, shares and pictures, devices and faults that come again, scope, what is asked wrongly, the workbook. */
import { repairCosts, repairDevices, repairProjects, repairRepeats } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Statistics } from './testing/statistics.ts';

const PROJECT = 'EMC01001';
const MARCH = { from: '2026-03', to: '2026-03' };

let at: Statistics;
let device = '';
let other = '';

const repair = (serial: string, of: string, end: string, payer: string, parts: number, more = '') =>
  at.run(`insert into f_maintenance_records (status, applicant, applicant_dept, project, serial, equipment, fault_time, repair_end, repair_way, payer,
      parts_cost, labor_cost, other_fee, cause_type, fault_part, fault_desc, affect_hours)
    select 'approved', id, 'A63', '${PROJECT}', '${serial}', ${of}, timestamptz '${end}' - interval '6 hours', '${end}', '项目自修', '${payer}', ${parts}, 50, 0,
      '自然磨损', '轴承密封', '异响', ${more || 'null'} from app_user where account = 'operator'`);

beforeAll(async () => {
  at = await Statistics.start();
  const devices = await at.run(
    `select id::text from device where project_code = '${PROJECT}' and category in ('主机', '水泵') order by category, id`,
  );
  [device = '', other = ''] = [String(devices[0]?.['id']), String(devices.at(-1)?.['id'])];
  await at.run(`update project set area_m2 = 10000 where code = '${PROJECT}'`);
  await at.run(`update project set area_m2 = null where code <> '${PROJECT}'`);
  await at.run(`update device set run_hours = 9000, fault_count = 3, started_on = '2015-06-01' where id = ${device}`);
  await repair('T-WX1', device, '2026-01-20 10:00+08', '公司承担', 450);
  await repair('T-WX2', device, '2026-03-10 10:00+08', '公司承担', 950, '4.5');
  await repair('T-WX3', other, '2026-03-20 10:00+08', '客户承担', 250);
  await repair('T-WX4', device, '2025-03-10 10:00+08', '公司承担', 750);
  await at.run(`insert into f_equipment_maintenance_record (status, applicant, applicant_dept, project, serial, equipment, end_time, parts_cost, total_cost)
    select 'approved', id, 'A63', '${PROJECT}', 'T-BY1', ${other}, '2026-03-05 10:00+08', 90, 90 from app_user where account = 'operator'`);
  await at.run(`insert into fund_budget_ledger (owner_kind, owner_code, month, subject, approved, appended)
    values ('project', '${PROJECT}', '2026-03', '维修费', 1500, 500), ('project', '${PROJECT}', '2026-03', '电费', 9000, 0)`);
  await at.run(`insert into b_receivable_ledger (source_module, source_id, source_effect, receivable_no, source_kind, project, period_start, period_end, amount, cancelled, state)
    values ('setup', 0, 'setup', 'T-YS1', '用户结算', '${PROJECT}', '2026-03-01', '2026-04-30', 61000, 0, '未收清')`);
}, 240_000);
afterAll(() => at.close());

describe('维修成本分析', () => {
  it('counts each cost once, without upkeep unless it is asked for', async () => {
    const { rows, figures, charts } = await at.ask(repairCosts, MARCH);
    expect(rows.map((row) => [row['documentNo'], row['total'], row['ours'], row['customer']]).toSorted()).toEqual([
      ['T-WX2', '1000.00', '1000.00', '0.00'],
      ['T-WX3', '300.00', '0.00', '300.00'],
    ]);
    // 1000 yuan on 10000 m² in one month is 1.20 a year.
    expect(figures).toEqual({
      total: '1300.00',
      ours: '1000.00',
      supplier: '0.00',
      perArea: '1.20',
      count: '2',
      repairHours: '6.0',
    });
    expect(charts['months']).toEqual([{ by: '2026-03', values: ['1200.00', '100.00', '0.00', '0.00'] }]);
    expect(charts['categories']?.map((group) => group.values)).toEqual([['1000.00'], ['300.00']]);
    expect(charts['causes']).toEqual([{ by: '自然磨损', values: ['1300.00', '2'] }]);
    expect((await at.ask(repairCosts, { ...MARCH, upkeep: '计入' })).figures).toMatchObject({ total: '1390.00' });
    expect((await at.ask(repairCosts, { ...MARCH, bearer: '客户' })).figures).toMatchObject({ total: '300.00' });
    expect((await at.ask(repairCosts, { ...MARCH, device })).figures).toMatchObject({ total: '1000.00' });
  });

  it('says of each device what it took since ever, and which faults came again within 90 days', async () => {
    const { rows } = await at.ask(repairDevices, MARCH);
    expect(rows).toMatchObject([
      {
        device,
        total: '1000.00',
        allTotal: '2300.00',
        yearCount: 2,
        yearTotal: '1500.00',
        betweenHours: '3000',
        stopHours: '4.5',
        since: 2015,
        advice: '继续修',
      },
      { device: other, total: '300.00', allTotal: '300.00', yearCount: 1, betweenHours: null },
    ]);
    const advised = async () =>
      (await at.ask(repairDevices, MARCH)).rows.find((row) => row['device'] === device)?.['advice'];
    await repair('T-JY1', device, '2026-03-21 10:00+08', '公司承担', 1);
    await repair('T-JY2', device, '2026-03-22 10:00+08', '公司承担', 1);
    expect(await advised()).toBe('大修评估');
    await at.run(`update device set started_on = app_now()::date - 17 * 366 where id = ${device}`);
    expect(await advised()).toBe('更换');
    await at.run(`delete from f_maintenance_records where serial like 'T-JY%'`);
    const repeats = async () => (await at.ask(repairRepeats, MARCH)).rows;
    expect(await repeats()).toMatchObject([
      { device, faultPart: '轴承密封', count: 2, total: '1500.00', rectified: '未立' },
    ]);
    await at.run(`insert into f_emc_problem_rectification (status, applicant, applicant_dept, project, serial, source_no, found_date)
      select 'running', id, 'A63', '${PROJECT}', 'T-ZG1', 'T-WX2', '2026-03-12' from app_user where account = 'operator'`);
    expect(await repeats()).toMatchObject([{ rectified: '已立' }]);
    expect((await at.ask(repairRepeats, { from: '2025-03', to: '2025-03' })).rows).toEqual([]);
  });

  it('holds projects against income, budget and the year before', async () => {
    const { rows } = await at.ask(repairProjects, MARCH);
    // Of 61000 for two months March has 31 of 61 days: 31000.
    expect(rows).toMatchObject([
      {
        project: PROJECT,
        count: 2,
        total: '1300.00',
        perArea: '0.10',
        incomeShare: '3.23',
        budget: '2000.00',
        used: '50.00',
        lastYear: '800.00',
        growth: '62.50',
      },
    ]);
    expect((await at.ask(repairProjects, { from: '2025-03', to: '2025-03' })).rows).toMatchObject([
      { lastYear: '0.00', growth: null, budget: null, used: null },
    ]);
  });

  it('stays within the scope of who asks, and says what is asked wrongly', async () => {
    for (const view of [repairCosts, repairDevices, repairProjects, repairRepeats])
      expect((await at.ask(view, MARCH, 'projectManager2')).rows).toEqual([]);
    expect((await at.ask(repairCosts, MARCH, 'projectManager')).rows).toHaveLength(2);
    expect(await at.refused(repairCosts, { from: '2026-04', to: '2026-03' })).toEqual([
      { path: 'from', message: '开始月份不能晚于结束月份' },
    ]);
    expect(await at.refused(repairDevices, { from: '2023-01', to: '2026-01' })).toEqual([
      { path: 'from', message: '最多选择36个月' },
    ]);
    expect((await at.refused(repairCosts, { bearer: '没有' }))[0]?.path).toBe('bearer');
  });

  it('takes the same figures along as a workbook', async () => {
    expect(await at.total(repairCosts, MARCH, '合计')).toBe(1300);
    expect(await at.total(repairProjects, MARCH, '我方承担')).toBe(1000);
  });
});

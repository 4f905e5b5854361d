/** 经营分析 against accounts made by hand: areas, ranking, losses in a row, alerts, the year, scope, the workbook. */
import {
  businessAccounts,
  businessAlerts,
  businessAreas,
  businessLosses,
  businessProjects,
  businessTrend,
} from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Statistics } from './testing/statistics.ts';

const [FIRST, SECOND] = ['EMC01001', 'EMC01002'];
const MONTH = { month: '2031-03' };

let at: Statistics;
let area = '';

const account = (
  project: string,
  month: string,
  of: { income: number; energy: number; gross: number; profit: number; received: number },
) =>
  at.run(`insert into b_project_profit (source_module, source_id, source_effect, project, month, income, energy_cost, labor_cost, other_cost, overhead, cost,
      gross_profit, profit, confirmed_profit, budget_income, budget_profit, received)
    values ('projectStaticsInfo', 0, 'setup', '${project}', '${month}', ${of.income}, ${of.energy}, 0, 0, 0, ${of.income - of.profit}, ${of.gross}, ${of.profit}, ${of.profit},
      ${of.income * 2}, 100, ${of.received})`);
const visit = (project: string, on: string, marks: number) =>
  at.run(`insert into f_interview_record (status, applicant, applicant_dept, project, serial, visit_time, satisfaction)
    select 'approved', id, 'A63', '${project}', 'T-HF${on}${marks}', '${on} 10:00+08', ${marks} from app_user where account = 'projectManager'`);

beforeAll(async () => {
  at = await Statistics.start();
  const [where] = await at.run(`select area from project where code = '${FIRST}'`);
  area = String(where?.['area']);
  await at.run(
    `update project set area_m2 = 10000, area = '${area}', state = 2, start_on = '2020-01-01' where code in ('${FIRST}', '${SECOND}')`,
  );
  await at.run(`update contract set end_on = app_now()::date + 4000`);
  await at.run(`update b_receivable_ledger set due_date = app_now()::date`);
  const good = { income: 100_000, energy: 40_000, gross: 50_000, profit: 30_000, received: 80_000 };
  const bad = { income: 50_000, energy: 30_000, gross: -5_000, profit: -10_000, received: 50_000 };
  await account(FIRST, '2031-03', good);
  await account(FIRST, '2031-02', { ...good, gross: 80_000 });
  await account(FIRST, '2030-03', { ...good, gross: 20_000 });
  await account(SECOND, '2031-01', { ...bad, profit: 0 });
  await account(SECOND, '2031-02', bad);
  await account(SECOND, '2031-03', bad);
  await visit(FIRST, '2031-03-05', 90);
  await visit(SECOND, '2031-03-06', 60);
  await at.run(`insert into f_sudden_accident_record (status, applicant, applicant_dept, project, serial, occur_time, accident_type)
    select 'approved', id, 'A63', '${SECOND}', 'T-SG1', '2031-03-31 23:00+08', '机械伤害' from app_user where account = 'operator'`);
}, 240_000);
afterAll(() => at.close());

describe('经营分析', () => {
  it('sums up areas, and the whole, of a month or of the year so far', async () => {
    const { rows, figures } = await at.ask(businessAreas, MONTH, 'generalManager');
    expect(rows).toMatchObject([
      {
        area,
        projects: 2,
        areaM2: '2.00',
        income: '15.00',
        target: '30.00',
        reached: '50.00',
        energyRate: '46.67',
        gross: '4.50',
        grossRate: '30.00',
        collectRate: '86.67',
        accidents: 1,
        satisfaction: '75.0',
      },
    ]);
    expect(figures).toEqual({
      income: '15.00',
      reached: '50.00',
      profitReached: '10000.00',
      grossRate: '30.00',
      collectRate: '86.67',
      energyRate: '46.67',
      satisfaction: '75.0',
    });
    expect((await at.ask(businessAreas, { ...MONTH, cumulative: '本年累计' }, 'generalManager')).figures).toMatchObject(
      {
        income: '35.00',
      },
    );
    expect((await at.ask(businessAccounts, { ...MONTH, cumulative: '本年累计' })).sums['income']).toBe('350000.00');
  });

  it('keeps margins from those who may not see them', async () => {
    const { rows, charts } = await at.ask(businessProjects, MONTH);
    expect(rows).toHaveLength(2);
    expect(Object.keys(rows[0] ?? {})).not.toContain('grossRate');
    expect(charts['quadrants']).toEqual([]);
    expect((await at.ask(businessLosses, MONTH)).rows[0]).not.toHaveProperty('loss');
  });

  it('ranks projects between the worst and the best of their area', async () => {
    const { rows, charts } = await at.ask(businessProjects, MONTH, 'generalManager');
    // The first has the better margin, marks and safety (55 of 100), the second collects more and uses less (45).
    expect(rows).toMatchObject([
      {
        rank: 1,
        project: FIRST,
        grossRate: '50.00',
        collectRate: '80.00',
        energyPerArea: '4.00',
        costPerArea: '7.00',
        satisfaction: '90.0',
        accidents: 0,
        score: '55.0',
      },
      { rank: 2, project: SECOND, grossRate: '-10.00', collectRate: '100.00', score: '45.0' },
    ]);
    expect(charts['quadrants']?.find((group) => group.by === FIRST)?.values).toEqual(['50.00', '80.00', '10.00']);
  });

  it('counts months of loss in a row', async () => {
    const { rows } = await at.ask(businessLosses, MONTH, 'generalManager');
    expect(rows).toMatchObject([
      { project: SECOND, months: 2, loss: '-10000.00', yearLoss: '-20000.00', analysis: '未分析' },
    ]);
    await at.run(`insert into f_loss_project_analysis (status, applicant, applicant_dept, project, serial, month_from, month_to, main_reason)
      select 'approved', id, 'A63', '${SECOND}', 'T-KS1', '2031-02', '2031-03', '气价上涨' from app_user where account = 'finance'`);
    expect((await at.ask(businessLosses, MONTH, 'generalManager')).rows).toMatchObject([
      { reason: '气价上涨', analysis: '已分析' },
    ]);
  });

  it('warns of what somebody has to look at', async () => {
    await at.run(`insert into b_receivable_ledger (source_module, source_id, source_effect, receivable_no, source_kind, project, due_date, amount, state)
      values ('setup', 0, 'setup', 'T-YQ1', '用户结算', '${FIRST}', app_now()::date - 91, 1234, '未收清')`);
    const { rows, figures } = await at.ask(businessAlerts, MONTH);
    const of = (project: string) =>
      rows.filter((row) => row['project'] === project).map((row) => [row['kind'], row['value']]);
    expect(of(FIRST).toSorted()).toEqual(
      [
        ['毛利骤降', '50.00%，上月80.00%'],
        ['欠费90天', '1234.00元'],
      ].toSorted(),
    );
    expect(of(SECOND)).toEqual([
      ['安全红线', '机械伤害'],
      ['满意度低于70', '60分'],
    ]);
    const handled = async (project: string) =>
      (await at.ask(businessAlerts, { ...MONTH, project })).rows.map((row) => row['handled']);
    expect(await handled(FIRST)).toEqual(['未处理', '未处理']);
    // The accident is closed with its record; the customer is visited again.
    expect(await handled(SECOND)).toEqual(['已处理', '未处理']);
    await visit(SECOND, '2031-04-01', 80);
    await at.run(`insert into collection_note (contract, called_on, way, counterpart, content, collector)
      select c.code, app_now()::date, '电话', '王工', '催收', u.id from contract c, app_user u
      where c.project_code = '${FIRST}' and u.account = 'finance' order by c.code limit 1`);
    expect(await handled(FIRST)).toEqual(['未处理', '处理中']);
    expect(await handled(SECOND)).toEqual(['已处理', '已处理']);
    const running = await at.run(`select code from project where state = 2 and code not in ('${FIRST}', '${SECOND}')
      and (start_on is null or to_char(start_on, 'YYYY-MM') <= '2031-03')`);
    expect(figures['missing']).toBe(String(running.length));
  });

  it('runs through the year beside the year before', async () => {
    const { rows } = await at.ask(businessTrend, { ...MONTH, project: FIRST }, 'generalManager');
    expect(rows).toMatchObject([
      { on: '2031-02', income: '10.00', grossRate: '80.00', lastGrossRate: null },
      { on: '2031-03', grossRate: '50.00', lastGrossRate: '20.00' },
    ]);
  });

  it('begins with the last month that is over and accounted', async () => {
    const now = `(app_now() at time zone 'Asia/Shanghai')`;
    const [months] = await at.run(
      `select to_char(${now} - interval '2 months', 'YYYY-MM') as past, to_char(${now}, 'YYYY-MM') as now`,
    );
    const figures = { income: 70_000, energy: 1, gross: 1, profit: 1, received: 1 };
    await account(FIRST, String(months?.['past']), figures);
    await account(SECOND, String(months?.['now']), figures);
    expect((await at.ask(businessAccounts, {})).rows.map((row) => [row['project'], row['on']])).toEqual([
      [FIRST, months?.['past']],
    ]);
  });

  it('stays within the scope of who asks; the workbook has the same sums', async () => {
    for (const view of [businessAreas, businessProjects, businessLosses, businessTrend, businessAccounts])
      expect((await at.ask(view, { ...MONTH, project: FIRST }, 'projectManager2')).rows).toEqual([]);
    expect((await at.refused(businessAreas, { month: '2031-13' }))[0]?.path).toBe('month');
    expect(await at.total(businessAccounts, MONTH, '收入')).toBe(150_000);
  });
});

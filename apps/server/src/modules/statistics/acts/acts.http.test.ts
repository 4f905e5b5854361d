/** What is done on the pages of statistics: what is under way beside what counts, months reviewed, missing accounts pressed for, comments, reminders. */
import { statisticsComment, statisticsFreeze, statisticsRemind, statisticsUrge } from '@hengneng/contracts';
import {
  businessComments,
  costComments,
  incomeFrozen,
  incomeLines,
  incomeMonths,
  incomeProjects,
  incomeReports,
} from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Statistics } from '../money/testing/statistics.ts';

const PROJECT = 'EMC01001';
/** Months that are over, of years of which the demo company knows nothing. */
const MAY = { from: '2021-05', to: '2021-05', project: PROJECT };

let at: Statistics;
const send = async (call: { readonly path: string }, body: object, account: string) =>
  at.send(call.path, body, account);

beforeAll(async () => {
  at = await Statistics.start();
  await at.run(`insert into project_cost (project_code, month, account, amount, source_module, source_id)
    values ('${PROJECT}', '2021-05', '维修费', 300, 'paymentNotEnergy', 0)`);
  await at.run(`insert into b_receivable_ledger (source_module, source_id, source_effect, receivable_no, source_kind, project, period_start, period_end, amount, cancelled, state, due_date)
    values ('userSettlement', 0, 'setup', 'T-FZ1', '用户结算', '${PROJECT}', '2021-05-01', '2021-05-31', 1000, 0, '未收清', '2021-05-31')`);
  const by = `select id, 'A63', '${PROJECT}'`;
  const who = `from app_user where account = 'projectManager'`;
  // 600 of thirty days of April and May, ten of them in May; another one was sent back.
  await at.run(`insert into f_payment (applicant, applicant_dept, project, status, serial, period_start, period_end, cost_month, budget_subject, pay_total)
    ${by}, 'running', 'T-SP1', '2021-04-11', '2021-05-10', '2021-05', '电费', 600 ${who}`);
  await at.run(`insert into f_payment_not_energy (applicant, applicant_dept, project, status, serial, cost_month, budget_subject, pay_total, approved_amount)
    ${by}, 'running', 'T-SP2', '2021-05', '维修费', 90, 80 ${who}`);
  await at.run(`insert into f_payment_not_energy (applicant, applicant_dept, project, status, serial, cost_month, budget_subject, pay_total)
    ${by}, 'returned', 'T-SP3', '2021-05', '维修费', 999 ${who}`);
  await at.run(`insert into f_user_settlement (applicant, applicant_dept, project, status, serial, settle_month, settle_total)
    ${by}, 'running', 'T-SP4', '2021-05', 5000 ${who}`);
  await at.run(
    `update project set start_on = '2021-05-20', manager = (select id from app_user where account = 'projectManager') where code = '${PROJECT}'`,
  );
}, 240_000);
afterAll(() => at.close());

describe('含审批中', () => {
  it('stands beside what counts, document by document, and only where it was asked for', async () => {
    const { rows, sums } = await at.ask(incomeMonths, { ...MAY, withRunning: '包含' });
    expect(rows).toMatchObject([
      { income: '1000.00', spent: '300.00', net: '700.00', pendingIncome: '5000.00', pendingSpent: '280.00' },
    ]);
    expect(sums).toMatchObject({ spent: '300.00', pendingSpent: '280.00' });
    expect((await at.ask(incomeProjects, { ...MAY, withRunning: '包含' })).rows).toMatchObject([
      { project: PROJECT, spent: '300.00', pendingIncome: '5000.00', pendingSpent: '280.00' },
    ]);
    const lines = await at.ask(incomeLines, { ...MAY, withRunning: '包含', stage: '审批中', kind: '支出' });
    expect(lines.rows.map((row) => [row['document'], row['item'], row['amount']])).toEqual([
      ['T-SP1', '电费', '200.00'],
      ['T-SP2', '维修', '80.00'],
    ]);
    expect(lines.sums['amount']).toBe('280.00');
    const plain = await at.ask(incomeMonths, MAY);
    expect(plain.rows).toMatchObject([{ spent: '300.00', pendingIncome: null, pendingSpent: null }]);
    expect((await at.ask(incomeLines, MAY)).rows.map((row) => row['stage'])).toEqual(['已审结', '已审结']);
    // Nobody has paid it yet.
    const paid = await at.ask(incomeLines, { ...MAY, basis: '收付', withRunning: '包含' });
    expect(paid.rows).toEqual([]);
  });
});

describe('核算报送与月度复核', () => {
  it('says which accounts are missing and presses for each once a day', async () => {
    const reports = await at.ask(incomeReports, { ...MAY, from: '2021-04' });
    // The project began in May.
    expect(reports.rows).toMatchObject([{ month: '2021-05', state: '未报', urgedAt: null }]);
    expect(reports.figures).toEqual({ due: '1', reported: '0', complete: '0.00' });
    expect(await send(statisticsUrge, MAY, 'finance')).toMatchObject({ data: { told: 1, skipped: 0 } });
    expect(await send(statisticsUrge, MAY, 'finance')).toMatchObject({ data: { told: 0, skipped: 1 } });
    const [message] = await at.run(
      `select m.title, u.account from message m join app_user u on u.id = m.user_id where m.kind = '催报'`,
    );
    expect(message).toMatchObject({ account: 'projectManager' });
    expect(String(message?.['title'])).toContain('2021-05的项目核算还没有报');
    expect((await at.ask(incomeReports, MAY)).rows[0]?.['urgedAt']).not.toBeNull();
    // Another area's projects are none of theirs to press for.
    expect((await send(statisticsUrge, MAY, 'areaManager2')).message).toBe('没有可以提醒的人');
    expect((await send(statisticsUrge, MAY, 'operator')).status).not.toBe(1);
  });

  it('keeps what a month came to, says what changed since, and changes nothing of it', async () => {
    const freeze = (body: object, account = 'finance') => send(statisticsFreeze, body, account);
    expect((await freeze({ month: '2021-05', note: '某项目停业' }, 'projectManager')).status).not.toBe(1);
    expect((await freeze({ month: '2021-05' })).errors).toEqual([
      { path: 'note', message: expect.stringMatching(/^还有\d+个项目的核算未报，请写说明$/) },
    ]);
    expect((await freeze({ month: '2999-01', note: 'x' })).errors).toEqual([
      { path: 'month', message: '本月还没有结束，不能复核' },
    ]);
    expect((await freeze({ month: '2021', note: 'x' })).errors[0]?.path).toBe('month');
    expect(await freeze({ month: '2021-05', note: '项目刚开业' })).toMatchObject({ data: { projects: 1 } });
    expect((await freeze({ month: '2021-05', note: '再来' })).message).toBe('该月已经复核');
    await at.run(`insert into project_cost (project_code, month, account, amount, source_module, source_id)
      values ('${PROJECT}', '2021-05', '水费', 50, 'paymentNotEnergy', 0)`);
    const { rows } = await at.ask(incomeFrozen, MAY);
    expect(rows).toMatchObject([
      {
        frozenIncome: '1000.00',
        frozenSpent: '300.00',
        frozenNet: '700.00',
        nowNet: '650.00',
        changed: '-50.00',
        note: '项目刚开业',
      },
    ]);
    expect(await at.total(incomeFrozen, MAY, '复核后变动（元）')).toBe(-50);
    expect((await at.ask(incomeFrozen, { ...MAY, basis: '收付' })).rows).toMatchObject([{ nowNet: '650.00' }]);
    expect((await at.ask(incomeFrozen, MAY, 'areaManager2')).rows).toEqual([]);
    await expect(at.run(`update statistics_freeze set income = 0`)).rejects.toThrow();
  });
});

describe('点评', () => {
  const comment = (body: object, account = 'generalManager') =>
    send(
      statisticsComment,
      { Screen: businessComments.screen, month: '2021-05', words: '继续降低单耗', ...body },
      account,
    );

  it('is added to and read by those whom it is about', async () => {
    expect((await comment({ words: ' ' })).errors[0]?.path).toBe('words');
    expect((await comment({ words: '字'.repeat(501) })).errors[0]?.message).toBe('最多500字');
    expect((await comment({ month: '2999-01' })).errors[0]?.path).toBe('month');
    expect((await comment({}, 'areaManager')).errors).toEqual([{ path: 'area', message: '请选择您的区域' }]);
    expect((await comment({ area: 'A632202' }, 'areaManager')).errors[0]?.path).toBe('area');
    expect((await comment({}, 'projectManager')).status).not.toBe(1);
    expect((await comment({})).status).toBe(1);
    expect((await comment({ area: 'A632201', words: '华东回款慢' }, 'areaManager')).status).toBe(1);
    const seen = async (account: string) =>
      (await at.ask(businessComments, { month: '2021-05' }, account)).rows.map((row) => row['words']);
    expect(await seen('generalManager')).toEqual(['华东回款慢', '继续降低单耗']);
    expect(await seen('areaManager2')).toEqual(['继续降低单耗']);
    expect((await at.ask(costComments, { from: '2021-05', to: '2021-05' })).rows).toEqual([]);
    expect((await comment({ Screen: costComments.screen, words: '电价上涨' }, 'energyAnalyst')).status).toBe(1);
    expect((await at.ask(costComments, { from: '2021-05', to: '2021-05' })).rows).toMatchObject([
      { words: '电价上涨', of: null },
    ]);
  });
});

describe('提醒', () => {
  it('tells whoever learnt too little once a week, and only those whom the page shows', async () => {
    await at.run(`insert into f_monthly_training_plan (status, applicant, applicant_dept, serial, project, plan_month, plan_level, year_target)
      select 'approved', id, 'A632201', 'T-JH9', '${PROJECT}', '2021-05', '项目级', 12 from app_user where account = 'projectManager'`);
    const body = { View: 'trainingPeople', ...MAY };
    expect((await send(statisticsRemind, body, 'safetyOfficer')).status).not.toBe(1);
    const first = await send(statisticsRemind, body, 'hr');
    const told = Number((first.data as { told?: number }).told);
    expect(told).toBeGreaterThan(0);
    expect(await send(statisticsRemind, body, 'hr')).toMatchObject({ data: { told: 0, skipped: told } });
    const rows = await at.run(`select distinct m.title from message m where m.kind = '培训提醒'`);
    expect(String(rows[0]?.['title'])).toContain('您的培训学时还差1.0学时');
    expect((await send(statisticsRemind, { ...body, Ids: ['0'] }, 'hr')).message).toBe('没有可以提醒的人');
    expect((await send(statisticsRemind, { View: 'businessAreas' }, 'hr')).errors[0]?.path).toBe('View');
  });

  it('tells whoever answers for a deposit that is still out', async () => {
    await at.run(`insert into f_emc_project_bid_summary (status, applicant, applicant_dept, serial, bid_name, bid_no, open_time, bid_result, deposit, deposit_returned)
      select 'approved', id, 'A630802', 'T-TB' || n, n || '号楼', 'TNO' || n, '2021-05-06 09:00+08', '未中标', 1000, back from app_user,
        (values (1, 400), (2, 1000)) t (n, back) where account = 'sales'`);
    const body = { View: 'bidDeposits', from: '2021-05-01', to: '2021-05-31' };
    expect(await send(statisticsRemind, body, 'salesTechnical')).toMatchObject({ data: { told: 1, skipped: 0 } });
    const rows = await at.run(`select title from message where kind = '催退保证金'`);
    expect(rows).toEqual([{ title: '「1号楼」的投标保证金还有600.00元未退，请尽快催退' }]);
    expect((await send(statisticsRemind, { ...body, Ids: ['0'] }, 'salesTechnical')).message).toBe('没有可以提醒的人');
  });
});

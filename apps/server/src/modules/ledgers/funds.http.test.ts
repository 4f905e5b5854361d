/** 资金台账 and 年度控制额 against rows made by hand: what is left, what is open, and whose it is. */
import { controlTotals, deptCosts, fundBalances, invoicesHeld, openPayments } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import type { Reply } from '../../testing/client.ts';

const MINE = 'EMC01001';
const FOREIGN = 'EMC03001';
const YEAR = 2041;
let chains: Chains;
let payment = '';

const rowsOf = (answer: Reply) => answer.data.rows as Record<string, unknown>[];
const ask = async (view: ViewShape, body: object, account = 'finance'): Promise<Reply> =>
  chains.server.client.json(view.calls.index, body, await chains.server.client.signIn(account));

beforeAll(async () => {
  chains = await Chains.start();
  await chains.rows(`insert into fund_budget_ledger (owner_kind, owner_code, month, subject, approved, appended, moved_in, moved_out, reserved, used)
    values ('project', '${MINE}', '${YEAR}-03', '燃气费', 1000, 200, 50, 250, 300, 450),
      ('project', '${MINE}', '${YEAR}-03', '业务招待', 400, 0, 0, 0, 0, 0),
      ('project', '${FOREIGN}', '${YEAR}-03', '燃气费', 7, 0, 0, 0, 0, 0),
      ('project', '${MINE}', '${YEAR}-03', '水费', 0, 0, 0, 0, 0, 0)`);
  await chains.rows(`insert into control_total (owner_kind, owner_code, year, subject, amount)
    values ('project', '${MINE}', ${YEAR}, '业务招待', 500), ('project', '${MINE}', ${YEAR - 1}, '业务招待', 9)`);
  const [made] =
    await chains.rows(`insert into f_payment (status, applicant, applicant_dept, serial, project, payee_name, energy_type, pay_date)
    values ('approved', ${chains.user('projectManager')}, 'A632201', 'T-PAY-1', '${MINE}', '测试燃气', '天然气', '${chains.day(-40)}') returning id::text`);
  payment = String(made?.['id']);
  await chains.rows(`insert into advance_ledger (payment_id, payee_account_id, paid, claimed, claim_pending, returned, return_pending)
    values (${payment}, 1, 900, 300, 100, 50, 0)`);
  await chains.rows(
    `insert into open_ticket (payment_id, amount, received, deadline) values (${payment}, 900, 200, '${chains.day(-3)}')`,
  );
});
afterAll(() => chains.close());

it('budgets: available is what was given less what is held and spent; a key without any is none', async () => {
  const answer = await ask(fundBalances, { month: `${YEAR}-03`, project: MINE });
  expect(rowsOf(answer).map(({ subject, available, usage }) => ({ subject, available, usage }))).toEqual(
    expect.arrayContaining([
      { subject: '燃气费', available: '250.00', usage: '75.0' },
      { subject: '业务招待', available: '400.00', usage: '0.0' },
    ]),
  );
  expect(rowsOf(answer)).toHaveLength(2);
  expect(answer.data.figures).toMatchObject({
    budget: '1400.00',
    reserved: '300.00',
    used: '450.00',
    available: '650.00',
  });
  // Each sees the budgets of their own projects.
  const own = rowsOf(await ask(fundBalances, { month: `${YEAR}-03` }, 'projectManager'));
  expect(new Set(own.map((row) => row['project']))).toEqual(new Set([MINE]));
});

it('payments of energy: what was paid ahead and not claimed, which invoice is late', async () => {
  const answer = await ask(openPayments, { payee: '测试燃气' });
  expect(rowsOf(answer)).toMatchObject([
    {
      id: payment,
      payment: 'T-PAY-1',
      pending: '100.00',
      balance: '450.00',
      missing: '700.00',
      overdueDays: 3,
      state: '未清',
    },
  ]);
  expect(answer.data.figures).toMatchObject({ balance: '450.00', missing: '700.00', overdue: '1' });
});

it('controlled expenses of a year stand beside what was budgeted for them', async () => {
  expect(rowsOf(await ask(controlTotals, { year: YEAR }))).toMatchObject([
    { project: MINE, subject: '业务招待', amount: '500.00', budget: '400.00', left: '-100.00', usage: '125.0' },
  ]);
});

it('invoices: each says which record claims it; what was given back is not there, nor what others must not see', async () => {
  const paper = (no: string, state: string, of: string) =>
    `('91310000TEST', '', '${no}', '增值税专用发票', '${chains.day(-9)}', 100, 13, 13, '${state}', 'payment', ${of})`;
  await chains.rows(`insert into wf_instance (module_id, biz_id, status, starter, starter_dept, project_code, serial, title)
    values ('payment', ${payment}, 'running', ${chains.user('projectManager')}, 'A632201', '${MINE}', 'T-PAY-1', '能源付款')`);
  const [foreign] =
    await chains.rows(`insert into f_payment (status, applicant, applicant_dept, serial, project, payee_name)
    values ('approved', ${chains.user('projectManager4')}, 'A632203', 'T-PAY-2', '${FOREIGN}', '测试燃气') returning id::text`);
  await chains.rows(`insert into wf_instance (module_id, biz_id, status, starter, starter_dept, project_code, serial, title)
    values ('payment', ${String(foreign?.['id'])}, 'approved', ${chains.user('projectManager4')}, 'A632203', '${FOREIGN}', 'T-PAY-2', '能源付款')`);
  await chains.rows(`insert into invoice_register (seller_tax_no, invoice_code, invoice_no, kind, issue_date, net, tax, deductible, state, source_module, source_id)
    values ${[paper('T1', 'held', payment), paper('T2', 'used', payment), paper('T3', 'released', payment), paper('T4', 'used', String(foreign?.['id']))].join(', ')}`);
  const all = await ask(invoicesHeld, { seller: '91310000TEST' });
  expect(
    rowsOf(all)
      .map(({ no, state, total, document }) => [no, state, total, document])
      .toSorted(),
  ).toEqual([
    ['T1', '占用', '113.00', '能源付款 T-PAY-1'],
    ['T2', '已用', '113.00', '能源付款 T-PAY-1'],
    ['T4', '已用', '113.00', '能源付款 T-PAY-2'],
  ]);
  expect(all.data.figures).toMatchObject({ total: '339.00', held: '113.00', deductible: '39.00' });
  const own = rowsOf(await ask(invoicesHeld, { seller: '91310000TEST' }, 'projectManager'));
  expect(own.map(({ no }) => no).toSorted()).toEqual(['T1', 'T2']);
});

it('costs of departments: by month and account, without what was taken back', async () => {
  const line = (account: string, amount: number, id: number) =>
    `('A6303', '${YEAR}-05', '${account}', ${amount}, 'quotaReimburse', ${id})`;
  await chains.rows(`insert into dept_cost (dept_id, month, account, amount, source_module, source_id)
    values ${[line('办公费', 120.5, 1), line('办公费', 79.5, 2), line('培训费', 60, 3), line('培训费', -60, 3)].join(', ')}`);
  const answer = await ask(deptCosts, { month: `${YEAR}-05` });
  expect(rowsOf(answer)).toMatchObject([{ dept: 'A6303', account: '办公费', amount: '200.00', documents: 2 }]);
  expect(answer.data.figures).toMatchObject({ amount: '200.00' });
  expect(rowsOf(await ask(deptCosts, { month: `${YEAR}-05` }, 'projectManager'))).toEqual([]);
});

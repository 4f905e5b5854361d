/** 资金台账 and 年度控制额 against rows made by hand: what is left, what is open, and whose it is. */
import { controlTotals, fundBalances, openPayments } from '@hengneng/forms';
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

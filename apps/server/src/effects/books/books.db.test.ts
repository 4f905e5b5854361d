/** The primitives of the money books and of stock: what they refuse, in whose words, also when two draw on the same at once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import { copyDatabase } from '../../testing/databases.ts';
import { overlap } from '../../testing/overlap.ts';
import { postBalance, settleBalance, undoBalance } from './balances.ts';
import { payOut, reversePay } from './bank.ts';
import { type BudgetKey, budgetLeft, postBudget, releaseBudget, spendBudget, undoBudget } from './budget.ts';
import { bookProjectCost, reverseCosts } from './costs.ts';
import { holdInvoices, otherUses, releaseInvoices, unuseInvoices, useInvoices } from './invoices.ts';
import { clearLoan, demandOwnLoan, giveBackLoanBudget, LOAN_SUBJECT } from './loans.ts';
import type { Source } from './source.ts';
import { moveStock, stockOf, undoStock } from './stock.ts';

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const copy = await copyDatabase();
  const opened = openDatabase(copy.url, { max: 6 });
  ({ db } = opened);
  close = async () => {
    await opened.close();
    await copy.drop();
  };
});
afterAll(() => close());

let made = 0;
/** A record of its own for each act. */
const source = (module: Source['module'] = 'payment'): Source => ({ module, id: String(800_000 + ++made) });
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);
const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> => (await query.execute(db)).rows[0];
const faultOf = async (work: Promise<unknown>): Promise<AppError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

/** What the second of two was told that met the first before it had committed. */
const told = async (first: (tx: Tx) => Promise<void>, second: (tx: Tx) => Promise<void>): Promise<unknown> => {
  const met = await overlap(db, first, second);
  expect(met.waited).toBe(true);
  return met.second.status === 'rejected' ? met.second.reason : null;
};

describe('the budget', () => {
  const key = (subject: string): BudgetKey => ({
    ownerKind: 'project',
    ownerCode: 'EMC01001',
    month: '2031-01',
    subject,
  });
  const approve = (of: BudgetKey, amount: string) =>
    within((tx) => postBudget(tx, of, { approved: amount }, source('fundBudget'), '批准'));
  const balances = (of: BudgetKey) =>
    one(sql<{ reserved: string; used: string; available: string }>`select reserved::text, used::text, available::text
      from fund_budget_ledger where month = ${of.month} and subject = ${of.subject}`);

  it('is drawn on as far as it goes, to the fen, and says what is left', async () => {
    const of = key('燃气费');
    await approve(of, '100.00');
    const draw = (amount: string) => within((tx) => postBudget(tx, of, { reserved: amount }, source(), '占用'));
    expect((await faultOf(draw('100.01'))).message).toBe('2031-01「燃气费」可用预算只有100.00元，请先追加资金预算');
    await draw('100.00');
    expect((await faultOf(draw('0.01'))).message).toContain('只有0.00元');
    expect(await balances(of)).toEqual({ reserved: '100.00', used: '0.00', available: '0.00' });
  });

  it('tells the second of two who draw at once what the first has left', async () => {
    const of = key('水费');
    await approve(of, '100.00');
    const draw = (tx: Tx) => postBudget(tx, of, { reserved: '60.00' }, source(), '占用');
    expect(await told(draw, draw)).toMatchObject({
      message: '2031-01「水费」可用预算只有40.00元，请先追加资金预算',
    });
  });

  it('gives back what a record holds and leaves what it spent; undoing gives back both', async () => {
    const of = key('电费');
    await approve(of, '100.00');
    const me = source();
    await within((tx) => postBudget(tx, of, { reserved: '30.00', used: '20.00' }, me, '占用'));
    await within((tx) => releaseBudget(tx, me, '释放'));
    expect(await balances(of)).toMatchObject({ reserved: '0.00', used: '20.00' });
    await within((tx) => postBudget(tx, of, { reserved: '10.00' }, me, '占用'));
    await within((tx) => spendBudget(tx, me, '付款'));
    expect(await balances(of)).toMatchObject({ reserved: '0.00', used: '30.00' });
    await within((tx) => undoBudget(tx, me, '作废'));
    expect(await balances(of)).toEqual({ reserved: '0.00', used: '0.00', available: '100.00' });
    expect(
      await one(sql`select 1 from fund_budget_entry where source_id = ${me.id}
      group by column_name having sum(amount) <> 0`),
    ).toBeUndefined();
  });

  it('counts as left for a record what that record itself holds, and nobody else’s', async () => {
    const of = key('蒸汽费');
    await approve(of, '100.00');
    const [mine, other] = [source(), source()];
    await within((tx) => postBudget(tx, of, { reserved: '30.00' }, mine, '占用'));
    await within((tx) => postBudget(tx, of, { reserved: '20.00' }, other, '占用'));
    expect(await within((tx) => budgetLeft(tx, of))).toBe('50.00');
    expect(await within((tx) => budgetLeft(tx, of, mine))).toBe('80.00');
    expect(await within((tx) => budgetLeft(tx, key('没有的科目')))).toBe('0.00');
  });
});

describe('a loan', () => {
  const borrower = async (account: string) =>
    (await one(sql<{ id: string }>`select id::text from app_user where account = ${account}`))?.id ?? '';
  const lent = async (paid: string): Promise<string> => {
    const { id } = source('borrowing');
    await sql`insert into borrowing_ledger (borrowing_id, borrower, loan_kind, paid, due_date, owner_kind, owner_code, budget_month)
      values (${id}, ${await borrower('engineer')}, '备用金', ${paid}, '2031-12-31', 'dept', 'A632201', '2031-02')`.execute(
      db,
    );
    return id;
  };
  const state = (loan: string) =>
    one(sql<object>`select claim_pending::text, claimed::text, return_pending::text, returned::text, cleared_at is not null as cleared
      from borrowing_ledger where borrowing_id = ${loan}`);

  it('is brought down by its borrower alone', async () => {
    const loan = await lent('100.00');
    const [own, other] = [await borrower('engineer'), await borrower('engineer2')];
    await within((tx) => demandOwnLoan(tx, loan, own, 'origin'));
    const fault = await faultOf(within((tx) => demandOwnLoan(tx, loan, other, 'origin')));
    expect(fault.errors).toEqual([{ path: 'origin', message: '只能选本人已付款且未清的借款单' }]);
  });

  it('is brought down no further than it was paid, also by what is still under way, and no loan that was not paid at all', async () => {
    const loan = await lent('100.00');
    const post = (account: string, changes: Parameters<typeof postBalance>[3]) =>
      within((tx) => postBalance(tx, 'borrowing', account, changes, source('expenseReimbursement'), '冲抵'));
    await post(loan, { claim_pending: '60.00' });
    const over = await faultOf(post(loan, { return_pending: '40.01' }));
    expect(over.message).toBe('冲抵与还款合计超过原借款已付金额');
    await post(loan, { return_pending: '40.00' });
    expect((await faultOf(post('799999', { claim_pending: '1.00' }))).message).toBe('原借款单尚未付款');
    expect(
      (await faultOf(within((tx) => postBalance(tx, 'advance', '799999', { claim_pending: '1.00' }, source(), '冲抵'))))
        .message,
    ).toBe('原付款单没有预付余额');
  });

  it('is cleared when nothing is left, and open again when something is', async () => {
    const loan = await lent('100.00');
    const [claim, back] = [source('expenseReimbursement'), source('borrowing')];
    await within((tx) => postBalance(tx, 'borrowing', loan, { claim_pending: '60.00' }, claim, '冲抵在途'));
    await within((tx) => settleBalance(tx, 'borrowing', claim, '冲抵'));
    await within((tx) => clearLoan(tx, loan));
    expect(await state(loan)).toMatchObject({ claim_pending: '0.00', claimed: '60.00', cleared: false });
    await within((tx) => postBalance(tx, 'borrowing', loan, { return_pending: '40.00' }, back, '还款在途'));
    await within((tx) => settleBalance(tx, 'borrowing', back, '还款'));
    await within((tx) => clearLoan(tx, loan));
    expect(await state(loan)).toMatchObject({ return_pending: '0.00', returned: '40.00', cleared: true });
    await within((tx) => undoBalance(tx, 'borrowing', claim, '作废'));
    await within((tx) => clearLoan(tx, loan));
    expect(await state(loan)).toMatchObject({ claimed: '0.00', returned: '40.00', cleared: false });
  });

  it('gives its budget back what was claimed or repaid', async () => {
    const loan = await lent('100.00');
    const of: BudgetKey = { ownerKind: 'dept', ownerCode: 'A632201', month: '2031-02', subject: LOAN_SUBJECT };
    await within((tx) => postBudget(tx, of, { approved: '100.00', used: '100.00' }, source('borrowing'), '借款'));
    await within((tx) => giveBackLoanBudget(tx, loan, '35.50', source('expenseReimbursement')));
    expect(await within((tx) => budgetLeft(tx, of))).toBe('35.50');
  });
});

describe('an invoice', () => {
  const line = (no: string, more: object = {}) => ({
    kind: '数电专票',
    sellerTaxNo: '91310000A0001001XA',
    code: null,
    no,
    issueDate: '2031-01-02',
    net: '100.00',
    tax: '13.00',
    deductible: '13.00',
    ...more,
  });
  const hold = (of: Source, ...lines: ReturnType<typeof line>[]) => within((tx) => holdInvoices(tx, lines, of));
  const USED = '发票已被其他单据使用（按销方税号、发票代码、发票号码历年查重）';

  it('is claimed by one record, once in it, however it is spelled', async () => {
    const mine = source();
    const twice = await faultOf(hold(mine, line('7001'), line('7002'), line(' ７００１ ')));
    expect(twice.errors).toEqual([{ path: 'invoices[2].invoiceNo', message: USED }]);
    await hold(mine, line('ab 7003'));
    const spelled = line('ＡＢ７００３', { sellerTaxNo: '91310000a0001001xa' });
    expect((await faultOf(hold(source(), line('7004'), spelled))).errors).toEqual([
      { path: 'invoices[1].invoiceNo', message: USED },
    ]);
    expect(await within((tx) => otherUses(tx, spelled, source()))).toBe(1);
    expect(await within((tx) => otherUses(tx, spelled, mine))).toBe(0);
  });

  it('is free again once its record gave it back, and not before', async () => {
    const [first, second] = [source(), source()];
    await hold(first, line('7010'));
    await within((tx) => useInvoices(tx, first, '2031-01'));
    expect((await faultOf(hold(second, line('7010')))).errors).toHaveLength(1);
    await within((tx) => releaseInvoices(tx, first));
    await hold(second, line('7010'));
    expect(await within((tx) => otherUses(tx, line('7010'), first))).toBe(1);
  });

  it('books its tax once, and a void takes exactly that back', async () => {
    const me = source();
    await hold(me, line('7020'), line('7021', { deductible: '0' }));
    await within((tx) => useInvoices(tx, me, '2031-01'));
    const taxes = () =>
      sql<{ amount: string }>`select amount::text from input_tax where source_id = ${me.id} order by id`.execute(db);
    expect((await taxes()).rows).toEqual([{ amount: '13.00' }]);
    for (let time = 0; time < 2; time += 1) await within((tx) => unuseInvoices(tx, me, '2031-02'));
    expect((await taxes()).rows).toEqual([{ amount: '13.00' }, { amount: '-13.00' }]);
  });
});

describe('a payment', () => {
  const pay = (serial: string, of: Source, direction: 'in' | 'out' = 'out') =>
    within((tx) =>
      payOut(tx, { serial, direction, amount: '88.00', day: '2031-01-02', counterparty: '供能单位', source: of }),
    );
  const lines = (of: Source) =>
    sql<object>`select direction, amount::text, reverses_id is not null as back from bank_journal
      where source_id = ${of.id} order by id`.execute(db);

  it('is booked once under its bank’s number', async () => {
    await pay('YH-1', source());
    expect((await faultOf(pay('YH-1', source()))).errors).toEqual([
      { path: 'bankSerial', message: '该银行流水号已登记过，请核对' },
    ]);
  });

  it('is taken back by its opposite, once', async () => {
    const [paid, got] = [source(), source()];
    await pay('YH-2', paid);
    await pay('YH-3', got, 'in');
    for (let time = 0; time < 2; time += 1) for (const act of [paid, got]) await within((tx) => reversePay(tx, act));
    const line = (direction: string, back: boolean) => ({ direction, amount: '88.00', back });
    expect((await lines(paid)).rows).toEqual([line('out', false), line('in', true)]);
    expect((await lines(got)).rows).toEqual([line('in', false), line('out', true)]);
  });

  it('as a cost is negated once', async () => {
    const me = source();
    await within((tx) => bookProjectCost(tx, 'EMC01001', '2031-01', [{ account: '燃气费', amount: '88.00' }], me));
    for (let time = 0; time < 2; time += 1) await within((tx) => reverseCosts(tx, me));
    const { rows } =
      await sql<object>`select amount::text from project_cost where source_id = ${me.id} order by id`.execute(db);
    expect(rows).toEqual([{ amount: '88.00' }, { amount: '-88.00' }]);
  });
});

describe('stock', () => {
  const key = (item: string) => ({ kind: 'part', project: 'EMC01001', item }) as const;
  const move =
    (item: string, quantity: string, of: Source = source('maintenanceRecords')) =>
    (tx: Tx) =>
      moveStock(tx, key(item), quantity, of, '领用', 'parts[0].quantity');

  it('is never taken below nothing, also not by two at once', async () => {
    await within(move('9001', '10.00'));
    const fault = await faultOf(within(move('9001', '-10.01')));
    expect(fault.errors).toEqual([{ path: 'parts[0].quantity', message: '库存不足，现有库存10.00' }]);
    expect(await told(move('9001', '-6.00'), move('9001', '-6.00'))).toMatchObject({
      errors: [{ path: 'parts[0].quantity', message: '库存不足，现有库存4.00' }],
    });
  });

  it('gets back what a record took, once', async () => {
    const me = source('maintenanceRecords');
    await within(move('9002', '10.00'));
    await within(move('9002', '-3.00', me));
    for (let time = 0; time < 2; time += 1) await within((tx) => undoStock(tx, me, '作废'));
    expect(await within((tx) => stockOf(tx, key('9002')))).toBe('10.00');
  });
});

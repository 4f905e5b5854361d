/** What loans and claims do to the books, over HTTP: held at submit, spent at payment, brought down by claims and repayments — to the fen. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';
import { booksOf, month, next, today } from '../testing/money.ts';

let server: TestServer;
const { one, budget, expectBooksToFold } = booksOf(() => server);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('借款与报销', () => {
  const maker = 'engineer';
  let loans: Walk;
  let claims: Walk;
  let dept = '';
  let me = '';
  beforeAll(async () => {
    loans = new Walk(server, 'borrowing');
    claims = new Walk(server, 'expenseReimbursement');
    const row = await one(
      sql<{ id: string; dept_id: string }>`select id, dept_id from app_user where account = ${maker}`,
    );
    dept = row?.dept_id ?? '';
    me = row?.id ?? '';
  });
  const paySteps = (
    walk: Walk,
    paid: string,
    more: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
  ) => ({
    财务审核: {
      approvedAmount: paid,
      loanSubject: '其他应收款-个人借款',
      ticketVerified: '全部查验一致',
      accountSubject: '管理费用',
      ...more['财务审核'],
    },
    出纳收付款: async (who: string) => ({
      payDate: today,
      paidAmount: paid,
      bankSerial: `JK${next()}`,
      payVoucher: [await walk.file(who)],
    }),
    出纳付款: async () => ({ payDate: today, paidAmount: paid, bankSerial: `BX${next()}` }),
  });
  const borrow = async (amount: string): Promise<string> => {
    const id = await loans.draft(maker, {
      dept,
      loanAction: '借款',
      borrower: me,
      loanKind: '零星采购借款',
      useReason: '备件',
      budgetMonth: month,
      expectClear: '2027-12-31',
      receiveMode: '转账至借款人',
      receiveName: '本人',
      receiveBank: '工商银行',
      receiveNo: '6222',
      uses: [{ useItem: '材料配件', usePlace: '市场', useDate: today, useAmount: amount }],
    });
    const sent = await loans.submit(maker, id);
    expect(sent.message).toBe('');
    await loans.until(maker, id, null, paySteps(loans, amount));
    return id;
  };
  const claim = async (amount: string, offset: { readonly loan: string; readonly amount: string } | null) =>
    claims.draft(maker, {
      dept,
      claimKind: '办公通讯',
      bearer: '部门',
      claimer: me,
      costMonth: month,
      budgetMonth: month,
      receiveName: '本人',
      receiveBank: '工商银行',
      receiveNo: '6222',
      expenses: [
        {
          expenseDate: today,
          subject: '办公通讯',
          expenseItem: '办公用品',
          expensePlace: '办公室',
          expenseReason: '纸张',
          expenseAmount: amount,
          ticketMode: '有发票',
        },
      ],
      invoices: [
        {
          invoiceKind: '数电普票',
          sellerName: '文具店',
          sellerTaxNo: '9133',
          invoiceNo: next(),
          issueDate: today,
          invoiceNet: amount,
          invoiceTax: '0',
          buyerRight: true,
          invoiceFile: await claims.file(maker),
        },
      ],
      offsets: offset ? [{ loan: offset.loan, offsetAmount: offset.amount }] : [],
    });

  it('brings a loan down by a claim, never below nothing, and clears it', async () => {
    const loan = await borrow('1000.00');
    expect((await loans.info(maker, loan)).Status).toBe('approved');
    const owner = await budget('dept', dept, '个人借款');
    expect(owner).toMatchObject({ reserved: '0.00', used: '1000.00' });

    // Nobody may bring somebody else's loan down.
    const foreign = await loans.post('projectManager', 'Draft', {
      dept,
      loanAction: '还款',
      borrower: (await loans.as('projectManager')).userId,
      origin: loan,
      returnAmount: '1.00',
      returnMode: '工资扣款',
    });
    expect(foreign.errors.map((error) => error.path)).toEqual(['origin']);

    const tooMuch = await claim('1500.00', { loan, amount: '1200.00' });
    const refused = await claims.submit(maker, tooMuch);
    expect(refused.errors.map((error) => error.message).join()).toContain('冲抵金额超过借款可冲余额');

    // What is to be paid is known once finance has cut: there the open loan stops it.
    const unclaimed = await claim('300.00', null);
    expect((await claims.submit(maker, unclaimed)).message).toBe('');
    await claims.until(maker, unclaimed, '财务审核', {});
    const stopped = await claims.agree(maker, unclaimed, paySteps(claims, '300.00'));
    expect(stopped.errors.map((error) => error.message).join()).toContain('须先足额冲抵');
    expect((await claims.reject(maker, unclaimed)).status).toBe(1);

    const part = await claim('600.00', { loan, amount: '600.00' });
    expect((await claims.submit(maker, part)).message).toBe('');
    expect(
      await one(sql`select claim_pending::text, claimed::text from borrowing_ledger where borrowing_id = ${loan}`),
    ).toEqual({ claim_pending: '600.00', claimed: '0.00' });
    // What is under way counts: the same balance cannot be claimed twice.
    const again = await claim('600.00', { loan, amount: '600.00' });
    expect((await claims.submit(maker, again)).status).toBe(0);
    await claims.until(maker, part, null, paySteps(claims, '0'));
    expect(
      await one(sql`select claim_pending::text, claimed::text from borrowing_ledger where borrowing_id = ${loan}`),
    ).toEqual({ claim_pending: '0.00', claimed: '600.00' });
    expect(await budget('dept', dept, '个人借款')).toMatchObject({ used: '400.00' });

    const back = await loans.draft(maker, {
      dept,
      loanAction: '还款',
      borrower: me,
      origin: loan,
      returnAmount: '400.00',
      returnMode: '银行转账',
      returnProof: [await loans.file(maker)],
    });
    expect((await loans.submit(maker, back)).message).toBe('');
    await loans.until(maker, back, null, paySteps(loans, '400.00'));
    expect(
      await one(
        sql`select returned::text, cleared_at is not null as cleared from borrowing_ledger where borrowing_id = ${loan}`,
      ),
    ).toEqual({ returned: '400.00', cleared: true });
    expect(await budget('dept', dept, '个人借款')).toMatchObject({ used: '0.00' });
    await expectBooksToFold();

    // A loan that was claimed against cannot be voided; the claim can, and opens the loan again.
    expect((await loans.post('generalManager', 'Cancel', { BusinessId: loan, Opinion: '作废' })).message).toContain(
      '已有冲抵或还款',
    );
    expect((await claims.post('generalManager', 'Cancel', { BusinessId: part, Opinion: '作废' })).message).toBe('');
    expect(
      await one(
        sql`select claimed::text, cleared_at is null as open from borrowing_ledger where borrowing_id = ${loan}`,
      ),
    ).toEqual({ claimed: '0.00', open: true });
    await expectBooksToFold();
  });

  const reminders = async (loan: string) =>
    (
      await sql<{
        due: string;
        to: string[];
      }>`select (r.on_day + 7)::text as due, array(select account from app_user where id = any(r.user_ids) order by id) as to
        from reminder r join f_borrowing f on f.id = r.source_id where r.source_module = 'borrowing' and r.ended_at is null
          and ${loan}::bigint in (f.id, f.origin) order by r.id`.execute(server.db)
    ).rows;
  const term = (loan: string) =>
    one(sql`select due_date::text as due, extend_times as times from borrowing_ledger where borrowing_id = ${loan}`);
  const extend = async (loan: string, newDue: string): Promise<string> => {
    const id = await loans.draft(maker, {
      dept,
      loanAction: '展期',
      borrower: me,
      origin: loan,
      newDue,
      extendReason: '项目延期',
    });
    expect((await loans.submit(maker, id)).message).toBe('');
    await loans.until(maker, id, null, paySteps(loans, '0'));
    expect((await loans.info(maker, id)).Status).toBe('approved');
    return id;
  };

  it('is extended twice at most, each time past the term that holds', async () => {
    const loan = await borrow('100.00');
    const ask = (newDue: string) =>
      loans.draft(maker, { dept, loanAction: '展期', borrower: me, origin: loan, newDue, extendReason: '项目延期' });
    const refused = async (newDue: string) =>
      (await loans.submit(maker, await ask(newDue))).errors.map((error) => error.message);
    const offered = async (Field: string, person: Readonly<Record<string, string>>) => {
      const asked = { Entity: 'borrowing', Field, PageSize: 100, ...person };
      const { data } = await server.client.post('/webapi/Reference/Index', asked, await loans.as('finance'));
      const rows = (data.rows as readonly { readonly value: string }[]).map((row) => row.value);
      return { rows, some: Number(data.withheld) > 0 };
    };
    const extension = await extend(loan, '2028-01-31');
    // An extension is a record of the same module, but no loan; nor is one of somebody else's offered.
    const { rows: own } = await offered('borrowing.origin', { borrower: me });
    expect([own.includes(loan), own.includes(extension)]).toEqual([true, false]);
    expect(await offered('expenseReimbursement.offsets.loan', { claimer: me })).toEqual({ rows: own, some: false });
    expect(await offered('borrowing.origin', { borrower: '1' })).toEqual({ rows: [], some: true });
    // Later than what was asked for once, but not than the term that holds by now.
    expect(await refused('2028-01-15')).toContain('展期须有未清余额且新日期晚于原清账日期');
    const second = await extend(loan, '2028-02-29');
    expect((await loans.info(maker, second)).record).toMatchObject({ originDue: '2028-01-31', extendTimes: 1 });
    expect((await loans.info(maker, second)).steps.map((step) => step.name)).toContain('总经理审批');
    expect(await refused('2028-03-31')).toContain('同一借款最多展期两次');
  });

  it('speaks of a loan by the term that holds, to the borrower and who leads the department, until it is settled', async () => {
    const loan = await borrow('200.00');
    const manager = await one(sql<{ account: string }>`select u.account from app_user u join dept d on d.manager = u.id
      where d.id = ${dept}`);
    const told = (due: string) => [{ due, to: expect.arrayContaining([maker, manager?.account]) as unknown }];
    expect(await reminders(loan)).toEqual(told('2027-12-31'));
    const first = await extend(loan, '2028-01-31');
    const second = await extend(loan, '2028-02-29');
    expect(await reminders(loan)).toEqual(told('2028-02-29'));

    // Cancelled in the order in which they were made: what the first asked for does not come back with the second.
    expect((await loans.post('generalManager', 'Cancel', { BusinessId: first, Opinion: '作废' })).message).toBe('');
    expect(await term(loan)).toEqual({ due: '2028-02-29', times: 1 });
    expect(await reminders(loan)).toEqual(told('2028-02-29'));
    expect((await loans.post('generalManager', 'Cancel', { BusinessId: second, Opinion: '作废' })).message).toBe('');
    expect(await term(loan)).toEqual({ due: '2027-12-31', times: 0 });
    expect(await reminders(loan)).toEqual(told('2027-12-31'));

    const settled = await claim('200.00', { loan, amount: '200.00' });
    expect((await claims.submit(maker, settled)).message).toBe('');
    await claims.until(maker, settled, null, paySteps(claims, '0'));
    expect(await reminders(loan)).toEqual([]);
    expect((await claims.post('generalManager', 'Cancel', { BusinessId: settled, Opinion: '作废' })).message).toBe('');
    expect(await reminders(loan)).toEqual(told('2027-12-31'));
  });
});

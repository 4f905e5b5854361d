/** What the money forms do to the books, over HTTP: held at submit, given back at return, spent at payment, undone by a void — to the fen. */
import { energyCost } from '@hengneng/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';
import { dayOf, monthOf } from '../books/source.ts';

let server: TestServer;
const PROJECT = 'EMC01001';
const today = dayOf(new Date());
const month = monthOf(today);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const budget = async (ownerKind: string, ownerCode: string, subject: string, of = month) => {
  const { rows } = await sql<{ approved: string; reserved: string; used: string; available: string }>`
    select approved::text, reserved::text, used::text, available::text from fund_budget_ledger
    where owner_kind = ${ownerKind} and owner_code = ${ownerCode} and month = ${of} and subject = ${subject}`.execute(
    server.db,
  );
  return rows[0];
};
const one = async <T>(query: { execute(db: TestServer['db']): Promise<{ rows: T[] }> }): Promise<T | undefined> =>
  (await query.execute(server.db)).rows[0];

/** Every balance is the sum of its entries, everywhere. */
const expectBooksToFold = async (): Promise<void> => {
  const { rows } = await sql`
    select l.id from fund_budget_ledger l cross join lateral (values ('approved', l.approved), ('appended', l.appended), ('moved_in', l.moved_in),
      ('moved_out', l.moved_out), ('reserved', l.reserved), ('used', l.used)) c(name, balance)
    where balance <> coalesce((select sum(amount) from fund_budget_entry e where e.ledger_id = l.id and e.column_name = c.name), 0)
    union all
    select b.borrowing_id from borrowing_ledger b cross join lateral (values ('claim_pending', b.claim_pending), ('claimed', b.claimed),
      ('return_pending', b.return_pending), ('returned', b.returned)) c(name, balance)
    where balance <> coalesce((select sum(amount) from balance_entry e where e.book = 'borrowing' and e.account_id = b.borrowing_id and e.column_name = c.name), 0)`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
};

let serial = 0;
const next = (): string => `${Date.now()}${serial++}`;

describe('能源付款', () => {
  const maker = 'projectManager';
  let walk: Walk;
  /** An invoice of the supplier that nobody has claimed yet. */
  const paper = async (net: string, tax: string) => ({
    invoiceKind: '数电专票',
    sellerTaxNo: '91310000A0001001XA',
    invoiceNo: next(),
    issueDate: today,
    invoiceNet: net,
    invoiceTax: tax,
    invoiceFile: await walk.file(maker),
  });
  const values = async (more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    energyType: '天然气',
    payKind: '月结后付',
    payeeAccount: '1',
    periodStart: `${month}-01`,
    periodEnd: `${month}-20`,
    costMonth: month,
    payMonth: month,
    latestPayDate: '2027-12-31',
    invoiceMode: '随单附票',
    budgetSubject: '燃气费',
    changeReason: '测试期用量少',
    billFiles: [await walk.file(maker)],
    meters: [
      {
        accountNo: `A${next()}`,
        meterNo: 'M1',
        tariff: '单一制',
        lastReading: '0',
        thisReading: '1000',
        ratio: '1',
        adjustQuantity: '0',
        meterUnit: 'm³',
        unitPrice: '3.5',
      },
    ],
    invoices: [await paper('3211.01', '288.99')],
    ...more,
  });
  const steps = (paid: string) => ({
    项目经理审核: { readingChecked: '一致' },
    能源数据核对: { dataOpinion: '用量属实', dataNote: '按账单' },
    财务审核: { invoiceVerified: '查验一致', costSubject: '燃气费', approvedAmount: paid },
    出纳付款: async (who: string) => ({
      payDate: today,
      payAccount: '1',
      payMethod: '网银转账',
      paidAmount: paid,
      bankSerial: `YH${next()}`,
      payVoucher: [await walk.file(who)],
    }),
  });
  beforeAll(() => {
    walk = new Walk(server, 'payment');
  });

  const energyCosts = async (): Promise<string | undefined> =>
    (
      await one(sql<{ net: string }>`select coalesce(sum(amount), 0)::numeric(18,2)::text as net from project_cost
        where project_code = ${PROJECT} and month = ${month} and account = '燃气费'`)
    )?.net;
  /** What the confirmation of the month's meters has booked. */
  const confirm = (amount: string) =>
    server.db
      .transaction()
      .execute((tx) =>
        enter(
          tx,
          energyCost,
          [{ project: PROJECT, month, subject: '燃气费', kind: '确认', amount, matched: '0.00', document: 'T' }],
          SETUP,
        ),
      );

  it('costs only what the confirmation of its meters has not booked, and lets nobody take that away from under it', async () => {
    const before = Number(await energyCosts());
    const [entry = ''] = await confirm('3000.00');
    const matched = async () =>
      (await one(sql<{ matched: string }>`select matched::text from b_energy_cost where id = ${entry}`))?.matched;
    const id = await walk.draft(maker, await values());
    expect((await walk.submit(maker, id)).message).toBe('');
    await walk.until(maker, id, null, steps('3500.00'));
    // The bill of 3 500 is 500 more than was confirmed, less 288.99 of tax that is deducted.
    expect([await matched(), Number(await energyCosts()) - before]).toEqual(['3000.00', expect.closeTo(211.01, 2)]);
    expect((await walk.post('generalManager', 'Cancel', { BusinessId: id, Opinion: '付错' })).message).toBe('');
    expect([await matched(), Number(await energyCosts()) - before]).toEqual(['0.00', 0]);
    await sql`update b_energy_cost set voided = true where id = ${entry}`.execute(server.db);
  });

  it('holds the budget, gives it back at return, spends what was approved, and a void undoes all of it', async () => {
    const before = await budget('project', PROJECT, '燃气费');
    const id = await walk.draft(maker, await values());
    expect((await walk.submit(maker, id)).message).toBe('');
    expect(await budget('project', PROJECT, '燃气费')).toMatchObject({ reserved: '3500.00', used: before?.used });
    expect(
      await one(
        sql<{
          state: string;
        }>`select state from invoice_register where source_module = 'payment' and source_id = ${id}`,
      ),
    ).toEqual({ state: 'held' });

    expect((await walk.reject(maker, id)).status).toBe(1);
    expect(await budget('project', PROJECT, '燃气费')).toEqual(before);
    expect(
      await one(
        sql<{
          state: string;
        }>`select state from invoice_register where source_module = 'payment' and source_id = ${id}`,
      ),
    ).toEqual({ state: 'released' });

    expect((await walk.submit(maker, id)).message).toBe('');
    await walk.until(maker, id, '出纳付款', steps('3400.00'));
    expect(await budget('project', PROJECT, '燃气费')).toMatchObject({ reserved: '3400.00' });
    await walk.until(maker, id, null, steps('3400.00'));
    expect((await walk.info(maker, id)).Status).toBe('approved');
    expect(await budget('project', PROJECT, '燃气费')).toMatchObject({ reserved: '0.00', used: '3400.00' });
    expect(
      await one(
        sql`select direction, amount::text from bank_journal where source_module = 'payment' and source_id = ${id}`,
      ),
    ).toEqual({ direction: 'out', amount: '3400.00' });
    expect(
      await one(sql`select amount::text from input_tax where source_module = 'payment' and source_id = ${id}`),
    ).toEqual({ amount: '288.99' });
    expect(
      await one(
        sql`select account, amount::text, quantity::numeric(18,2)::text as quantity from project_cost where source_module = 'payment' and source_id = ${id}`,
      ),
    ).toEqual({ account: '燃气费', amount: '3211.01', quantity: '1000.00' });
    await expectBooksToFold();

    const voided = await walk.post('generalManager', 'Cancel', { BusinessId: id, Opinion: '付错' });
    expect(voided.message).toBe('');
    expect(await budget('project', PROJECT, '燃气费')).toEqual(before);
    expect(
      await one(
        sql`select sum(case direction when 'out' then amount else -amount end)::numeric(18,2)::text as net from bank_journal where source_module = 'payment' and source_id = ${id}`,
      ),
    ).toEqual({ net: '0.00' });
    expect(
      await one(
        sql`select sum(amount)::text as net from project_cost where source_module = 'payment' and source_id = ${id}`,
      ),
    ).toEqual({ net: '0.00' });
    expect(
      await one(
        sql`select sum(amount)::text as net from input_tax where source_module = 'payment' and source_id = ${id}`,
      ),
    ).toEqual({ net: '0.00' });
    expect(
      await one(sql`select state from invoice_register where source_module = 'payment' and source_id = ${id}`),
    ).toEqual({ state: 'released' });
    await expectBooksToFold();
  });

  it('refuses a project outside the data scope of whoever files', async () => {
    const id = await walk.draft(maker, await values({ project: 'EMC03001' }));
    expect((await walk.submit(maker, id)).errors).toContainEqual({
      path: 'project',
      message: '项目不在您的数据范围内，请重新选择',
    });
  });

  it('refuses an invoice that another record holds, whatever its spelling', async () => {
    const no = next();
    const invoice = {
      invoiceKind: '数电专票',
      sellerTaxNo: '91310000A0001001XA',
      invoiceNo: no,
      issueDate: today,
      invoiceNet: '3211.01',
      invoiceTax: '288.99',
      invoiceFile: await walk.file(maker),
    };
    const first = await walk.draft(maker, await values({ invoices: [invoice] }));
    expect((await walk.submit(maker, first)).message).toBe('');
    const second = await walk.draft(maker, await values({ invoices: [{ ...invoice, invoiceNo: ` ${no} ` }] }));
    const answer = await walk.submit(maker, second);
    expect(answer.status).toBe(0);
    expect(answer.message).toContain('发票已被其他单据使用');
    await walk.post(maker, 'Withdraw', { BusinessId: first });
    expect((await walk.submit(maker, second)).message).toBe('');
    await walk.post(maker, 'Withdraw', { BusinessId: second });
  });

  it('asks for the invoice that is to follow until it came, and keeps a payment whose invoice came', async () => {
    const late = await walk.draft(
      maker,
      await values({ invoiceMode: '先款后票', ticketDeadline: '2027-12-31', invoices: [] }),
    );
    expect((await walk.submit(maker, late)).message).toBe('');
    await walk.until(maker, late, null, {
      ...steps('3500.00'),
      财务审核: { ...steps('3500.00').财务审核, invoiceVerified: '待补票' },
    });
    const asked = async () =>
      (
        await sql<{
          title: string;
        }>`select title from reminder where source_module = 'payment' and source_id = ${late} and ended_at is null`.execute(
          server.db,
        )
      ).rows.map((row) => row.title);
    expect(await asked()).toEqual([expect.stringContaining('未到票3500.00元')]);
    const withTax = Number(await energyCosts());

    const ticket = await walk.draft(
      maker,
      await values({
        payKind: '补票登记',
        origin: late,
        meters: [],
        invoiceMode: '不涉及',
        changeReason: null,
        invoices: [await paper('3211.01', '288.99')],
      }),
    );
    expect((await walk.submit(maker, ticket)).message).toBe('');
    await walk.until(maker, ticket, null, steps('0'));
    expect((await walk.info(maker, ticket)).Status).toBe('approved');
    expect(await asked()).toEqual([]);
    // The bill was cost with its tax until its invoice came.
    expect(Number(await energyCosts())).toBeCloseTo(withTax - 288.99, 2);
    expect((await walk.post('generalManager', 'Cancel', { BusinessId: late, Opinion: '作废' })).message).toContain(
      '已补票',
    );
    expect((await walk.post('generalManager', 'Cancel', { BusinessId: ticket, Opinion: '作废' })).message).toBe('');
    expect(await asked()).toHaveLength(1);
    expect(Number(await energyCosts())).toBeCloseTo(withTax, 2);
    expect((await walk.post('generalManager', 'Cancel', { BusinessId: late, Opinion: '作废' })).message).toBe('');
    expect(await asked()).toEqual([]);
  });

  it('takes the tax of an advance off the cost as far as bills are set against it, whenever its invoice comes', async () => {
    const done = async (more: object, paid: string): Promise<string> => {
      const id = await walk.draft(maker, await values({ changeReason: '预付', invoices: [], ...more }));
      expect((await walk.submit(maker, id)).message).toBe('');
      await walk.until(maker, id, null, steps(paid));
      expect((await walk.info(maker, id)).Status).toBe('approved');
      return id;
    };
    const advance = await done(
      {
        payKind: '预付充值',
        rechargeAmount: '7000',
        meters: [],
        invoiceMode: '先款后票',
        ticketDeadline: '2027-12-31',
      },
      '7000.00',
    );
    const offset = () =>
      done({ payKind: '预付冲抵', origin: advance, advanceOffset: '3500', invoiceMode: '充值时已开票' }, '0');
    const start = Number(await energyCosts());
    await offset();
    expect(Number(await energyCosts())).toBeCloseTo(start + 3500, 2);
    await done(
      {
        payKind: '补票登记',
        origin: advance,
        meters: [],
        invoiceMode: '不涉及',
        invoices: [await paper('6422.02', '577.98')],
      },
      '0',
    );
    expect(Number(await energyCosts())).toBeCloseTo(start + 3500 - 288.99, 2);
    await offset();
    expect(Number(await energyCosts())).toBeCloseTo(start + 2 * (3500 - 288.99), 2);
  });

  it('lets two submissions draw on one budget only as far as it goes', async () => {
    const left = Number((await budget('project', PROJECT, '工具劳保'))?.available);
    const each = Math.floor(left * 0.6);
    const drafts = await Promise.all(
      [1, 2].map(async () =>
        walk.draft(
          maker,
          await values({
            budgetSubject: '其他燃料',
            invoiceMode: '先款后票',
            ticketDeadline: '2027-12-31',
            invoices: [],
            meters: [
              {
                accountNo: `A${next()}`,
                meterNo: 'M1',
                tariff: '单一制',
                lastReading: '0',
                thisReading: String(each),
                ratio: '1',
                adjustQuantity: '0',
                meterUnit: 'm³',
                unitPrice: '1',
              },
            ],
          }),
        ),
      ),
    );
    await sql`insert into fund_budget_ledger (owner_kind, owner_code, month, subject, approved) values ('project', ${PROJECT}, ${month}, '其他燃料', ${left})`.execute(
      server.db,
    );
    await sql`insert into fund_budget_entry (ledger_id, column_name, amount, source_module, source_id, reason) select id, 'approved', approved, 'fundBudget', 0, '测试'
      from fund_budget_ledger where subject = '其他燃料' and owner_code = ${PROJECT}`.execute(server.db);
    const answers = await Promise.all(drafts.map((id) => walk.submit(maker, id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.message).toMatch(/预算/);
    expect(Number((await budget('project', PROJECT, '其他燃料'))?.reserved)).toBe(each);
    await expectBooksToFold();
  });
});

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
    const foreign = await loans.draft('projectManager', {
      dept,
      loanAction: '还款',
      borrower: (await loans.as('projectManager')).userId,
      origin: loan,
      returnAmount: '1.00',
      returnMode: '工资扣款',
    });
    expect((await loans.submit('projectManager', foreign)).errors.map((error) => error.path)).toContain('origin');

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

/** What payments of energy do to the books, over HTTP: held at submit, given back at return, spent at payment, undone by a void — to the fen. */
import { energyCost } from '@hengneng/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';
import { booksOf, month, next, today } from '../testing/money.ts';

let server: TestServer;
const { one, budget, expectBooksToFold } = booksOf(() => server);
const PROJECT = 'EMC01001';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

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

  it('draws on the subject of its energy, another where somebody says so, and pays only who supplies that energy', async () => {
    const { budgetSubject: _, ...unsaid } = await values();
    const subjectOf = async (more: object) =>
      (await walk.post(maker, 'Preview', { ...unsaid, ...more })).data['record'];
    expect(await subjectOf({})).toMatchObject({ budgetSubject: '燃气费' });
    expect(await subjectOf({ energyType: '中水', payeeAccount: '3' })).toMatchObject({ budgetSubject: '水费' });

    const own = await walk.draft(maker, await values({ budgetSubject: '其他燃料' }));
    const { errors: over } = await walk.submit(maker, own);
    expect(over.map((error) => error.message)).toContain('应付金额超过能源科目可用预算，请先追加资金预算');
    expect((await walk.info(maker, own)).record).toMatchObject({ budgetSubject: '其他燃料' });

    const wrong = await walk.draft(maker, await values({ energyType: '电', budgetSubject: '电费' }));
    expect((await walk.submit(maker, wrong)).errors).toContainEqual({
      path: 'payeeAccount',
      message: '华东燃气有限公司登记的是天然气账户，不能用来付电，请换收款账户或改能源种类',
    });
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
    const offset = (): Promise<string> =>
      done({ payKind: '预付冲抵', origin: advance, advanceOffset: '3500', invoiceMode: '充值时已开票' }, '0');
    const start = Number(await energyCosts());
    const before = await offset();
    expect(Number(await energyCosts())).toBeCloseTo(start + 3500, 2);
    const late = await done(
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
    const after = await offset();
    expect(Number(await energyCosts())).toBeCloseTo(start + 2 * (3500 - 288.99), 2);

    // A bill that is made void takes its share of the tax along, an invoice that is made void that of every bill.
    const cancel = async (id: string): Promise<void> =>
      expect((await walk.post('generalManager', 'Cancel', { BusinessId: id, Opinion: '作废' })).message).toBe('');
    await cancel(before);
    expect(Number(await energyCosts())).toBeCloseTo(start + 3500 - 288.99, 2);
    await cancel(late);
    expect(Number(await energyCosts())).toBeCloseTo(start + 3500, 2);
    await cancel(after);
    expect(Number(await energyCosts())).toBeCloseTo(start, 2);
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

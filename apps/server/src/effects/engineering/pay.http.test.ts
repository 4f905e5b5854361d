/** Invoices and payments of building works, to the fen: what is matched, asked for, kept back, offset, fined and paid, also by two at once. */
import { purchaseOrderLine, supplierFine } from '@hengneng/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';
import { NOTHING_YET } from '../books/site.ts';
import { matchPending } from '../books/works-pay.ts';
import { effect } from '../kit/effect.ts';

const PROJECT = 'EMC01001';
let chains: Chains;
let supplier = '';
let taxNo = '';
let contract = '';
let account = '';
const lines = new Map<string, string>();
beforeAll(async () => {
  chains = await Chains.start();
  const [row] = await chains.rows(`select c.id::text, s.id::text as supplier, s.tax_no from b_project_contract c
    join supplier s on s.id = c.supplier where c.document = 'GC-EMC01001-01'`);
  contract = String(row?.id);
  supplier = String(row?.supplier);
  taxNo = String(row?.tax_no);
  for (const each of await chains.rows(
    `select id::text, goods from b_purchase_order_line where contract = ${contract}`,
  ))
    lines.set(String(each.goods), String(each.id));
  account = String((await chains.rows('select id::text from company_account order by id'))[0]?.id);
});
afterAll(() => chains.close());

const COLD = '冷冻水循环泵';
const WARM = '冷却水循环泵';
const line = (goods: string): string => lines.get(goods) ?? '';
const month = (): string => chains.day(0).slice(0, 7);

/** Balances of the contract, what is owed for its invoices, the budget and the bank. */
const books = async () => ({
  contract: (
    await chains.rows(`select matched::text, paid::text, reserved::text, prepaid::text, prepay_pending::text as asked, offset_taken::text as offset,
      offset_pending::text as offsetting, fine_taken::text as fined, fine_pending::text as fining from b_project_contract where id = ${contract}`)
  ).map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? '0.00'])))[0],
  payables: await chains.rows(
    'select amount::text, pay_pending::text as pending, paid::text, state from b_supplier_payable where not voided order by id',
  ),
  queue: await chains.rows(
    'select amount::text, scheduled::text, paid::text from b_pay_queue where not voided order by id',
  ),
  budget: await chains.rows(`select reserved::text, used::text from fund_budget_ledger where owner_code = '${PROJECT}'
    and month = '${month()}' and subject = '工程设备款'`),
  bank: await chains.rows(`select amount::text from bank_journal b where source_module = 'payMoneyApproval' and reverses_id is null
    and not exists (select from bank_journal r where r.reverses_id = b.id) order by id`),
  billed: await chains.rows(
    `select billed_qty::text as billed from b_purchase_order_line where contract = ${contract} order by id`,
  ),
  estimates: await chains.rows('select kind, amount::text from b_payable_estimate where not voided order by id'),
  pending: await chains.rows(
    'select quantity::text, matched_qty::text as matched from b_pending_match where not voided order by id',
  ),
  tax: await chains.rows(
    `select coalesce(sum(amount), 0)::numeric(18,2)::text as tax from input_tax where source_module = 'purchaseInvoice'`,
  ),
});
const accept = async (goods: string, quantity: string) =>
  chains.rows(
    `update b_purchase_order_line set sent_qty = ${quantity}, arrived_qty = ${quantity}, accepted_qty = ${quantity} where id = ${line(goods)}`,
  );

let papers = 0;
const number = (): string => String(++papers).padStart(20, '2');
const invoice = (goods: string, billQty: string, billPrice: string, more: Readonly<Record<string, unknown>> = {}) => {
  const total = (Number(billQty) * Number(billPrice)).toFixed(2);
  const net = (Number(total) / 1.13).toFixed(2);
  return {
    project: PROJECT,
    supplier,
    projectContract: contract,
    matchBasis: '采购验收',
    invoiceKind: '数电专票',
    invoiceNo: number(),
    invoiceDate: chains.day(0),
    sellerTaxNo: taxNo,
    providerTaxNo: taxNo,
    netAmount: net,
    taxRate: '13',
    taxAmount: (Number(total) - Number(net)).toFixed(2),
    invoiceTotal: total,
    verifyResult: '查验一致',
    matches: [
      {
        orderLine: line(goods),
        orderPrice: billPrice,
        acceptedQty: '99.000',
        billedQty: '0.000',
        billQty,
        billPrice,
        acceptBill: null,
      },
    ],
    ...more,
  };
};
const booked = { 财务审核入账: { deductible: true, certifyMonth: '2026-11', voucherNo: 'PZ-1' } };

const application = (more: Readonly<Record<string, unknown>>) => ({
  project: PROJECT,
  supplier,
  projectContract: contract,
  payKind: '进度款',
  thisOffset: '0',
  thisFine: '0',
  payMethod: '银行转账',
  planPayDate: chains.day(5),
  budgetMonth: month(),
  invoices: [],
  ...more,
});
const agreed = {
  采购核对合同节点: { nodeReached: true, nodeNote: '节点已到' },
  财务审核: { checkedPayable: '999999.00' },
};
/** The form filled in without what rules ask of balances: those are the server's. */
const apply = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
  const guarantee = await chains.file('purchaser');
  return chains.walk('payMoney').draft('purchaser', {
    ...application(more),
    progressDesc: '按合同节点',
    guaranteeFile: guarantee,
    warrantyProof: guarantee,
  });
};
const send = async (id: string) => chains.walk('payMoney').submit('purchaser', id);
const clear = (of: string, thisClear: string) => [{ invoice: of, thisClear }];

const batch = async (pays: readonly (readonly [apply: string, amount: string])[]): Promise<string> =>
  chains.walk('payMoneyApproval').draft('finance2', {
    payMonth: month(),
    batchKind: '月度集中付款',
    payCompany: 'A6303',
    payAccount: account,
    accountBalance: '5000000.00',
    planDate: chains.day(1),
    acceptBill: '0',
    reviewNote: '按资金计划',
    // The page knows what is left; the server says it anew.
    pays: pays.map(([id, approveAmount]) => ({
      apply: id,
      applyAmount: '999999.00',
      approveAmount,
      priority: '正常',
      cutReason: '资金安排',
    })),
  });
const file = (id: string) => chains.walk('payMoneyApproval').submit('finance2', id);
const toCashier = (id: string) =>
  chains.agree('payMoneyApproval', 'finance2', id, { 财务负责人复核: { fundOpinion: '同意' } }, '出纳付款');
const receipts = (
  rows: readonly (readonly [apply: string, amount: string, state: string, serial: string])[],
  operator: string,
) => ({
  出纳付款: async (who: string) => ({
    payOperator: chains.user(operator),
    secondReview: chains.user('finance'),
    vouchers: await Promise.all(
      rows.map(async ([paidApply, paidAmount, payState, bankSerial]) => ({
        paidApply,
        paidAmount,
        paidDate: chains.day(0),
        payState,
        bankSerial,
        receipt: await chains.file(who),
      })),
    ),
  }),
});
const pay = (id: string, rows: Parameters<typeof receipts>[0], operator = 'cashier') =>
  chains.walk('payMoneyApproval').agree('finance2', id, receipts(rows, operator));
const close = (id: string) =>
  chains.agree('payMoneyApproval', 'finance2', id, { 财务入账: { voucherNo: 'PZ-9', bookDate: chains.day(0) } });

/** An application as the list of payments shows it, with what is shown of its last batch. */
const progress = async (id: string) => {
  const seen = async (path: string) => {
    const { client } = chains.server;
    const answer = await client.json(`/srmapi/${path}`, { PageSize: 100 }, await client.signIn('generalManager'));
    expect(answer.message).toBe('');
    return answer.data as { rows: readonly Readonly<Record<string, unknown>>[]; figures: object };
  };
  const pays = await seen('PaymentApply/Progress');
  return {
    row: pays.rows.find((row) => row['id'] === id) ?? {},
    figures: pays.figures,
    batches: (await seen('PaymentReview/Batches')).rows,
  };
};

const refusedCancel = async (path: string, id: string): Promise<string> =>
  (
    await chains.server.client.post(
      `${path}/Cancel`,
      { BusinessId: id, Opinion: '错' },
      await chains.server.client.signIn('generalManager'),
    )
  ).message;

describe('an invoice', () => {
  it('is claimed once, matched with what was accepted, and its cancel leaves nothing', async () => {
    const empty = await books();
    await accept(COLD, '3');
    const walk = chains.walk('purchaseInvoice');
    const values = await chains.filled('purchaseInvoice', 'purchaser', 0, invoice(COLD, '2', '68000.0000'));
    const wrong = async (more: Readonly<Record<string, unknown>>) =>
      (await walk.submit('purchaser', await walk.draft('purchaser', { ...values, ...more }))).errors.map(
        (error) => error.message,
      );
    expect(await wrong({ invoiceNo: '12345' })).toEqual(['数电票号码应为20位数字']);
    expect(await wrong({ sellerTaxNo: '91310000A0001001XA' })).toContain('销方税号与服务商信用代码不一致');
    // Whoever accepted the goods does not register what they are billed at.
    await chains.rows(`with a as (insert into f_purchase_check_accept (status, applicant, applicant_dept)
        select 'approved', id, 'A63' from app_user where account = 'purchaser' returning id)
      insert into f_purchase_check_accept_accept_lines (parent_id, row_no, order_line) select id, 1, ${line(COLD)} from a`);
    expect(await wrong({})).toEqual(['这些货由您验收，发票须由他人登记']);
    await chains.rows('delete from f_purchase_check_accept');
    const id = await chains.submit('purchaseInvoice', 'purchaser', values);
    expect(await wrong({})).toContain('发票已被其他单据使用（按销方税号、发票代码、发票号码历年查重）');
    await chains.agree('purchaseInvoice', 'purchaser', id, booked);
    expect(await books()).toEqual({
      ...empty,
      contract: { ...empty.contract, matched: '136000.00' },
      payables: [{ amount: '136000.00', pending: '0.00', paid: '0.00', state: '未付清' }],
      billed: [{ billed: '2.000' }, empty.billed[1]],
      estimates: [{ kind: '发票冲减', amount: '-136000.00' }],
      tax: [{ tax: '15646.02' }],
    });

    // 红冲: no more than there was, and it takes back its share
    const red = (billQty: string) =>
      chains.filled('purchaseInvoice', 'purchaser', 0, {
        ...invoice(COLD, billQty, '68000.0000', { invoiceKind: '红字发票', blueInvoice: id }),
      });
    const tooMuch = await walk.submit('purchaser', await walk.draft('purchaser', await red('-3')));
    expect(tooMuch.errors).toEqual([{ path: 'invoiceTotal', message: '蓝字发票可冲余额只有136000.00元' }]);
    const back = await chains.submit('purchaseInvoice', 'purchaser', await red('-1'));
    await chains.agree('purchaseInvoice', 'purchaser', back, booked);
    expect(await books()).toMatchObject({
      contract: { matched: '68000.00' },
      payables: [{ amount: '68000.00' }],
      billed: [{ billed: '1.000' }, {}],
      tax: [{ tax: '7823.01' }],
    });
    await chains.cancel('purchaseInvoice', back);
    await chains.cancel('purchaseInvoice', id);
    expect(await books()).toEqual(empty);
  });

  it('that is ahead of its acceptance waits, and is matched once the goods are accepted', async () => {
    const empty = await books();
    await accept(WARM, '1');
    const id = await chains.submit('purchaseInvoice', 'purchaser', invoice(WARM, '3', '76000.0000'));
    await chains.agree('purchaseInvoice', 'purchaser', id, {
      采购核对差异: { diffHandle: '差额挂起待补验收', diffReason: '货在途' },
      ...booked,
    });
    expect(await books()).toMatchObject({
      contract: { matched: '0.00' },
      payables: [{ amount: '0.00' }],
      pending: [{ quantity: '3.000', matched: '0.000' }],
    });
    await accept(WARM, '2');
    const later = effect<null>((call) => matchPending(call, [line(WARM)], { month: month(), document: '验收' }));
    const done = async (): Promise<void> => undefined;
    const services = { draft: async () => null, todo: done, remind: done, tell: done, takeBack: done };
    const call = {
      record: null,
      source: { module: 'purchaseCheckAccept', id: '990001', effect: 'purchaseCheckAccept.accept' },
      actor: { userId: '1', userName: '', roles: [] },
      now: chains.now,
      services,
      log: () => undefined,
      logged: { books: 'b_payable_estimate' },
    } as unknown as Parameters<typeof later.apply>[1];
    await chains.server.db.transaction().execute((tx) => later.apply(tx, call));
    expect(await books()).toMatchObject({
      contract: { matched: '152000.00' },
      payables: [{ amount: '152000.00' }],
      pending: [{ quantity: '3.000', matched: '2.000' }],
      billed: [{}, { billed: '2.000' }],
    });
    expect(await refusedCancel('/srmapi/Invoice', id)).toBe('已有后续单据引用，请先作废后续单据');
    await chains.server.db.transaction().execute((tx) => later.reverse(tx, call));
    await chains.cancel('purchaseInvoice', id);
    await accept(WARM, '0');
    expect(await books()).toEqual(empty);
  });
});

describe('a payment', () => {
  it('in advance stays within what the contract and the grade allow, and gives its hold back when it is returned', async () => {
    const before = await books();
    const over = await send(await apply({ payKind: '预付款', applyAmount: '86400.01' }));
    expect(over.errors.map((error) => error.message)).toEqual(['申请金额超过合同约定的预付款']);
    const id = await apply({ payKind: '预付款', applyAmount: '86000.00' });
    expect((await send(id)).message).toBe('');
    expect(await books()).toMatchObject({ contract: { asked: '86000.00' }, budget: [{ reserved: '86000.00' }] });
    // What is under way counts, for everybody else; another of its kind waits until it is through.
    const second = await send(await apply({ payKind: '预付款', applyAmount: '400.01' }));
    expect(second.errors.map((error) => error.message)).toEqual(['申请金额超过合同约定的预付款']);
    const beside = await send(await apply({ payKind: '预付款', applyAmount: '400.00' }));
    expect(beside.errors).toEqual([
      { path: 'payKind', message: expect.stringMatching(/^该合同的预付款已有申请在审批中（.+），请办完后再申请$/) },
    ]);
    expect((await chains.walk('payMoney').reject('purchaser', id)).status).toBe(1);
    expect(await books()).toEqual(before);
  });

  it('is locked, paid in parts, sent back by the bank and paid again, each to the fen', async () => {
    const empty = await books();
    await accept(COLD, '3');
    await chains.server.db.transaction().execute((tx) =>
      enter(
        tx,
        supplierFine,
        [
          {
            supplier,
            project: PROJECT,
            contract,
            kind: '质量扣款',
            amount: '1000.00',
            happenedOn: chains.day(-1),
            reason: '漏水',
            state: '已确认',
          },
        ],
        SETUP,
      ),
    );
    // 预付款, paid whole
    const advance = await apply({ payKind: '预付款', applyAmount: '86400.00' });
    expect((await send(advance)).message).toBe('');
    await chains.agree('payMoney', 'purchaser', advance, agreed);
    const first = await batch([[advance, '86400.00']]);
    expect((await file(first)).message).toBe('');
    await toCashier(first);
    // Neither who put the batch together, nor who agreed to an application of it, makes the payment out.
    for (const who of ['finance2', 'generalManager'])
      expect((await pay(first, [[advance, '86400.00', '成功', 'YH-1']], who)).errors).toEqual([
        { path: 'payOperator', message: '制单人不能是本批付款的申请人或审批人' },
      ]);
    expect((await pay(first, [[advance, '86400.00', '成功', 'YH-1']])).message).toBe('');
    await close(first);
    const advanced = await books();
    expect(advanced).toMatchObject({
      contract: { prepaid: '86400.00', asked: '0.00', paid: '0.00' },
      queue: [{ amount: '86400.00', scheduled: '0.00', paid: '86400.00' }],
      budget: [{ reserved: '0.00', used: '86400.00' }],
      bank: [{ amount: '86400.00' }],
    });

    const bill = await chains.submit('purchaseInvoice', 'purchaser', invoice(COLD, '3', '68000.0000'));
    await chains.agree('purchaseInvoice', 'purchaser', bill, booked);
    // 204000 matched, 10200 kept back, 30 % of what is cleared offset, 1000 fined: 134660 may be paid.
    const terms = {
      thisOffset: '58140.00',
      thisFine: '1000.00',
      applyAmount: '134660.00',
      invoices: clear(bill, '193800.00'),
    };
    // The ledger says the same before anything is offset in this payment: 204000 − 10200 − 1000.
    const ledger = await chains.server.client.json(
      '/srmapi/ProjectContract/Ledger',
      { PageSize: 100 },
      await chains.server.client.signIn('finance'),
    );
    expect(ledger.message).toBe('');
    expect(ledger.data['rows']).toContainEqual(
      expect.objectContaining({
        id: contract,
        matched: '204000.00',
        retention: '10200.00',
        fines: '1000.00',
        payable: '192800.00',
      }),
    );
    const said = async (more: Readonly<Record<string, unknown>>) =>
      (await send(await apply({ ...terms, ...more }))).errors.map((error) => error.message);
    expect(await said({ applyAmount: '134660.01', invoices: clear(bill, '193800.01') })).toContain(
      '申请金额超过可付余额',
    );
    expect(await said({ thisOffset: '58139.99', applyAmount: '134660.01' })).toContain(
      '本次抵扣预付款低于合同约定比例',
    );
    expect(await said({ thisFine: '0', applyAmount: '135660.00' })).toContain('未扣罚款须在本次付款中扣清');
    expect(await said({ payKind: '到货款' })).toEqual(['合同还没有到货，不能申请到货款']);

    // Two at the same time: one gets it.
    const two = [await apply(terms), await apply(terms)];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    const works = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    const reserved = await books();
    expect(reserved).toMatchObject({
      contract: { reserved: '134660.00', offsetting: '58140.00', fining: '1000.00' },
      payables: [{ amount: '204000.00', pending: '193800.00', paid: '0.00' }],
      budget: [{ reserved: '134660.00', used: '86400.00' }],
    });
    expect((await progress(works)).row).toMatchObject({ state: '审批中', amount: '134660.00', left: '134660.00' });
    await chains.agree('payMoney', 'purchaser', works, agreed);
    expect(await progress(works)).toMatchObject({
      row: {
        state: '待排款',
        offset: '58140.00',
        fine: '1000.00',
        invoices: expect.stringMatching(/^2{10}/),
        lateDays: null,
      },
      figures: { running: '0.00', waiting: '134660.00', scheduled: '0.00', month: '86400.00', bounced: '0' },
    });
    expect(await refusedCancel('/srmapi/Invoice', bill)).toBe('该发票已申请付款或已付，请先处理付款申请');

    // Cut: 100000 of it now; what was offset and fined goes with the first payment.
    const cut = await batch([[works, '100000.00']]);
    const rival = await batch([[works, '40000.00']]);
    const held = await Promise.all([file(cut), file(rival)]);
    expect(held.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(held.find((answer) => answer.status === 0)?.message).toMatch(
      /核定金额(超过付款申请未付的部分|不能超过申请金额)/,
    );
    const kept = held[0]?.status === 1 ? cut : rival;
    const amount = kept === cut ? '100000.00' : '40000.00';
    await toCashier(kept);
    expect(await progress(works)).toMatchObject({
      row: { state: '排款中', scheduled: amount, paid: '0.00' },
      batches: expect.arrayContaining([
        expect.objectContaining({ id: kept, state: '待付款', approved: amount, paid: '0.00' }),
      ]),
    });
    const wrongSum = await pay(kept, [[works, '134660.00', '成功', 'YH-2']]);
    expect(wrongSum.errors.map((error) => error.message)).toEqual(['实付合计不能超过核定合计']);
    expect((await pay(kept, [[works, amount, '成功', 'YH-1']])).errors).toEqual([
      { path: 'vouchers[0].bankSerial', message: '该银行流水号已登记过，请核对' },
    ]);
    expect((await pay(kept, [[works, amount, '成功', 'YH-2']])).message).toBe('');
    const rest = (134660 - Number(amount)).toFixed(2);
    const settled = (Number(amount) + 59140).toFixed(2);
    const paid = await books();
    expect(paid).toMatchObject({
      contract: {
        paid: amount,
        reserved: rest,
        offset: '58140.00',
        offsetting: '0.00',
        fined: '1000.00',
        fining: '0.00',
      },
      payables: [{ paid: settled, pending: (193800 - Number(settled)).toFixed(2), state: '未付清' }],
      queue: [{}, { amount: '134660.00', scheduled: '0.00', paid: amount }],
      budget: [{ reserved: rest, used: (86400 + Number(amount)).toFixed(2) }],
    });
    // Finance sends it back to the cashier: nothing is paid; the same reference may be named again.
    expect((await chains.walk('payMoneyApproval').reject('finance2', kept, 'previous')).status).toBe(1);
    expect((await books()).contract).toMatchObject({ paid: '0.00', offset: '0.00', offsetting: '58140.00' });
    expect((await pay(kept, [[works, amount, '成功', 'YH-2']])).message).toBe('');
    await close(kept);
    expect(await books()).toEqual(paid);

    // 退汇: back into the queue, and paid in the next batch
    const bounced = await batch([[works, rest]]);
    expect((await file(bounced)).message).toBe('');
    await toCashier(bounced);
    expect((await pay(bounced, [[works, rest, '退汇', 'YH-3']])).message).toBe('');
    await close(bounced);
    expect(await books()).toEqual(paid);
    expect(await progress(works)).toMatchObject({
      row: { state: '退汇', paid: amount, left: rest, bankSerial: 'YH-2' },
      figures: { bounced: '1' },
      batches: expect.arrayContaining([
        expect.objectContaining({
          id: bounced,
          state: '已完成',
          paid: '0.00',
          unpaid: expect.stringMatching(/ 退汇$/),
        }),
      ]),
    });
    const last = await batch([[works, rest]]);
    expect((await file(last)).message).toBe('');
    await toCashier(last);
    expect((await pay(last, [[works, rest, '成功', 'YH-4']])).message).toBe('');
    await close(last);
    expect((await progress(works)).row).toMatchObject({ state: '已付清', left: '0.00', bankSerial: 'YH-2、YH-4' });
    expect(await books()).toMatchObject({
      contract: { paid: '134660.00', reserved: '0.00' },
      payables: [{ amount: '204000.00', paid: '193800.00', pending: '0.00' }],
      budget: [{ reserved: '0.00', used: '221060.00' }],
    });
    // What is kept back is not due yet.
    const retention = await send(
      await apply({ payKind: '质保金', applyAmount: '10200.00', invoices: clear(bill, '10200.00') }),
    );
    expect(retention.errors.map((error) => error.message)).toContain('质保金未到期或超过可退金额');
    expect(await refusedCancel('/srmapi/PaymentApply', works)).toBe('已有后续单据引用，请先作废后续单据');

    // The way back, last first, to where it began.
    expect(await refusedCancel('/srmapi/PaymentReview', kept)).toBe('该付款申请之后还有付款，请先作废后面的付款批次');
    for (const id of [last, bounced, kept]) await chains.cancel('payMoneyApproval', id);
    await chains.cancel('payMoney', works);
    await chains.cancel('purchaseInvoice', bill);
    await chains.cancel('payMoneyApproval', first);
    await chains.cancel('payMoney', advance);
    expect(await books()).toEqual(empty);
  });

  it('of what was kept back may be asked for once the warranty is over', async () => {
    await sql`update b_project_contract set warranty_to = ${chains.day(-1)} where id = ${contract}`.execute(
      chains.server.db,
    );
    await chains.rows(`update b_supplier_fine set voided = true where contract = ${contract}`);
    await accept(COLD, '3');
    const bill = await chains.submit('purchaseInvoice', 'purchaser', invoice(COLD, '3', '68000.0000'));
    await chains.agree('purchaseInvoice', 'purchaser', bill, booked);
    const over = await send(
      await apply({ payKind: '质保金', applyAmount: '10200.01', invoices: clear(bill, '10200.01') }),
    );
    expect(over.errors.map((error) => error.message)).toContain('质保金未到期或超过可退金额');
    const id = await apply({ payKind: '质保金', applyAmount: '10200.00', invoices: clear(bill, '10200.00') });
    expect((await send(id)).message).toBe('');
    const again = await send(await apply({ payKind: '质保金', applyAmount: '0.01', invoices: clear(bill, '0.01') }));
    expect(again.errors.map((error) => error.message)).toContain('质保金未到期或超过可退金额');
  });
});

it('new order lines begin with nothing', async () => {
  const entry = {
    document: 'X',
    project: PROJECT,
    supplier,
    kind: '材料',
    goods: 'X',
    unitName: '个',
    orderQty: '1',
    price: '1',
  } as const;
  const [id] = await chains.server.db
    .transaction()
    .execute((tx) => enter(tx, purchaseOrderLine, [{ ...entry, ...NOTHING_YET }], SETUP));
  expect(
    (await chains.rows(`select billed_qty::text as billed from b_purchase_order_line where id = ${id}`))[0]?.billed,
  ).toBe('0.000');
});

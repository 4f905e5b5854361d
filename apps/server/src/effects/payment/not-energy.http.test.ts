/** 非能源付款 and 额度报销, to the fen: what a contract, a payable, an advance, an invoice or a quota allows, also to two at once. */
import { buyerContract, quotaAccount, supplierPayable } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';
import { postBudget } from '../books/budget.ts';

const PROJECT = 'EMC01001';
const MAKER = 'projectManager';
const SUBJECT = '外协服务';
let chains: Chains;
let supplier = { id: '', name: '', taxNo: '', account: '' };
let customer = '';

const inTx = <T>(work: Parameters<ReturnType<typeof chains.server.db.transaction>['execute']>[0]): Promise<T> =>
  chains.server.db.transaction().execute(work) as Promise<T>;
const month = (): string => chains.day(0).slice(0, 7);
const budgetKey = () => ({ ownerKind: 'project', ownerCode: PROJECT, month: month(), subject: SUBJECT }) as const;

beforeAll(async () => {
  chains = await Chains.start();
  const [row] = await chains.rows(
    `select id::text, name, tax_no, bank_account from supplier where state = '合格' and tax_no is not null order by id limit 1`,
  );
  supplier = {
    id: String(row?.id),
    name: String(row?.name),
    taxNo: String(row?.tax_no),
    account: String(row?.bank_account),
  };
  customer = String(
    (await chains.rows(`select code from contract where project_code = '${PROJECT}' order by code limit 1`))[0]?.code,
  );
  await inTx((tx) => postBudget(tx, budgetKey(), { approved: '100000' }, { module: 'fundBudget', id: '0' }, '测试'));
});
afterAll(() => chains.close());

/** Everything that these forms write, as it stands. */
const books = async () => ({
  contract: await chains.rows(
    `select reserved::text, paid::text, ticketed::text from b_buyer_contract where contract_no like 'T-%' order by id`,
  ),
  payables: await chains.rows(
    `select amount::text, pay_pending::text as pending, paid::text, state from b_supplier_payable where payable_no like 'T-%' order by id`,
  ),
  balances:
    await chains.rows(`select kind, paid::text, advance::text, claim_pending::text as claiming, claimed::text, return_pending::text as returning,
    returned::text, ticketed::text from b_pay_balance where not voided order by id`),
  uses: await chains.rows('select kind, amount::text from b_invoice_use where not voided order by id'),
  retention: await chains.rows(
    'select amount::text, paid::text, due_on::text as due from b_retention where not voided order by id',
  ),
  deposits: await chains.rows(
    `select kind, amount::text, returned::text from b_deposit_receivable where source_module = 'paymentNotEnergy' and not voided`,
  ),
  budget: await chains.rows(`select reserved::text, used::text from fund_budget_ledger where owner_code = '${PROJECT}'
    and month = '${month()}' and subject = '${SUBJECT}'`),
  cost: await chains.rows(`select project_code as project, account, sum(amount)::text as amount from project_cost
    where source_module in ('paymentNotEnergy', 'quotaReimburse') group by 1, 2 having sum(amount) <> 0 order by 1, 2`),
  tax: await chains.rows(
    `select coalesce(sum(amount), 0)::numeric(18,2)::text as tax from input_tax where source_module = 'paymentNotEnergy'`,
  ),
  papers: await chains.rows(`select invoice_no as no, state from invoice_register
    where source_module in ('paymentNotEnergy', 'quotaReimburse') and state <> 'released' order by id`),
  bank: await chains.rows(`select coalesce(sum(case direction when 'out' then amount else -amount end), 0)::numeric(18,2)::text as net
    from bank_journal where source_module in ('paymentNotEnergy', 'quotaReimburse')`),
});

const signed = async (total = '10000.00', more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const [id = ''] = await inTx<readonly string[]>((tx) =>
    enter(
      tx,
      buyerContract,
      [
        {
          contractNo: `T-${Math.random()}`,
          name: '测试',
          kind: '外包维修',
          project: PROJECT,
          supplier: supplier.id,
          keeper: chains.user(MAKER),
          totalAmount: total,
          warrantyTo: chains.day(300),
          payChannel: '非能源付款',
          reserved: '0.00',
          paid: '0.00',
          ticketed: '0.00',
          state: '履行中',
          ...more,
        },
      ],
      SETUP,
    ),
  );
  return id;
};
const owed = async (amount: string, of: { module: string; id: string } = SETUP): Promise<string> => {
  const [id = ''] = await inTx<readonly string[]>((tx) =>
    enter(
      tx,
      supplierPayable,
      [
        {
          payableNo: `T-${Math.random()}`,
          supplier: supplier.id,
          payeeName: supplier.name,
          project: PROJECT,
          subject: '测试',
          amount,
          costBooked: true,
          state: '未付清',
        },
      ],
      { ...SETUP, ...of } as typeof SETUP,
    ),
  );
  return id;
};

let serial = 0;
const next = (): string => `${String(Date.now())}${String(++serial).padStart(4, '0')}`;
const item = (amount: string, costProject = PROJECT) => ({
  itemName: '主机维修',
  costProject,
  quantity: '1.00',
  itemUnit: '项',
  unitPrice: `${amount}00`,
});
const invoice = (net: string, tax: string, more: Readonly<Record<string, unknown>> = {}) => ({
  invoiceKind: '数电专票',
  sellerTaxNo: supplier.taxNo,
  invoiceCode: null,
  invoiceNo: next(),
  isRed: false,
  blueInvoice: null,
  issueDate: chains.day(0),
  invoiceNet: net,
  taxRate: '6',
  invoiceTax: tax,
  ...more,
});
const given = (more: Readonly<Record<string, unknown>>) => ({
  project: PROJECT,
  contract: null,
  payCategory: '维修外协',
  payNature: '一次性付款',
  payeeKind: '供应商',
  supplier: supplier.id,
  payeeName: supplier.name,
  payeeTaxNo: supplier.taxNo,
  payeeBank: '示范银行',
  payeeBankNo: supplier.account,
  accountChanged: false,
  payContract: null,
  payable: null,
  acceptState: '不需验收',
  retentionRate: '0',
  invoiceMode: '无需发票',
  budgetMode: '本单占用',
  budgetSubject: SUBJECT,
  payMonth: month(),
  costMonth: month(),
  planPayDate: chains.day(3),
  items: [],
  deductions: [],
  offsets: [],
  invoices: [],
  invoiceRefs: [],
  ...more,
});
/** As a person fills it in: nothing is adjusted to what the rules ask. */
const draft = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
  const file = await chains.file(MAKER);
  const values = given(more);
  const invoices = (values.invoices as readonly object[]).map((row) => ({ ...row, invoiceFile: file }));
  return chains
    .walk('paymentNotEnergy')
    .draft(MAKER, { ...values, payReason: '按约定', acceptFiles: [file], invoices });
};
const send = (id: string) => chains.walk('paymentNotEnergy').submit(MAKER, id);
const filed = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
  const id = await draft(more);
  const answer = await send(id);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return id;
};
const said = async (more: Readonly<Record<string, unknown>>) =>
  (await send(await draft(more))).errors.map((error) => error.message);
const paid = async (id: string, amount: string, refund = false): Promise<string> => {
  await chains.agree('paymentNotEnergy', MAKER, id, {
    采购核对合同与验收: { contractChecked: '符合付款条件' },
    财务审核: { invoiceVerified: '查验一致', approvedAmount: refund ? '0' : amount },
    出纳付款: { payDate: chains.day(0), paidAmount: amount, bankSerial: `FN${next()}` },
  });
  expect((await chains.walk('paymentNotEnergy').info(MAKER, id)).Status).toBe('approved');
  return id;
};
const cancel = (id: string) => chains.cancel('paymentNotEnergy', id);

describe('a payment on a contract', () => {
  it('keeps within it, is cut by finance, keeps back for the warranty and shares its cost; a cancel leaves nothing', async () => {
    const contract = await signed();
    const empty = await books();
    const terms = {
      payContract: contract,
      payNature: '验收款',
      acceptState: '已验收合格',
      retentionRate: '5',
      invoiceMode: '随单附票',
      items: [item('2000.00'), item('1000.00', 'EMC01002')],
      deductions: [{ deductKind: '质量扣款', deductAmount: '100.00', deductBasis: '返工' }],
      invoices: [invoice('2735.85', '164.15')],
    };
    expect(await said({ ...terms, items: [item('11000.00')] })).toContain('累计付款超过合同金额，请先签补充协议');
    expect(await said({ ...terms, payeeBankNo: '6222000000000000' })).toEqual([
      '收款账号与供方档案不一致，请勾选并上传账户变更函',
    ]);
    expect(await said({ ...terms, budgetMode: '不占预算' })).toEqual(['除退回、补票和客户退款外，付款须占用资金预算']);
    const id = await filed(terms);
    expect(await books()).toMatchObject({
      contract: [{ reserved: '2750.00', paid: '0.00', ticketed: '2900.00' }],
      budget: [{ reserved: '2750.00', used: '0.00' }],
      papers: [{ state: 'held' }],
    });
    expect((await chains.walk('paymentNotEnergy').reject(MAKER, id)).status).toBe(1);
    expect(await books()).toEqual(empty);

    expect((await send(id)).message).toBe('');
    await paid(id, '2600.00');
    expect(await books()).toMatchObject({
      contract: [{ reserved: '0.00', paid: '2600.00', ticketed: '2900.00' }],
      budget: [{ reserved: '0.00', used: '2600.00' }],
      retention: [{ amount: '150.00', paid: '0.00', due: chains.day(300) }],
      // 3000 − 100 deducted − 150 that finance cut − 164.15 tax, by what each project bought
      cost: [
        { project: PROJECT, account: SUBJECT, amount: '1723.90' },
        { project: 'EMC01002', account: SUBJECT, amount: '861.95' },
      ],
      tax: [{ tax: '164.15' }],
      papers: [{ state: 'used' }],
      bank: [{ net: '2600.00' }],
    });
    expect((await chains.reminders('paymentNotEnergy', id)).map(({ day }) => day)).toEqual([chains.day(300)]);

    // What was kept back is paid later, no further than it goes, and costs nothing then.
    await chains.rows(`update b_buyer_contract set warranty_to = '${chains.day(-1)}' where id = ${contract}`);
    const rest = { payContract: contract, payNature: '质保金', acceptState: '已验收合格' };
    expect(await said({ ...rest, items: [item('150.01')] })).toEqual(['该合同扣留未付的质保金只有150.00元']);
    const before = (await books()).cost;
    const last = await paid(await filed({ ...rest, items: [item('150.00')] }), '150.00');
    expect(await books()).toMatchObject({ cost: before, retention: [{ paid: '150.00' }] });
    await cancel(last);
    await cancel(id);
    expect(await books()).toEqual(empty);
  });

  it('takes up what was kept back once, also where two file and are agreed to at once', async () => {
    const contract = await signed();
    const accepted = { payContract: contract, acceptState: '已验收合格' };
    const goods = { payNature: '验收款', retentionRate: '5', items: [item('3000.00')] };
    const first = await paid(await filed({ ...accepted, ...goods }), '2850.00');
    await chains.rows(`update b_buyer_contract set warranty_to = '${chains.day(-1)}' where id = ${contract}`);
    const of = `where buyer_contract = ${contract} and not voided`;
    const kept = () => chains.rows(`select pay_pending::text as pending, paid::text from b_retention ${of}`);
    const { cost } = await books();
    const rest = (amount: string) => ({ ...accepted, payNature: '质保金', items: [item(amount)] });
    const short = (left: string) => `该合同扣留未付的质保金只有${left}元`;
    const both = [await draft(rest('100.00')), await draft(rest('100.00'))];
    const answers = await Promise.all(both.map(send));
    expect(answers.flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([short('50.00')]);
    const one = both[answers.findIndex((answer) => answer.status === 1)] ?? '';
    const other = await filed(rest('50.00'));
    await Promise.all([paid(one, '100.00'), paid(other, '50.00')]);
    expect(await kept()).toEqual([{ pending: '0.00', paid: '150.00' }]);
    expect(await books()).toMatchObject({ cost });
    expect(await said(rest('10.00'))).toEqual([short('0.00')]);
    for (const id of [one, other, first]) await cancel(id);
    expect(await kept()).toEqual([]);
  });

  it('is not overpaid by two who file at once', async () => {
    const contract = await signed('1000.00');
    const terms = { payContract: contract, items: [item('600.00')] };
    const two = [await draft(terms), await draft(terms)];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect((await books()).contract.at(-1)).toMatchObject({ reserved: '600.00' });
  });

  it('that engineering pays for, or that is another supplier’s, is refused', async () => {
    const works = await signed('1000.00', { payChannel: '工程付款申请' });
    expect(await said({ payContract: works, items: [item('1.00')] })).toEqual(['该合同在工程付款申请中付款']);
    const [other] = await chains.rows(`select id::text from supplier where id <> ${supplier.id} order by id limit 1`);
    const theirs = await signed('1000.00', { supplier: String(other?.id) });
    expect(await said({ payContract: theirs, items: [item('1.00')] })).toEqual(['合同的供应商与收款供应商不一致']);
  });
});

describe('a payable', () => {
  it('is paid once, by money and by deductions, spending what its source holds', async () => {
    const of = { module: 'purchase', id: '990001' } as const;
    await inTx((tx) => postBudget(tx, budgetKey(), { reserved: '900.00' }, of, '采购占用'));
    const payable = await owed('1000.00', of);
    const empty = await books();
    const terms = {
      payable,
      payNature: '结算款',
      acceptState: '已验收合格',
      budgetMode: '承接来源单占用',
      items: [item('1000.00')],
      deductions: [{ deductKind: '质量扣款', deductAmount: '200.00', deductBasis: '返工' }],
    };
    expect(await said({ ...terms, deductions: [] })).toEqual(['来源单占用的预算只有900.00元，请改选本单占用']);
    const two = [await draft(terms), await draft(terms)];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    const id = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    expect((await books()).payables.at(-1)).toMatchObject({ pending: '1000.00', state: '未付清' });
    await paid(id, '800.00');
    const after = await books();
    expect(after.payables.at(-1)).toMatchObject({ amount: '800.00', pending: '0.00', paid: '800.00', state: '已付清' });
    expect(Number(after.budget[0]?.used) - Number(empty.budget[0]?.used)).toBe(800);
    expect(Number(after.budget[0]?.reserved) - Number(empty.budget[0]?.reserved)).toBe(-800);
    // Its source booked the cost.
    expect(after.cost).toEqual(empty.cost);
    await cancel(id);
    expect({ ...(await books()), payables: null }).toEqual({ ...empty, payables: null });
  });
});

describe('an advance', () => {
  it('is claimed and returned no further than it was paid, also by two at once', async () => {
    const empty = await books();
    const advance = await paid(await filed({ payNature: '预付款', items: [item('1000.00')] }), '1000.00');
    expect((await books()).balances).toMatchObject([{ kind: '预付款', paid: '1000.00', advance: '1000.00' }]);
    expect((await books()).cost).toEqual(empty.cost);
    const claim = { items: [item('700.00')], offsets: [{ advance, offsetAmount: '700.00' }] };
    expect(await said({ items: [item('1000.01')], offsets: [{ advance, offsetAmount: '1000.01' }] })).toEqual([
      '冲抵超过预付余额（已冲抵与已退回合计不能大于已付）',
    ]);
    const two = [await draft(claim), await draft(claim)];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    const claimed = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    // Nothing is left to pay: no cashier.
    await chains.agree('paymentNotEnergy', MAKER, claimed, { 财务审核: { approvedAmount: '0' } });
    expect((await books()).balances).toMatchObject([{ claiming: '0.00', claimed: '700.00' }]);
    const back = { payNature: '预付退回', budgetMode: '不占预算', origin: advance };
    expect(await said({ ...back, refundAmount: '300.01' })).toEqual(['退回金额超过原预付未冲抵余额']);
    const returned = await paid(await filed({ ...back, refundAmount: '300.00' }), '300.00', true);
    expect(await books()).toMatchObject({
      balances: [{ claimed: '700.00', returned: '300.00' }],
      budget: [{ used: (Number(empty.budget[0]?.used) + 700).toFixed(2) }],
      bank: [{ net: (Number(empty.bank[0]?.net) + 700).toFixed(2) }],
    });
    const early = await chains.server.client.post(
      '/bpmapi/Payment/Cancel',
      { BusinessId: advance, Opinion: '错' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(early.message).toBe('已有后续单据引用，请先作废后续单据');
    for (const id of [returned, claimed, advance]) await cancel(id);
    expect(await books()).toEqual(empty);
  });

  it('as a deposit is asked back month by month until all of it is there', async () => {
    const empty = await books();
    const deposit = await paid(
      await filed({
        payCategory: '投标保证金',
        payNature: '保证金支付',
        depositDue: chains.day(60),
        items: [item('500.00')],
      }),
      '500.00',
    );
    expect((await books()).deposits).toEqual([{ kind: '投标保证金', amount: '500.00', returned: '0.00' }]);
    const rung = async () =>
      (await chains.reminders('paymentNotEnergy', deposit)).map(({ day, every }) => [day, every]);
    expect(await rung()).toEqual([[chains.day(60), 30]]);
    const back = { payNature: '预付退回', budgetMode: '不占预算', origin: deposit, refundAmount: '500.00' };
    const returned = await paid(await filed(back), '500.00', true);
    expect((await books()).deposits).toEqual([{ kind: '投标保证金', amount: '500.00', returned: '500.00' }]);
    expect(await rung()).toEqual([]);
    await cancel(returned);
    expect(await rung()).toEqual([[chains.day(60), 30]]);
    await cancel(deposit);
    expect(await books()).toEqual(empty);
  });
});

describe('an invoice', () => {
  it('that comes late is asked for until it is there, and may be referred to once', async () => {
    const empty = await books();
    const advance = await paid(
      await filed({
        payNature: '预付款',
        invoiceMode: '先款后票',
        ticketDeadline: chains.day(30),
        items: [item('1000.00')],
      }),
      '1000.00',
    );
    expect((await chains.reminders('paymentNotEnergy', advance)).map(({ day }) => day)).toEqual([chains.day(30)]);
    const late = { payNature: '补票登记', budgetMode: '不占预算', origin: advance, invoiceMode: '随单附票' };
    expect(await said({ ...late, invoices: [invoice('1000.00', '60.00')] })).toEqual([
      '补票请填写发票，且合计不能超过原单未到票金额',
    ]);
    const paper = invoice('943.40', '56.60');
    const ticket = await filed({ ...late, invoices: [paper] });
    expect(await said({ ...late, invoices: [paper] })).toContain(
      '发票已被其他单据使用（按销方税号、发票代码、发票号码历年查重）',
    );
    await chains.agree('paymentNotEnergy', MAKER, ticket, { 财务审核: { approvedAmount: '0' } });
    expect(await books()).toMatchObject({ balances: [{ ticketed: '1000.00' }], tax: [{ tax: '56.60' }] });
    expect(await chains.reminders('paymentNotEnergy', advance)).toEqual([]);

    const [row] = await chains.rows(`select id::text from invoice_register where invoice_no = '${paper.invoiceNo}'`);
    const refer = (amount: string) => ({
      invoiceMode: '引用已登记发票',
      items: [item(amount)],
      offsets: [{ advance, offsetAmount: amount }],
      invoiceRefs: [{ refInvoice: String(row?.id), refUse: amount }],
    });
    const two = [await draft(refer('600.00')), await draft(refer('600.00'))];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect((await books()).uses).toEqual([{ kind: '付款', amount: '600.00' }]);
    const used = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    await chains.agree('paymentNotEnergy', MAKER, used, { 财务审核: { approvedAmount: '0' } });

    // A red one takes back no more than there is, and its tax.
    const red = (net: string, tax: string) => ({
      items: [item('10.00')],
      invoices: [invoice(net, tax, { isRed: true, blueInvoice: String(row?.id) })],
    });
    expect(await said(red('-1000.00', '-60.00'))).toEqual(['红字发票须为负数、关联蓝票且不超过蓝票可冲余额']);
    const reversed = await paid(await filed(red('-94.34', '-5.66')), '10.00');
    expect(await books()).toMatchObject({
      uses: [{ kind: '付款' }, { kind: '红冲', amount: '100.00' }],
      tax: [{ tax: '50.94' }],
    });
    for (const id of [reversed, used, ticket, advance]) await cancel(id);
    expect(await books()).toEqual(empty);
  });
});

describe('a refund to a customer', () => {
  it('takes from what the customer paid ahead, and no more', async () => {
    await chains.rows(`insert into b_customer_account (source_module, source_id, source_effect, project, contract, prepaid_in)
      values ('setup', 0, 'setup', '${PROJECT}', '${customer}', 800) on conflict (contract) where not voided do update set prepaid_in = 800`);
    const account = () =>
      chains.rows(
        `select coalesce(refund_pending, 0)::numeric(18,2)::text as pending, coalesce(refunded, 0)::numeric(18,2)::text as refunded from b_customer_account where contract = '${customer}'`,
      );
    const terms = {
      contract: customer,
      payCategory: '客户退款',
      payeeKind: '客户',
      supplier: null,
      budgetMode: '不占预算',
      items: [item('500.00')],
    };
    const empty = await books();
    const two = [await draft(terms), await draft(terms)];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(await account()).toMatchObject([{ pending: '500.00' }]);
    const id = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    await paid(id, '450.00');
    expect(await account()).toMatchObject([{ pending: '0.00', refunded: '450.00' }]);
    expect(
      await chains.rows(
        `select kind, amount::text from b_prepaid_ledger where source_module = 'paymentNotEnergy' and not voided`,
      ),
    ).toEqual([{ kind: '退款', amount: '-450.00' }]);
    expect((await books()).cost).toEqual(empty.cost);
    await cancel(id);
    expect(await account()).toMatchObject([{ pending: '0.00', refunded: '0.00' }]);
    expect(await books()).toEqual(empty);
  });
});

describe('a quota', () => {
  const open = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
    const [id = ''] = await inTx<readonly string[]>((tx) =>
      enter(
        tx,
        quotaAccount,
        [
          {
            accountName: `T-${Math.random()}`,
            year: Number(month().slice(0, 4)),
            quotaOwner: '个人',
            quotaKind: '市内交通费',
            ...more,
          } as never,
        ],
        SETUP,
      ),
    );
    return id;
  };
  const state = (id: string) =>
    chains.rows(`select coalesce(use_pending, 0)::numeric(18,2)::text as pending, coalesce(used_done, 0)::numeric(18,2)::text as used,
      coalesce(clear_pending, 0)::numeric(18,2)::text as clearing, coalesce(cleared, 0)::numeric(18,2)::text as cleared,
      coalesce(returned, 0)::numeric(18,2)::text as returned from b_quota_account where id = ${id}`);
  const values = (account: string, more: Readonly<Record<string, unknown>>) => ({
    project: null,
    quotaAction: '额度内报销',
    quotaOwner: '个人',
    quotaKind: '市内交通费',
    quotaAccount: account,
    quotaMonth: month(),
    receiveNo: '6222',
    items: [
      {
        person: chains.user(MAKER),
        useDate: chains.day(0),
        useItem: '其他',
        useRoute: '日常',
        useQuantity: '1.0',
        usePrice: '200.00',
      },
    ],
    tickets: [{ sellerTaxNo: '91310000A0001001XA', invoiceCode: null, invoiceNo: next(), ticketAmount: '200.00' }],
    ...more,
  });
  const claim = async (account: string, more: Readonly<Record<string, unknown>> = {}) => {
    const ticketFile = await chains.file(MAKER);
    const all = values(account, more);
    const tickets = all.tickets.map((row) => ({ ...row, ticketDate: chains.day(0), ticketFile }));
    return chains.walk('quotaReimburse').draft(MAKER, { ...all, tickets });
  };
  const sendClaim = (id: string) => chains.walk('quotaReimburse').submit(MAKER, id);

  it('is claimed within what is left, cut, paid and booked; a cancel leaves nothing', async () => {
    const account = await open({ employee: chains.user(MAKER), granted: '300.00', monthStandard: '250.00' });
    const empty = await books();
    const two = [await claim(account), await claim(account)];
    const answers = await Promise.all(two.map(sendClaim));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    const id = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    expect(await state(account)).toMatchObject([{ pending: '200.00' }]);
    await chains.agree('quotaReimburse', MAKER, id, {
      财务审核: { deductAmount: '20.00', deductReason: '无票', payrollMode: '银行转账' },
      出纳收付款: { payDate: chains.day(0), paidAmount: '180.00', bankSerial: `ED${next()}` },
    });
    expect(await state(account)).toMatchObject([{ pending: '0.00', used: '180.00' }]);
    expect(
      await chains.rows(
        `select account, amount::text from dept_cost where source_module = 'quotaReimburse' and source_id = ${id}`,
      ),
    ).toEqual([{ account: '车辆交通', amount: '180.00' }]);
    expect((await books()).bank).toEqual([{ net: (Number(empty.bank[0]?.net) + 180).toFixed(2) }]);
    await chains.cancel('quotaReimburse', id);
    expect(await state(account)).toMatchObject([{ pending: '0.00', used: '0.00' }]);
    expect(await books()).toEqual(empty);
    const theirs = await open({ employee: chains.user('operator'), granted: '300.00' });
    expect((await sendClaim(await claim(theirs))).errors).toEqual([
      { path: 'quotaAccount', message: '只能使用本人的额度' },
    ]);
  });

  it('of petty cash is cleared against a count, and what is left goes back', async () => {
    const account = await open({
      quotaOwner: '项目',
      quotaKind: '机房零星用品',
      project: PROJECT,
      keeper: chains.user(MAKER),
      granted: '1000.00',
      appropriated: '500.00',
    });
    const own = { quotaOwner: '项目', quotaKind: '机房零星用品', project: PROJECT, keeper: chains.user(MAKER) };
    const clearing = { ...own, quotaAction: '拨款内核销' };
    expect(
      (await sendClaim(await claim(account, { ...clearing, cashCount: '299.00' }))).errors.map((e) => e.message),
    ).toEqual(['备用金现金加票据与可用拨款不符，请盘点核对']);
    const id = await claim(account, { ...clearing, cashCount: '300.00' });
    expect((await sendClaim(id)).message).toBe('');
    await chains.agree('quotaReimburse', MAKER, id, { 财务审核: { deductAmount: '0', payrollMode: '核销备用金' } });
    expect(await state(account)).toMatchObject([{ cleared: '200.00' }]);
    const back = { ...own, quotaAction: '拨款退回', items: [], tickets: [], returnReason: '年末清零' };
    expect(
      (await sendClaim(await claim(account, { ...back, returnAmount: '300.01' }))).errors.map((e) => e.message),
    ).toEqual(['核销与退回合计不能大于已拨款']);
    const rest = await claim(account, { ...back, returnAmount: '300.00' });
    expect((await sendClaim(rest)).message).toBe('');
    await chains.agree('quotaReimburse', MAKER, rest, {
      财务审核: { deductAmount: '0', payrollMode: '收回备用金' },
      出纳收付款: { payDate: chains.day(0), paidAmount: '300.00', bankSerial: `ED${next()}` },
    });
    expect(await state(account)).toMatchObject([{ cleared: '200.00', returned: '300.00' }]);
    expect(
      await chains.rows(
        `select direction, amount::text from bank_journal where source_module = 'quotaReimburse' and source_id = ${rest}`,
      ),
    ).toEqual([{ direction: 'in', amount: '300.00' }]);
  });
});

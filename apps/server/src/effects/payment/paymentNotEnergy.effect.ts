/** 非能源付款: what a contract, a payable, an advance or a customer's money still allows is held at submit and spent when it is paid. */
import {
  buyerContract,
  customerAccount,
  invoiceUse,
  payBalance,
  prepaidLedger,
  supplierPayable,
} from '@hengneng/forms';
import type { paymentNotEnergy } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { payOut, reversePay } from '../books/bank.ts';
import {
  type BudgetKey,
  budgetHeld,
  holdAgain,
  postBudget,
  releaseBudget,
  spendBudget,
  spendHeldOf,
  type Taken,
  undoBudget,
} from '../books/budget.ts';
import {
  holdInvoices,
  invoiceLines,
  normalised,
  releaseInvoices,
  unuseInvoices,
  useInvoices,
} from '../books/invoices.ts';
import { minus, plus, positive, total, totalsBy } from '../books/money.ts';
import { registered } from '../books/pay-lookups.ts';
import { dayOf, monthOf, type Source } from '../books/source.ts';
import { splitAmount } from '../contractManage/instalments.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { holdRetention, retained, settleRetention } from './retention.ts';
import { afterPayment, openBalance, returnDeposit } from './payBalance.ts';

type Pay = Recorded<typeof paymentNotEnergy>;

const source = (record: Pay) => ({ module: 'paymentNotEnergy', id: record.id }) as const;
const budgetKey = (record: Pay): BudgetKey => ({
  ownerKind: 'project',
  ownerCode: record.project,
  month: record.payMonth,
  subject: record.budgetSubject,
});

/** What is paid out: what finance agreed to, nothing where all of it was offset. */
const approvedOf = (record: Pay): string =>
  positive(record.payTotal) ? (record.approvedAmount ?? record.payTotal ?? '0') : '0';
const cutOf = (record: Pay): string =>
  positive(record.payTotal) ? minus(record.payTotal ?? '0', approvedOf(record)) : '0';
/** What a payable is brought down by besides money: advances that were offset, deductions. */
const besides = (record: Pay): string => plus(record.offsetTotal ?? '0', record.deductTotal ?? '0');

/** A form about an earlier payment is about its payee. */
async function originOf({ find }: Pick<Writing, 'find'>, id: string | null, record: Pay, path: string) {
  const [balance] = id === null ? [] : await find(payBalance, { payment: id });
  if (balance === undefined) throw wrong(path, '该付款单没有预付、保证金余额或未到票金额');
  if (normalised(balance.payeeTaxNo) !== normalised(record.payeeTaxNo))
    throw wrong(path, `该付款单的收款方是${balance.payeeName ?? ''}，只能选同一收款方的`);
  return balance;
}

/** The contract that an earlier payment was made on. */
async function contractOfOrigin(tx: Tx, record: Pay): Promise<string | null> {
  const { rows } = await sql<{
    contract: string | null;
  }>`select pay_contract::text as contract from f_payment_not_energy where id = ${record.origin}`.execute(tx);
  return rows[0]?.contract ?? null;
}

async function holdContract({ find, addEntry, tx }: Writing, record: Pay): Promise<void> {
  const late = record.payNature === '补票登记';
  const id = late ? await contractOfOrigin(tx, record) : record.payContract;
  if (id === null) return;
  const [contract] = await find(buyerContract, { id });
  if (contract === undefined) throw wrong('payContract', '合同不存在或已作废，请重新选择');
  if (!late && contract.state !== '履行中') throw wrong('payContract', `合同${contract.state ?? ''}，不能再付款`);
  if (contract.payChannel !== '非能源付款') throw wrong('payContract', '该合同在工程付款申请中付款');
  if (contract.supplier !== null && record.supplier !== contract.supplier)
    throw wrong('payContract', '合同的供应商与收款供应商不一致');
  await addEntry(
    buyerContract,
    id,
    { reserved: record.payTotal ?? '0', ticketed: record.invoiceTotal ?? '0' },
    'payContract',
  );
}

/** The record that caused a payable, and whether it is paid by this form. */
async function payableSource({ find, tx }: Pick<Writing, 'find' | 'tx'>, record: Pay): Promise<Source> {
  const [payable] = await find(supplierPayable, { id: record.payable });
  if (payable === undefined) throw wrong('payable', '应付单不存在或已作废，请重新选择');
  if (payable.supplier !== null && payable.supplier !== record.supplier)
    throw wrong('payable', '应付单的供应商与收款供应商不一致');
  const of = { module: payable.sourceModule, id: payable.sourceId } as Source;
  if (of.module !== 'purchaseInvoice') return of;
  const { rows } = await sql`select 1 from f_purchase_invoice p join b_project_contract c on c.id = p.project_contract
    join b_buyer_contract b on b.contract_no = c.document and not b.voided and b.pay_channel = '非能源付款'
    where p.id = ${of.id}`.execute(tx);
  if (rows.length === 0) throw wrong('payable', '工程发票的应付在工程付款申请中付款');
  return of;
}

async function holdPayable(writing: Writing, record: Pay): Promise<void> {
  if (record.payable === null) return;
  const of = await payableSource(writing, record);
  await writing.addEntry(
    supplierPayable,
    record.payable,
    { payPending: plus(record.payTotal ?? '0', besides(record)) },
    'payable',
  );
  if (record.budgetMode !== '承接来源单占用') return;
  const held = await budgetHeld(writing.tx, of);
  if (Big(held).lt(record.payTotal ?? 0)) throw wrong('budgetMode', `来源单占用的预算只有${held}元，请改选本单占用`);
}

/** Registered invoices are used, and taken back by red ones, no further than they reach. */
async function holdUses({ tx, book }: Writing, record: Pay): Promise<void> {
  const uses = [
    ...record.invoiceRefs.map((row, index) => ({
      kind: '付款' as const,
      invoice: row.refInvoice,
      amount: row.refUse,
      path: `invoiceRefs[${index}].refUse`,
    })),
    ...record.invoices.flatMap((row, index) =>
      row.isRed === true && row.blueInvoice !== null
        ? [
            {
              kind: '红冲' as const,
              invoice: row.blueInvoice,
              amount: minus('0', row.invoiceAmount ?? '0'),
              path: `invoices[${index}].blueInvoice`,
            },
          ]
        : [],
    ),
  ];
  for (const use of uses) {
    const invoice = await registered(tx, use.invoice, source(record), true);
    if (invoice === undefined || invoice.state === 'released')
      throw wrong(use.path, '该发票未登记或已释放，请重新选择');
    if (normalised(invoice.sellerTaxNo) !== normalised(record.payeeTaxNo))
      throw wrong(use.path, '该发票的销方不是收款方');
    const mine = total(
      uses
        .filter((other) => other.invoice === use.invoice && (use.kind === '付款' || other.kind === '红冲'))
        .map((other) => other.amount),
    );
    const others = use.kind === '付款' ? plus(invoice.used, invoice.reversed) : invoice.reversed;
    if (Big(others).plus(mine).gt(invoice.amount))
      throw wrong(use.path, `该发票可${use.kind === '付款' ? '用' : '冲'}余额只有${minus(invoice.amount, others)}元`);
  }
  await book(
    invoiceUse,
    ...uses.map(({ kind, invoice, amount }) => ({
      kind,
      invoice,
      amount,
      project: record.project,
      document: record.serial ?? '',
    })),
  );
}

/** Months of the projects that bear the cost are open. */
async function demandOpenMonths(tx: Tx, record: Pay): Promise<void> {
  const { rows } = await sql<{ project: string }>`select project_code as project from project_month_lock
    where month = ${record.costMonth} and project_code = any(${record.items.map((row) => row.costProject)})`.execute(
    tx,
  );
  const locked = record.items.findIndex((row) => rows.some(({ project }) => project === row.costProject));
  if (locked >= 0) throw wrong(`items[${locked}].costProject`, '该项目的成本归属月已核算锁定，请改入次月');
}

const reserve = effect<Pay>(async (call) => {
  const { record, tx, addEntry, account } = call;
  await demandOpenMonths(tx, record);
  await holdContract(call, record);
  await holdPayable(call, record);
  await holdUses(call, record);
  for (const [index, row] of record.offsets.entries()) {
    const path = `offsets[${index}].advance`;
    const balance = await originOf(call, row.advance, record, path);
    if (balance.kind !== '预付款') throw wrong(path, '只能冲抵预付款');
    await addEntry(payBalance, balance.id, { claimPending: row.offsetAmount }, `offsets[${index}].offsetAmount`);
  }
  if (record.payNature === '预付退回') {
    const balance = await originOf(call, record.origin, record, 'origin');
    await addEntry(payBalance, balance.id, { returnPending: record.refundAmount ?? '0' }, 'refundAmount');
  }
  if (record.payNature === '补票登记') {
    const balance = await originOf(call, record.origin, record, 'origin');
    await addEntry(payBalance, balance.id, { ticketPending: record.invoiceTotal ?? '0' }, 'invoices');
  }
  if (record.payCategory === '客户退款') {
    const customer = await account(customerAccount, { project: record.project, contract: record.contract ?? '' });
    await addEntry(customerAccount, customer.id, { refundPending: record.payTotal ?? '0' }, 'customerPrepaid');
  }
  if (record.payNature === '质保金') await holdRetention(call, record);
});

const cut = effect<Pay>(async ({ record, addEntry, account }) => {
  const less = minus('0', cutOf(record));
  if (record.payContract !== null) await addEntry(buyerContract, record.payContract, { reserved: less });
  if (record.payable !== null) await addEntry(supplierPayable, record.payable, { payPending: less });
  if (record.payCategory !== '客户退款') return;
  const customer = await account(customerAccount, { project: record.project, contract: record.contract ?? '' });
  await addEntry(customerAccount, customer.id, { refundPending: less });
});

/** The budget that the original payment used gets back what its payee paid back. */
async function giveBackToOrigin(tx: Tx, record: Pay): Promise<void> {
  const { rows } = await sql<{ project: string; month: string; subject: string; mode: string }>`
    select project, pay_month as month, budget_subject as subject, budget_mode as mode
    from f_payment_not_energy where id = ${record.origin}`.execute(tx);
  const origin = rows[0];
  if (!origin) throw refused('原付款单不存在');
  if (origin.mode !== '本单占用') return;
  const { project: ownerCode, month, subject } = origin;
  const used = minus('0', record.refundAmount ?? '0');
  await postBudget(
    tx,
    { ownerKind: 'project', ownerCode, month, subject },
    { used },
    source(record),
    '预付退回冲减已用',
  );
}

/** What a payment costs its projects: what was agreed to, without advances, deposits, customers' money and what is booked already. */
async function costOf({ tx }: Pick<Writing, 'tx'>, record: Pay): Promise<string> {
  if (['预付款', '保证金支付', '预付退回', '补票登记'].includes(record.payNature)) return '0';
  if (record.payCategory === '客户退款') return '0';
  if (await retained(tx, source(record))) return '0';
  if (record.payable !== null) {
    const { rows } = await sql<{
      booked: boolean;
    }>`select coalesce(cost_booked, false) as booked from b_supplier_payable where id = ${record.payable}`.execute(tx);
    if (rows[0]?.booked) return '0';
  }
  const owed = minus(minus(record.itemTotal ?? '0', record.deductTotal ?? '0'), cutOf(record));
  return minus(owed, record.deductTaxTotal ?? '0');
}

export const paymentNotEnergyEffects: EffectsOf<'paymentNotEnergy', Pay> = {
  'paymentNotEnergy.reserve': {
    async apply(tx, call) {
      const { record } = call;
      await reserve.apply(tx, call);
      if (record.budgetMode === '本单占用' && positive(record.payTotal))
        await postBudget(tx, budgetKey(record), { reserved: record.payTotal ?? '0' }, source(record), '非能源付款占用');
      await holdInvoices(tx, invoiceLines(record.invoices), source(record));
    },
    async reverse(tx, call) {
      await releaseBudget(tx, source(call.record), '释放占用');
      await releaseInvoices(tx, source(call.record));
      await reserve.reverse(tx, call);
    },
  },
  'paymentNotEnergy.cut': {
    async apply(tx, call) {
      const { record } = call;
      const less = cutOf(record);
      if (!positive(less)) return;
      await cut.apply(tx, call);
      if (record.budgetMode !== '本单占用') return;
      await postBudget(tx, budgetKey(record), { reserved: minus('0', less) }, source(record), '财务核减');
      call.log({ budget: less });
    },
    async reverse(tx, call) {
      const { budget } = call.logged;
      if (budget) await postBudget(tx, budgetKey(call.record), { reserved: budget }, source(call.record), '恢复核减');
      await cut.reverse(tx, call);
    },
  },
  'paymentNotEnergy.pay': {
    async apply(tx, { record, log }) {
      const refund = record.payNature === '预付退回';
      await spendBudget(tx, source(record), '非能源付款');
      if (record.budgetMode === '承接来源单占用') {
        const of = await sourceOfPayable(tx, record);
        log({ taken: JSON.stringify(await spendHeldOf(tx, of, source(record), approvedOf(record), '付款核销占用')) });
      }
      await payOut(tx, {
        serial: record.bankSerial,
        account: record.payAccount,
        direction: refund ? 'in' : 'out',
        amount: record.paidAmount,
        day: record.payDate,
        counterparty: record.payeeName,
        source: source(record),
      });
      if (refund) await giveBackToOrigin(tx, record);
    },
    async reverse(tx, { record, logged }) {
      await reversePay(tx, source(record));
      await undoBudget(tx, source(record), '付款作废');
      if (logged.taken)
        await holdAgain(
          tx,
          await sourceOfPayable(tx, record),
          JSON.parse(logged.taken) as readonly Taken[],
          '付款作废',
        );
    },
  },
  'paymentNotEnergy.advance': effect((call) => openBalance(call, call.record)),
  'paymentNotEnergy.settle': effect(async (call) => {
    const { record, find, addEntry, setEntry, account, book, tx, now } = call;
    const paid = approvedOf(record);
    if (record.payContract !== null && record.payNature !== '补票登记')
      await addEntry(buyerContract, record.payContract, { reserved: minus('0', paid), paid });
    if (record.payable !== null) {
      const done = plus(paid, record.offsetTotal ?? '0');
      await addEntry(supplierPayable, record.payable, {
        payPending: minus('0', plus(paid, besides(record))),
        paid: done,
        amount: minus('0', record.deductTotal ?? '0'),
      });
      const [payable] = await find(supplierPayable, { id: record.payable });
      if (payable && Big(payable.paid ?? 0).eq(payable.amount ?? 0))
        await setEntry(supplierPayable, payable.id, { state: '已付清' });
    }
    for (const row of record.offsets) {
      const balance = await originOf(call, row.advance, record, 'offsets');
      await addEntry(payBalance, balance.id, { claimPending: minus('0', row.offsetAmount), claimed: row.offsetAmount });
    }
    if (record.payNature === '预付退回') {
      await returnDeposit(call, await originOf(call, record.origin, record, 'origin'), record);
      const contract = await contractOfOrigin(tx, record);
      if (contract !== null) await addEntry(buyerContract, contract, { paid: minus('0', record.refundAmount ?? '0') });
    }
    if (record.payNature === '补票登记')
      await afterPayment(call, await originOf(call, record.origin, record, 'origin'), record);
    if (record.payCategory !== '客户退款' || !positive(paid)) return;
    const { project, contract } = record;
    const customer = await account(customerAccount, { project, contract: contract ?? '' });
    await addEntry(customerAccount, customer.id, { refundPending: minus('0', paid), refunded: paid });
    await book(prepaidLedger, {
      project,
      contract: contract ?? '',
      customerName: record.payeeName,
      kind: '退款',
      happenedOn: record.payDate ?? dayOf(now),
      amount: minus('0', paid),
      sourceNo: record.serial ?? '',
    });
  }),
  'paymentNotEnergy.retention': effect((call) =>
    settleRetention(call, call.record, approvedOf(call.record), source(call.record)),
  ),
  'paymentNotEnergy.invoices': {
    apply: (tx, { record, now }) => useInvoices(tx, source(record), monthOf(now)),
    reverse: (tx, { record, now }) => unuseInvoices(tx, source(record), monthOf(now)),
  },
  'paymentNotEnergy.cost': effect(async (call) => {
    const { record, projectCost } = call;
    const cost = await costOf(call, record);
    if (!positive(cost)) return;
    const byProject = [
      ...totalsBy(
        record.items,
        (row) => row.costProject,
        (row) => row.itemAmount,
      ),
    ];
    const shares = splitAmount(
      cost,
      byProject.map(([, amount]) => Big(amount)),
    );
    for (const [at, [project]] of byProject.entries())
      await projectCost(project, record.costMonth, { account: record.budgetSubject, amount: shares[at] ?? '0' });
  }),
  'paymentNotEnergy.tickets': effect(async ({ record, services }) => {
    const open = minus(approvedOf(record), record.invoiceTotal ?? '0');
    if (record.invoiceMode !== '先款后票' || record.ticketDeadline === null || !positive(open)) return;
    await services.remind({
      on: record.ticketDeadline,
      everyDays: 7,
      to: [record.applicant],
      role: 'purchaser',
      title: `请向${record.payeeName}补要发票，${record.serial ?? ''}未到票${open}元`,
    });
  }),
};

async function sourceOfPayable(tx: Tx, record: Pay): Promise<Source> {
  const { rows } = await sql<Source>`select source_module as module, source_id::text as id
    from b_supplier_payable where id = ${record.payable}`.execute(tx);
  return rows[0] ?? Promise.reject(refused('应付单不存在'));
}

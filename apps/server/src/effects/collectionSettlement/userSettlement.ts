/** 用户结算: what a settlement holds while it is under way, and the receivable that it becomes. */
import {
  customerAccount,
  invoiceSettlement,
  outputInvoice,
  projectIncome,
  receivableLedger,
  receivableLine,
  settlementBasis,
  type userSettlement,
} from '@hengneng/forms';
import { standing } from '../../engine/books/entries.ts';
import type { Effect, EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { least, minus, positive, total } from '../books/money.ts';
import { holdReliefs, settleReliefs } from '../books/reliefs.ts';
import { overlappingSettlements } from '../books/receivable-lookups.ts';
import { dayOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { firstOf, managersOf, whoAgreed } from '../kit/people.ts';
import { demandOpen, payAhead, pointed } from './ledger.ts';

type Settlement = Recorded<typeof userSettlement>;

/** Fees and adjustments that only pass through our hands. */
const PASSED_THROUGH: readonly string[] = ['电费代收', '水费代收', '代缴费用', '政府补贴转付'];
const AGENCY = '代收代付';

interface Line {
  readonly name: string;
  readonly basis: string | null;
  readonly amount: string;
  readonly net: string;
  readonly tax: string;
  readonly taxRate: string;
}

/** Lines and adjustments alike. */
const linesOf = (record: Settlement): readonly Line[] => [
  ...record.lines.map((row) => ({
    name: row.feeItem,
    basis: row.basis,
    amount: row.lineAmount ?? '0',
    net: row.lineNet ?? '0',
    tax: row.lineTax ?? '0',
    taxRate: row.taxRate,
  })),
  ...record.adjusts.map((row) => ({
    name: row.adjustKind,
    basis: null,
    amount: row.adjustAmount,
    net: row.adjustNet ?? '0',
    tax: row.adjustTax ?? '0',
    taxRate: row.adjustTaxRate,
  })),
];

const subjectOf = (record: Settlement, line: Line): string =>
  PASSED_THROUGH.includes(line.name) ? AGENCY : (record.incomeSubject ?? '');

/** Two settlements of one contract and period that are sent off at once find each other here. */
async function demandNoOverlap(w: Writing, record: Settlement): Promise<void> {
  await w.account(customerAccount, { project: record.project, contract: record.contract });
  const regular = !['差额补结', '年度清算', '终止清算'].includes(record.settleKind);
  const { contract, periodStart: from, periodEnd: to } = record;
  if (regular && (await overlappingSettlements(w.tx, { contract, from, to, except: record.id })) > 0)
    throw invalid([{ path: 'periodStart', message: '该合同此期间已有结算单，不能重复结算' }]);
}

async function holdBasis(w: Writing, record: Settlement): Promise<void> {
  for (const [index, row] of record.lines.entries()) {
    const path = `lines[${index}].basis`;
    const basis = await pointed(w, settlementBasis, row.basis, path);
    if (basis.contract !== null && basis.contract !== record.contract)
      throw invalid([{ path, message: '依据单不属于本合同，请重新选择' }]);
    await w.addEntry(settlementBasis, basis.id, { settling: 1 }, path);
    if (basis.receivable === null) continue;
    // What is billed here is no longer collected on its own.
    const carried = await pointed(w, receivableLedger, basis.receivable, path);
    if (carried.state === '已并入结算') continue;
    demandOpen(carried, path);
    if (positive(carried.written) || positive(carried.writePending))
      throw invalid([{ path, message: '该应收单已有核销，不能再并入结算' }]);
    const left = minus(carried.amount ?? '0', carried.cancelled ?? '0');
    await w.addEntry(receivableLedger, carried.id, { cancelPending: left }, path);
  }
}

/** Matches invoices that were issued ahead, the oldest first. */
async function holdInvoices(w: Writing, record: Settlement): Promise<void> {
  let left = record.preOpened ?? '0';
  const months = [record.periodStart.slice(0, 7), record.periodEnd.slice(0, 7)] as const;
  const invoices = await w.find(outputInvoice, {
    contract: record.contract,
    colour: '蓝字',
    state: '正常',
    advance: true,
  });
  for (const invoice of invoices) {
    const [from, to] = [invoice.feeFrom ?? invoice.issueMonth, invoice.feeTo ?? invoice.issueMonth];
    if ((to ?? '') < months[0] || (from ?? '') > months[1]) continue;
    const taken = total([invoice.redPending, invoice.redDone, invoice.matchPending, invoice.matched]);
    const amount = least(left, minus(invoice.amount ?? '0', taken));
    if (!positive(amount)) continue;
    left = minus(left, amount);
    await w.addEntry(outputInvoice, invoice.id, { matchPending: amount }, 'preOpened');
    await w.book(invoiceSettlement, {
      invoice: invoice.id,
      settlement: record.id,
      project: record.project,
      amount,
      kind: '预开匹配',
      state: '在途',
    });
  }
}

/** The last day of the period that follows, by how often the contract is settled; null where none does. */
export function nextSettleDate(kind: string, periodEnd: string): string | null {
  const months: Readonly<Record<string, number>> = {
    月度结算: 1,
    季度结算: 3,
    制冷季结算: 12,
    采暖季结算: 12,
    年度清算: 12,
  };
  const by = months[kind];
  if (by === undefined) return null;
  const [year = 0, month = 1, day = 1] = periodEnd.split('-').map(Number);
  const last = (index: number): number => new Date(Date.UTC(year, index, 0)).getUTCDate();
  // The end of a month is followed by the end of a month.
  const next = day === last(month) ? last(month + by) : Math.min(day, last(month + by));
  return new Date(Date.UTC(year, month - 1 + by, next)).toISOString().slice(0, 10);
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const billing = effect<Settlement>(async ({ record, now, ...w }) => {
  const { project, contract, customerName } = record;
  const amount = record.settleTotal ?? '0';
  if (!positive(amount)) {
    // A correction in the customer's favour is money of theirs: what is open stays as it was billed.
    if (positive(minus('0', amount)))
      await payAhead(w, {
        project,
        contract,
        customerName,
        kind: '差额补结转入',
        amount: minus('0', amount),
        day: dayOf(now),
        sourceNo: record.serial ?? '',
      });
    return;
  }
  const receivableNo = record.serial ?? '';
  const [receivable = ''] = await w.book(receivableLedger, {
    receivableNo,
    sourceKind: '用户结算',
    project,
    contract,
    customerName,
    settlement: record.id,
    periodStart: record.periodStart,
    periodEnd: record.periodEnd,
    bookMonth: record.settleMonth,
    dueDate: record.dueDate,
    amount,
    disputeAmount: record.disputeAmount,
    state: '未收清',
  });
  await w.book(
    receivableLine,
    ...linesOf(record).map((line) => ({
      receivable,
      project,
      receivableNo,
      lineName: line.name,
      basis: line.basis,
      subject: subjectOf(record, line),
      amount: line.amount,
      taxRate: line.taxRate,
    })),
  );
});

/** What the customer has paid, or was invoiced for, is not made undone: it is cancelled with what hangs on it. */
const receivableEffect: Effect<Settlement> = {
  apply: billing.apply,
  async reverse(tx, call) {
    const [receivable] = await standing(tx, receivableLedger, { settlement: call.record.id });
    const touched = receivable
      ? [
          receivable.written,
          receivable.writePending,
          receivable.invoiced,
          receivable.invoicePending,
          receivable.cancelled,
          receivable.cancelPending,
        ]
      : [];
    // Invoices that were issued ahead are matched by this record itself, and come free again.
    if (touched.some((amount) => positive(amount)))
      throw refused('该结算已有核销、开票或取消结算，不能作废，请走取消结算');
    await billing.reverse(tx, call);
  },
};

export const userSettlementEffects: EffectsOf<'userSettlement', Settlement> = {
  'userSettlement.hold': effect(async ({ record, ...w }) => {
    await demandNoOverlap(w, record);
    await holdBasis(w, record);
    if (positive(record.preOpened)) await holdInvoices(w, record);
    await holdReliefs(w, record);
  }),
  'userSettlement.receivable': receivableEffect,
  'userSettlement.reliefs': effect(({ record, ...w }) => settleReliefs(w, record.id)),
  'userSettlement.settleBasis': effect(async ({ record, ...w }) => {
    for (const [index, row] of record.lines.entries()) {
      const basis = await pointed(w, settlementBasis, row.basis, `lines[${index}].basis`);
      await w.addEntry(settlementBasis, basis.id, { settling: -1, settled: 1 });
      await w.setEntry(settlementBasis, basis.id, { state: '已结算' });
      if (basis.receivable === null) continue;
      const carried = await pointed(w, receivableLedger, basis.receivable, `lines[${index}].basis`);
      if (carried.state === '已并入结算') continue;
      const held = carried.cancelPending ?? '0';
      await w.addEntry(receivableLedger, carried.id, { cancelPending: minus('0', held), cancelled: held });
      await w.setEntry(receivableLedger, carried.id, { state: '已并入结算' });
    }
  }),
  'userSettlement.income': effect(async ({ record, book }) => {
    if (record.incomeSubject === AGENCY) return;
    const own = linesOf(record).filter((line) => !PASSED_THROUGH.includes(line.name));
    const amount = total(own.map((line) => line.net));
    if (Number(amount) !== 0)
      await book(projectIncome, {
        project: record.project,
        contract: record.contract,
        month: record.settleMonth,
        subject: record.incomeSubject ?? '',
        settlement: record.id,
        amount,
        tax: total(own.map((line) => line.tax)),
        sourceNo: record.serial ?? '',
      });
  }),
  'userSettlement.matchInvoices': effect(async ({ record, find, setEntry, addEntry }) => {
    const [receivable] = await find(receivableLedger, { settlement: record.id });
    if (!receivable) return;
    for (const link of await find(invoiceSettlement, { settlement: record.id, state: '在途' })) {
      const amount = link.amount ?? '0';
      await setEntry(invoiceSettlement, link.id, { receivable: receivable.id, state: '已对应' });
      await addEntry(outputInvoice, link.invoice ?? '', { matchPending: minus('0', amount), matched: amount });
      await setEntry(outputInvoice, link.invoice ?? '', { settlement: record.id });
      await addEntry(receivableLedger, receivable.id, { invoiced: amount });
    }
  }),
  'userSettlement.draftOffset': effect(async ({ record, tx, now, services }) => {
    const prepaidUse = least(record.prepaidBalance ?? '0', record.settleTotal ?? '0');
    if (!positive(prepaidUse)) return;
    const finance =
      (await whoAgreed(tx, { module: 'userSettlement', id: record.id }, '财务审核')) ?? (await firstOf(tx, 'finance'));
    if (finance === null) return;
    await services.draft({
      module: 'paymentReceived',
      applicant: finance,
      title: `${record.customerName}有预收余额，请办理冲抵结算单${record.serial}`,
      values: {
        project: record.project,
        contract: record.contract,
        receiptKind: '预收冲抵',
        receiptDate: dayOf(now),
        payerName: record.customerName,
        prepaidUse,
        claimer: (await managersOf(tx, record.project)).project,
      },
    });
  }),
  'userSettlement.remindPayment': effect(async ({ record, tx, set, services }) => {
    const next = nextSettleDate(record.settleKind, record.periodEnd);
    if (next !== null) await set('contract', record.contract, { next_settle_date: next });
    if (!positive(record.settleTotal)) return;
    const { all: to } = await managersOf(tx, record.project);
    const words = `${record.customerName}结算单${record.serial}应收${record.settleTotal}元`;
    await services.remind({
      on: record.dueDate,
      daysBefore: 5,
      to,
      title: `${words}，${record.dueDate}到期，请跟进付款`,
    });
    await services.remind({
      on: dayAfter(record.dueDate),
      everyDays: 7,
      to,
      title: `${words}已逾期（约定${record.dueDate}付款），请催收`,
    });
  }),
};

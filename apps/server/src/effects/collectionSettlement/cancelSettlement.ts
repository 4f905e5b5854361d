/** 取消结算: takes receivables back in whole or in part, and what hangs on them: income, money that came in, invoices, the basis. */
import {
  assessmentItem,
  type cancelSettlement,
  invoiceSettlement,
  outputInvoice,
  outputInvoiceLine,
  projectIncome,
  receivableLedger,
  receivableLine,
  writeOff,
} from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { Effect, EffectCall, EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { least, minus, plus, positive, total } from '../books/money.ts';
import { RELIEF, releaseReliefs } from '../books/reliefs.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { managersOf, whoAgreed } from '../kit/people.ts';
import {
  demandOpen,
  type Invoice,
  giveBack,
  pointed,
  refreshState,
  releaseBasis,
  takeBackWriteOffs,
} from './ledger.ts';

type Cancel = Recorded<typeof cancelSettlement>;

/** A line is cancelled towards nothing, whichever side of it the amount is on, and never past. */
const past = (amount: string, cancelled: string): boolean =>
  Number(amount) >= 0
    ? Number(cancelled) < 0 || Number(cancelled) > Number(amount)
    : Number(cancelled) > 0 || Number(cancelled) < Number(amount);

async function holdLines(w: Writing, record: Cancel): Promise<void> {
  for (const [index, row] of record.lines.entries()) {
    const path = `lines[${index}].lineCancel`;
    const line = await pointed(w, receivableLine, row.line, path);
    if (line.receivable !== record.receivable)
      throw invalid([{ path: `lines[${index}].line`, message: '该明细不属于所选应收单，请重新选择' }]);
    const after = plus(plus(line.cancelPending ?? '0', line.cancelled ?? '0'), row.lineCancel);
    if (past(line.amount ?? '0', after)) throw invalid([{ path, message: '有明细行取消金额超过原行余额' }]);
    await w.addEntry(receivableLine, line.id, { cancelPending: row.lineCancel });
  }
}

/** Invoices that bill the receivable with what each has to be reversed by, the newest first. */
async function invoicesToReverse(
  w: Writing,
  record: Cancel,
): Promise<readonly { readonly invoice: Invoice; readonly amount: string }[]> {
  let left = record.overInvoiced ?? '0';
  const all: { invoice: Invoice; amount: string }[] = [];
  const links = await w.find(invoiceSettlement, { receivable: record.receivable, state: '已对应' });
  for (const id of new Set(links.toReversed().map((link) => link.invoice))) {
    const [invoice] = id === null ? [] : await w.find(outputInvoice, { id, colour: '蓝字', state: '正常' });
    if (!invoice) continue;
    const open = minus(invoice.amount ?? '0', plus(invoice.redDone ?? '0', invoice.redPending ?? '0'));
    const amount = least(left, open);
    if (!positive(amount)) continue;
    left = minus(left, amount);
    all.push({ invoice, amount });
  }
  return all;
}

/** The lines of an invoice with what each is reversed by, in their order. */
async function linesToReverse(w: Writing, invoice: Invoice, amount: string) {
  let left = amount;
  const rows: { line: string; redAmount: string }[] = [];
  for (const line of await w.find(outputInvoiceLine, { invoice: invoice.id })) {
    const redAmount = least(left, minus(line.amount ?? '0', plus(line.redDone ?? '0', line.redPending ?? '0')));
    if (!positive(redAmount)) continue;
    left = minus(left, redAmount);
    rows.push({ line: line.id, redAmount });
  }
  return rows;
}

async function draftReversals(call: EffectCall<Cancel> & Writing): Promise<void> {
  const { record, services, ...w } = call;
  if (record.invoiceHandle !== '发票冲红' && record.invoiceHandle !== '当月纸质票作废') return;
  for (const { invoice, amount } of await invoicesToReverse(w, record)) {
    const common = { project: record.project, contract: invoice.contract, original: invoice.id };
    if (record.invoiceHandle === '发票冲红')
      await services.draft({
        module: 'invoiceHedging',
        applicant: record.applicant,
        title: `取消结算${record.serial}：请冲红发票${invoice.invoiceNo}（${amount}元）`,
        values: {
          ...common,
          linkedCancel: record.id,
          redReason: '取消结算',
          redScope: amount === invoice.amount ? '全额红冲' : '部分红冲',
          receivedHandle: '无已收款',
          causeNote: record.cancelNote,
          redLines: await linesToReverse(w, invoice, amount),
        },
      });
    else
      await services.draft({
        module: 'invoiceCancel',
        applicant: record.applicant,
        title: `取消结算${record.serial}：请作废发票${invoice.invoiceNo}`,
        values: { ...common, cancelReason: '取消结算', reopenPlan: '不再开票' },
      });
  }
}

/** Reversals of invoices that this record asked for and that are under way or done. */
async function demandNoReversal(tx: Tx, record: Cancel): Promise<void> {
  const { rows } = await sql<{ serial: string }>`
    select h.serial from f_invoice_hedging h where h.linked_cancel = ${record.id} and h.status in ('running', 'returned', 'approved')
    union all
    select c.serial from f_invoice_cancel c join follow_up u on u.target_module = 'invoiceCancel' and u.target_id = c.id
    where u.source_module = 'cancelSettlement' and u.source_id = ${record.id} and c.status in ('running', 'returned', 'approved')`.execute(
    tx,
  );
  if (rows[0]) throw refused(`发票冲红或作废单${rows[0].serial}已提交，不能作废取消结算，请先处理该单`);
}

const drafting = effect(draftReversals);
const invoices: Effect<Cancel> = {
  apply: drafting.apply,
  async reverse(tx, call) {
    await demandNoReversal(tx, call.record);
    await drafting.reverse(tx, call);
  },
};

/** Whose fault it was, as a person; null where nobody's. */
async function atFault(tx: Tx, record: Cancel): Promise<string | null> {
  const of = record.settlement === null ? null : { module: 'userSettlement', id: record.settlement };
  switch (record.errorDuty) {
    case '项目抄表':
      return (await managersOf(tx, record.project)).project;
    case '数据录入':
    case '结算编制': {
      if (of === null) return null;
      const { rows } = await sql<{
        applicant: string;
      }>`select applicant::text from f_user_settlement where id = ${of.id}`.execute(tx);
      return rows[0]?.applicant ?? null;
    }
    case '财务审核':
      return of === null ? null : whoAgreed(tx, of, '财务审核');
    default:
      return null;
  }
}

export const cancelSettlementEffects: EffectsOf<'cancelSettlement', Cancel> = {
  'cancelSettlement.hold': effect(async ({ record, ...w }) => {
    const receivable = await pointed(w, receivableLedger, record.receivable, 'receivable');
    demandOpen(receivable, 'receivable');
    if (positive(receivable.invoicePending))
      throw invalid([{ path: 'receivable', message: '该应收单有预开票在途，请等开票办结或退回后再取消' }]);
    await holdLines(w, record);
    await w.addEntry(receivableLedger, receivable.id, { cancelPending: record.cancelTotal }, 'lines');
  }),
  'cancelSettlement.received': effect(async ({ record, now, services, ...w }) => {
    const amount = record.overReceived ?? '0';
    if (!positive(amount)) return;
    const receivable = await pointed(w, receivableLedger, record.receivable, 'receivable');
    const rows = await w.find(writeOff, { receivable: receivable.id, state: '已核销' });
    const sourceNo = record.serial ?? '';
    await takeBackWriteOffs(w, rows, amount, dayOf(now), `取消结算${sourceNo}`);
    const { project, contract, customerName } = receivable;
    if (contract === null) throw refused('该应收单没有合同，已收款无法转入客户预收');
    await giveBack(
      { ...w, services },
      { project: project ?? record.project, contract, customerName, amount, day: dayOf(now), sourceNo },
      { by: '取消结算', applicant: record.applicant, refund: record.receivedHandle === '退回客户' },
    );
  }),
  'cancelSettlement.receivable': effect(async ({ record, ...w }) => {
    const amount = record.cancelTotal ?? '0';
    for (const row of record.lines)
      await w.addEntry(receivableLine, row.line, {
        cancelPending: minus('0', row.lineCancel),
        cancelled: row.lineCancel,
      });
    await w.addEntry(receivableLedger, record.receivable, { cancelPending: minus('0', amount), cancelled: amount });
    await refreshState(w, record.receivable);
  }),
  'cancelSettlement.income': effect(async ({ record, find, book }) => {
    const bySubject = new Map<string, { net: string; tax: string }>();
    for (const row of record.lines) {
      const [line] = await find(receivableLine, { id: row.line });
      const subject = line?.subject ?? '';
      if (subject === '' || subject === '代收代付') continue;
      const sums = bySubject.get(subject) ?? { net: '0', tax: '0' };
      bySubject.set(subject, { net: total([sums.net, row.cancelNet]), tax: total([sums.tax, row.cancelTax]) });
    }
    for (const [subject, { net, tax }] of bySubject)
      await book(projectIncome, {
        project: record.project,
        contract: record.contract,
        month: record.cancelMonth,
        subject,
        settlement: record.settlement,
        amount: minus('0', net),
        tax: minus('0', tax),
        sourceNo: record.serial ?? '',
      });
  }),
  'cancelSettlement.invoices': invoices,
  'cancelSettlement.releaseBasis': effect(async ({ record, ...w }) => {
    if (record.settlement !== null)
      await releaseReliefs(
        w,
        record.settlement,
        total(record.lines.filter((row) => row.lineName === RELIEF).map((row) => minus('0', row.lineCancel))),
      );
    if (record.cancelScope === '全部取消不再结算') return;
    // Invoices come first: what they bill is not billed again while they stand.
    if (record.invoiceHandle === '发票冲红' && positive(record.overInvoiced)) return;
    for (const row of record.lines) if (row.lineBasis !== null) await releaseBasis(w, row.lineBasis);
  }),
  'cancelSettlement.duty': effect(async ({ record, tx, now, book }) => {
    const employee = await atFault(tx, record);
    if (employee !== null)
      await book(assessmentItem, {
        month: monthOf(now),
        employee,
        project: record.project,
        kind: '结算差错',
        content: `${record.cancelReason}（${record.errorDuty}）`,
        amount: record.cancelTotal,
        sourceNo: record.serial ?? '',
      });
  }),
};

/** What settlements, receipts and invoices do alike with receivables, write-offs and the customers' prepaid money. */
import {
  customerAccount,
  invoiceSettlement,
  outputInvoice,
  prepaidLedger,
  receivableLedger,
  settlementBasis,
  writeOff,
} from '@hengneng/forms';
import type { BookShape } from '@hengneng/form-kit';
import type { BookWhere, Entry } from '../../engine/books/entries.ts';
import type { FollowUps } from '../../engine/forms/effect.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { least, minus, positive } from '../books/money.ts';
import type { Writing } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';

export type Receivable = Entry<typeof receivableLedger>;
export type Invoice = Entry<typeof outputInvoice>;
type Written = Entry<typeof writeOff>;

/** An entry that a record points at; locked. @throws invalid at `path` where it no longer stands */
export async function pointed<T extends BookShape>(
  w: Writing,
  book: T,
  id: string | null,
  path: string,
): Promise<Entry<T>> {
  const [entry] = id === null ? [] : await w.find(book, { id } as BookWhere<T>);
  if (!entry) throw invalid([{ path, message: `${book.title}中已没有这一项，请重新选择` }]);
  return entry;
}

/** The receivable that a settlement became. @throws invalid at `path` where there is none */
export async function ofSettlement(w: Writing, settlement: string, path: string): Promise<Receivable> {
  const [receivable] = await w.find(receivableLedger, { settlement });
  if (!receivable) throw invalid([{ path, message: '该结算单没有应收余额，请重新选择' }]);
  return receivable;
}

/** Nothing else happens to a receivable while it is being cancelled, and none to one that is. @throws invalid at `path` */
export function demandOpen(receivable: Receivable, path: string): void {
  const message = positive(receivable.cancelPending)
    ? '该应收单正在取消结算，请等取消办结或退回'
    : receivable.state === '已取消' || receivable.state === '已并入结算'
      ? `该应收单${receivable.state}，请重新选择`
      : null;
  if (message !== null) throw invalid([{ path, message }]);
}

/** Brings the state of a receivable, and whether it is collected, to what its amounts say. */
export async function refreshState(w: Writing, id: string): Promise<void> {
  const [entry] = await w.find(receivableLedger, { id });
  if (!entry || entry.state === '已并入结算') return;
  const due = minus(entry.amount ?? '0', entry.cancelled ?? '0');
  const state = positive(minus(due, entry.written ?? '0')) ? '未收清' : positive(due) ? '已收清' : '已取消';
  if (state === entry.state) return;
  await w.setEntry(receivableLedger, id, { state });
  if (entry.settlement !== null)
    await ring(
      w,
      { module: 'userSettlement', id: entry.settlement, effect: 'userSettlement.remindPayment' },
      state === '未收清',
    );
}

/** What an invoice still has to bring in. */
export const unpaidOf = (invoice: Invoice): string =>
  minus(
    minus(minus(invoice.amount ?? '0', invoice.redDone ?? '0'), invoice.written ?? '0'),
    invoice.writePending ?? '0',
  );

/** Stops, or takes up again, asking for the money of a 预开票: as long as any of its invoices is open. */
export async function refreshPromise(w: Writing, preOpen: string): Promise<void> {
  const invoices = await w.find(outputInvoice, { preOpen, colour: '蓝字', state: '正常' });
  const open = invoices.some((invoice) =>
    positive(minus(minus(invoice.amount ?? '0', invoice.redDone ?? '0'), invoice.written ?? '0')),
  );
  await ring(w, { module: 'preOpen', id: preOpen, effect: 'preOpen.remindPayment' }, open);
}

interface Paid {
  readonly project: string;
  readonly contract: string;
  readonly customerName: string | null;
  readonly kind: '到账余款转入' | '核销转入' | '差额补结转入';
  readonly amount: string;
  readonly day: string;
  readonly sourceNo: string;
}

/** Adds to what a customer has paid ahead. */
export async function payAhead(w: Writing, paid: Paid): Promise<void> {
  const { project, contract, amount } = paid;
  const account = await w.account(customerAccount, { project, contract });
  await w.addEntry(customerAccount, account.id, { prepaidIn: amount });
  const { day, ...entry } = paid;
  await w.book(prepaidLedger, { ...entry, happenedOn: day });
}

interface GivenBack {
  /** The document behind it, by name; its number is the source number. */
  readonly by: '取消结算' | '发票冲红';
  readonly applicant: string;
  /** Paid out to the customer instead of being kept for what comes. */
  readonly refund: boolean;
}

/** What a customer has paid and does not owe any more counts as paid ahead; where it is to be refunded, the payment is drafted. */
export async function giveBack(
  w: Writing & { readonly services: FollowUps },
  paid: Omit<Paid, 'kind'>,
  { by, applicant, refund }: GivenBack,
): Promise<void> {
  await payAhead(w, { ...paid, kind: '核销转入' });
  if (!refund) return;
  const { project, contract, customerName, amount, sourceNo } = paid;
  await w.services.draft({
    module: 'paymentNotEnergy',
    applicant,
    title: `${by}${sourceNo}：请办理退回${customerName ?? '客户'}${amount}元`,
    values: {
      project,
      contract,
      payCategory: '客户退款',
      payNature: '一次性付款',
      payeeKind: '客户',
      payeeName: customerName,
      invoiceMode: '无需发票',
      budgetMode: '不占预算',
      payReason: `${by}${sourceNo}，退回已收款${amount}元`,
    },
  });
}

/** Takes write-offs back, the newest first, up to an amount: the receivables are open again by as much. @returns what was taken back */
export async function takeBackWriteOffs(
  w: Writing,
  rows: readonly Written[],
  amount: string,
  day: string,
  note: string,
): Promise<readonly { readonly row: Written; readonly amount: string }[]> {
  let left = amount;
  const taken: { row: Written; amount: string }[] = [];
  for (const row of rows.toReversed()) {
    const take = least(left, minus(row.amount ?? '0', row.reversed ?? '0'));
    if (row.state !== '已核销' || !positive(take)) continue;
    left = minus(left, take);
    taken.push({ row, amount: take });
    await w.addEntry(writeOff, row.id, { reversed: take });
    const { receivable, settlement, invoice, project, contract, dueDate } = row;
    if (receivable === null || project === null) continue;
    await w.book(writeOff, {
      receivable,
      settlement,
      invoice,
      project,
      contract,
      dueDate,
      writtenOn: day,
      byPrepaid: false,
      amount: `-${take}`,
      // Not to be taken back once more.
      reversed: `-${take}`,
      state: '已核销',
      note,
    });
    await w.addEntry(receivableLedger, receivable, { written: `-${take}` });
    if (invoice !== null) await w.addEntry(outputInvoice, invoice, { written: `-${take}` });
  }
  if (positive(left)) throw refused('需处理的已收款超过已核销金额，请核对');
  for (const id of new Set(taken.map(({ row }) => row.receivable))) if (id !== null) await refreshState(w, id);
  return taken;
}

/** Takes links of an invoice with receivables back, the newest first, up to an amount: as much may be invoiced again. @returns by receivable */
export async function unlinkInvoice(
  w: Writing,
  invoice: Invoice,
  amount: string,
  kind: '红冲' | '作废',
): Promise<readonly { readonly receivable: string; readonly amount: string }[]> {
  let left = amount;
  const taken: { receivable: string; amount: string }[] = [];
  for (const link of (await w.find(invoiceSettlement, { invoice: invoice.id, state: '已对应' })).toReversed()) {
    const take = least(left, minus(link.amount ?? '0', link.reversed ?? '0'));
    if (!positive(take) || link.receivable === null || link.project === null) continue;
    left = minus(left, take);
    taken.push({ receivable: link.receivable, amount: take });
    await w.addEntry(invoiceSettlement, link.id, { reversed: take });
    const { receivable, settlement, project } = link;
    const back = { receivable, settlement, project, kind, amount: `-${take}`, reversed: `-${take}` };
    await w.book(invoiceSettlement, { ...back, invoice: invoice.id, state: '已对应' });
    await w.addEntry(outputInvoice, invoice.id, { matched: `-${take}` });
    await w.addEntry(receivableLedger, link.receivable, { invoiced: `-${take}` });
  }
  return taken;
}

/** Gives a settlement's basis back, so that another settlement may refer to it. */
export async function releaseBasis(w: Writing, id: string): Promise<void> {
  const [basis] = await w.find(settlementBasis, { id });
  if (!basis || (basis.settled ?? 0) === 0) return;
  await w.addEntry(settlementBasis, id, { settled: -1 });
  await w.setEntry(settlementBasis, id, { state: '未结算' });
}

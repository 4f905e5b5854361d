/** What a payment leaves open for later forms: an advance to be claimed, a deposit to come back, an invoice to come. */
import { depositReceivable, payBalance } from '@hengneng/forms';
import type { paymentNotEnergy } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Entry } from '../../engine/books/entries.ts';
import type { FollowUps, Recorded } from '../../engine/forms/effect.ts';
import { least, minus, plus, positive } from '../books/money.ts';
import type { Writing } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';

type Pay = Recorded<typeof paymentNotEnergy>;
type Balance = Entry<typeof payBalance>;

const kindOf = (record: Pay): '预付款' | '保证金' | '先款后票' | null => {
  if (record.payNature === '预付款') return '预付款';
  if (record.payNature === '保证金支付') return '保证金';
  return record.invoiceMode === '先款后票' && record.payNature !== '补票登记' && record.payNature !== '预付退回'
    ? '先款后票'
    : null;
};

export async function openBalance(
  { book, services }: Pick<Writing, 'book'> & { readonly services: FollowUps },
  record: Pay,
): Promise<void> {
  const kind = kindOf(record);
  const paid = record.paidAmount ?? '0';
  if (kind === null || !positive(paid)) return;
  await book(payBalance, {
    payment: record.id,
    project: record.project,
    payeeName: record.payeeName,
    payeeTaxNo: record.payeeTaxNo,
    kind,
    paid,
    advance: kind === '先款后票' ? '0.00' : paid,
    ticketed: positive(record.invoiceTotal) ? least(record.invoiceTotal ?? '0', paid) : '0.00',
    ticketDeadline: record.ticketDeadline,
  });
  if (kind !== '保证金') return;
  await book(depositReceivable, {
    kind: record.payCategory === '投标保证金' || record.payCategory === '履约保证金' ? record.payCategory : '押金',
    project: record.project,
    counterpart: record.payeeName,
    contractNo: record.serial,
    amount: paid,
    dueOn: record.depositDue,
    returned: '0.00',
    keeper: record.applicant,
  });
  if (record.depositDue !== null)
    await services.remind({
      on: record.depositDue,
      everyDays: 30,
      to: [record.applicant],
      title: `付给${record.payeeName}的${record.payCategory}${paid}元（${record.serial ?? ''}）到期，请收回`,
    });
}

/** Money that came back: nobody is reminded of a deposit once all of it has. */
export async function returnDeposit(w: Writing, balance: Balance, record: Pay): Promise<void> {
  const amount = record.refundAmount ?? '0';
  await w.addEntry(payBalance, balance.id, { returnPending: minus('0', amount), returned: amount });
  if (balance.kind !== '保证金') return;
  const { rows } = await sql<{ id: string }>`select id::text from b_deposit_receivable
    where source_module = 'paymentNotEnergy' and source_id = ${record.origin} and not voided`.execute(w.tx);
  for (const { id } of rows) await w.addEntry(depositReceivable, id, { returned: amount });
  const left = minus(minus(balance.paid ?? '0', balance.returned ?? '0'), amount);
  if (!positive(left))
    await ring(w, { module: 'paymentNotEnergy', id: record.origin ?? '', effect: 'paymentNotEnergy.advance' }, false);
}

/** An invoice that came after the money. */
export async function afterPayment(w: Writing, balance: Balance, record: Pay): Promise<void> {
  const amount = record.invoiceTotal ?? '0';
  await w.addEntry(payBalance, balance.id, { ticketPending: minus('0', amount), ticketed: amount });
  const left = minus(balance.paid ?? '0', plus(balance.ticketed ?? '0', amount));
  if (!positive(left))
    await ring(w, { module: 'paymentNotEnergy', id: record.origin ?? '', effect: 'paymentNotEnergy.tickets' }, false);
}

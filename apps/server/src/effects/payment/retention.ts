/** 质保金 of what is bought: kept back when it is paid, paid itself once the warranty is over. */
import { retention } from '@hengneng/forms';
import type { paymentNotEnergy } from '@hengneng/forms';
import type { Entry } from '../../engine/books/entries.ts';
import type { FollowUps, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { ownHolds } from '../books/held.ts';
import { least, minus, positive, total } from '../books/money.ts';
import type { Source } from '../books/source.ts';
import type { Writing } from '../kit/effect.ts';

type Pay = Recorded<typeof paymentNotEnergy>;

/** What an entry still has to be paid and nobody is paying. */
const openOf = (row: Entry<typeof retention>): string =>
  minus(minus(row.amount ?? '0', row.paid ?? '0'), row.payPending ?? '0');

/**
 * Takes up what was kept back from earlier payments of a form's contract (and cost then), the oldest first; two forms cannot take up the same.
 * Where nothing was kept back, the payment is an ordinary one.
 * @throws invalid where less was
 */
export async function holdRetention(
  { find, addEntry }: Pick<Writing, 'find' | 'addEntry'>,
  record: Pay,
): Promise<void> {
  const kept = record.payContract === null ? [] : await find(retention, { buyerContract: record.payContract });
  if (kept.length === 0) return;
  const open = total(kept.map(openOf));
  let left = record.payTotal ?? '0';
  if (positive(minus(left, open))) throw invalid([{ path: 'items', message: `该合同扣留未付的质保金只有${open}元` }]);
  for (const row of kept) {
    const part = least(left, openOf(row));
    if (!positive(part)) continue;
    await addEntry(retention, row.id, { payPending: part }, 'items');
    left = minus(left, part);
  }
}

/** Whether a form pays what was kept back before. */
export const retained = async (tx: Tx, me: Source): Promise<boolean> =>
  (await ownHolds(tx, retention, 'payPending', me)).length > 0;

/** Brings down what was kept back of a contract of building works, whose own columns hold what is under way; the oldest first. */
export async function payRetention(
  { find, addEntry }: Pick<Writing, 'find' | 'addEntry'>,
  of: { readonly projectContract: string },
  paid: string,
): Promise<void> {
  let left = paid;
  for (const row of await find(retention, of)) {
    const part = least(left, minus(row.amount ?? '0', row.paid ?? '0'));
    if (!positive(part)) continue;
    await addEntry(retention, row.id, { paid: part });
    left = minus(left, part);
  }
}

/** Keeps back, and brings down what the form took up of what was kept back, the oldest first. */
export async function settleRetention(
  { tx, book, addEntry, services }: Pick<Writing, 'tx' | 'book' | 'addEntry'> & { readonly services: FollowUps },
  record: Pay,
  paid: string,
  me: Source,
): Promise<void> {
  if (positive(record.retentionAmount)) {
    await book(retention, {
      document: record.serial ?? '',
      project: record.project,
      supplier: record.supplier,
      payeeName: record.payeeName,
      buyerContract: record.payContract,
      amount: record.retentionAmount ?? '0',
      payPending: '0.00',
      paid: '0.00',
      dueOn: record.warrantyTo,
    });
    if (record.warrantyTo !== null)
      await services.remind({
        on: record.warrantyTo,
        everyDays: 30,
        to: [record.applicant],
        role: 'purchaser',
        title: `${record.payeeName}的质保金${record.retentionAmount ?? ''}元（${record.serial ?? ''}）质保期满，请核对后付款`,
      });
  }
  let left = paid;
  for (const { id, amount } of await ownHolds(tx, retention, 'payPending', me)) {
    const part = least(left, amount);
    await addEntry(retention, id, { payPending: minus('0', amount), paid: part });
    left = minus(left, part);
  }
}

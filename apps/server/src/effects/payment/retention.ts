/** 质保金 of what is bought: kept back when it is paid, paid itself once the warranty is over. */
import { retention } from '@hengneng/forms';
import type { paymentNotEnergy } from '@hengneng/forms';
import { invalid } from '../../platform/http/errors.ts';
import type { FollowUps, Recorded } from '../../engine/forms/effect.ts';
import { least, minus, positive, total } from '../books/money.ts';
import type { Writing } from '../kit/effect.ts';

type Pay = Recorded<typeof paymentNotEnergy>;

const kept = async ({ find }: Pick<Writing, 'find'>, record: Pay) =>
  record.payContract === null ? [] : find(retention, { buyerContract: record.payContract });

/**
 * Whether what a form pays was kept back from earlier payments of its contract (and cost then).
 * @throws invalid where only part of it was
 */
export async function retained(writing: Pick<Writing, 'find'>, record: Pay): Promise<boolean> {
  const held = total((await kept(writing, record)).map((row) => minus(row.amount ?? '0', row.paid ?? '0')));
  if (!positive(held)) return false;
  if (positive(minus(record.payTotal ?? '0', held)))
    throw invalid([{ path: 'items', message: `该合同扣留未付的质保金只有${held}元` }]);
  return true;
}

/** Brings down what was kept back of a contract, the oldest first. */
export async function payRetention(
  { find, addEntry }: Pick<Writing, 'find' | 'addEntry'>,
  of: { readonly buyerContract: string } | { readonly projectContract: string },
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

/** Keeps back, or brings down what was kept back, the oldest first. */
export async function settleRetention(
  writing: Pick<Writing, 'find' | 'book' | 'addEntry'> & { readonly services: FollowUps },
  record: Pay,
  paid: string,
): Promise<void> {
  const { book, services } = writing;
  if (positive(record.retentionAmount)) {
    await book(retention, {
      document: record.serial ?? '',
      project: record.project,
      supplier: record.supplier,
      payeeName: record.payeeName,
      buyerContract: record.payContract,
      amount: record.retentionAmount ?? '0',
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
  if (record.payNature === '质保金' && record.payContract !== null)
    await payRetention(writing, { buyerContract: record.payContract }, paid);
}

/** What records put down to people for the month's assessment. */
import { assessmentItem } from '@hengneng/forms';
import type { NewEntry } from '@hengneng/form-kit';
import { Big } from 'big.js';
import { positive } from '../books/money.ts';
import { splitAmount } from '../contractManage/instalments.ts';
import type { Writing } from './effect.ts';

type Item = NewEntry<typeof assessmentItem>;

/** Whether a promise was kept; unknown where none was given. */
export const timeliness = (finished: string | null, promised: string | null): '按期' | '逾期' | null =>
  finished === null || promised === null ? null : finished <= promised ? '按期' : '逾期';

/** Shares a deduction among people to the cent; without anyone it stays with the project or department that the item names. */
export async function deduct(
  { book }: Pick<Writing, 'book'>,
  item: Omit<Item, 'employee' | 'amount'>,
  people: readonly string[],
  amount: string | null,
): Promise<void> {
  if (amount === null || !positive(amount)) return;
  if (people.length === 0) {
    await book(assessmentItem, { ...item, amount });
    return;
  }
  const shares = splitAmount(
    amount,
    people.map(() => Big(1)),
  );
  await book(assessmentItem, ...people.map((employee, at) => ({ ...item, employee, amount: shares[at] ?? '0.00' })));
}

/** Ways of paying a sum, as they are typed: who types one amount leaves the rest to the other. */
import { fenOrNull, sumFen, yuanOf } from '../yuan.ts';

/** A way of paying as it is typed. */
export interface TenderLine {
  readonly key: string;
  readonly type: string;
  /** Null: whatever of the sum the others leave, as long as nobody typed it. */
  readonly amount: string | null;
  readonly refNo: string;
  readonly refDay: string | null;
}

export const CASH: readonly TenderLine[] = [{ key: 'cash', type: '现金', amount: null, refNo: '', refDay: null }];

/** With what those that nobody typed come to. */
export const withRest = (lines: readonly TenderLine[], due: bigint) => {
  const typed = sumFen(lines.map(({ amount }) => (amount === null ? 0n : (fenOrNull(amount) ?? 0n))));
  const rest = due > typed ? yuanOf(due - typed) : '';
  return lines.map((line) => ({ ...line, amount: line.amount ?? rest }));
};

/** A way that was chosen and says no amount: left out, its money would be missing without a word. */
export const blankOf = (lines: readonly TenderLine[]): string => {
  const blank = lines.length > 1 ? lines.find(({ amount }) => amount?.trim() === '') : undefined;
  return blank === undefined ? '' : `请填写${blank.type}金额，或去掉这种支付方式`;
};

/** Without the page's own key. */
export const sentTenders = (lines: readonly TenderLine[], due: bigint) =>
  withRest(lines, due)
    .filter(({ amount }) => amount.trim() !== '')
    .map(({ type, amount, refNo, refDay }) => ({
      type: type as '现金',
      amount: amount.trim().replace(/\.$/, ''),
      refNo,
      ...(refDay === null ? {} : { refDay }),
    }));

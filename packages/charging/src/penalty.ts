/** 违约金: simple interest on unpaid principal by the day, never on itself; rounded once a bill. */
import { Big } from 'big.js';
import { daysBetween, plusDays } from './cycle.ts';

export interface PenaltyTerms {
  /** First day that these hold. */
  readonly from: string;
  /** ‰ of the principal for a day. */
  readonly rate: string;
}

export interface Owed {
  /** Last day to pay without penalty; grace comes on top. */
  readonly dueDay: string;
  readonly graceDays: number;
  /** % of the principal that penalty never passes, with what was taken before. */
  readonly cap: string;
  /** Rates by the day they began, ascending; before the first none is charged. */
  readonly terms: readonly PenaltyTerms[];
  /** Principal in fen from the beginning, and how it fell: on that day so much less. Ascending by day. */
  readonly principal: bigint;
  readonly falls: readonly { readonly day: string; readonly amount: bigint }[];
  /** Penalty that was taken, and waived, already. */
  readonly taken: bigint;
}

export interface PenaltySegment {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** Fen. */
  readonly principal: string;
  readonly rate: string;
}

export interface Penalty {
  /** Fen, what is still to be taken. */
  readonly amount: bigint;
  readonly overdueDays: number;
  readonly segments: readonly PenaltySegment[];
}

const NONE = (overdueDays: number): Penalty => ({ amount: 0n, overdueDays, segments: [] });

/**
 * What a bill has run up by the end of a day: Σ principal × days × rate, from the day after due + grace. A day counts with the principal that it began with,
 * so that the day of payment still counts.
 * @param asOf YYYY-MM-DD, counted itself
 */
export function penaltyOf(owed: Owed, asOf: string): Penalty {
  const start = plusDays(owed.dueDay, owed.graceDays + 1);
  const end = plusDays(asOf, 1);
  const overdueDays = Math.max(0, daysBetween(start, end));
  if (overdueDays === 0) return NONE(0);
  // A day begins anew where the rate changes, or the day after the principal fell.
  const cuts = [...owed.terms.map(({ from }) => from), ...owed.falls.map(({ day }) => plusDays(day, 1))].filter(
    (day) => day > start && day < end,
  );
  const days = [...new Set([start, ...cuts, end])].toSorted();
  const segments: PenaltySegment[] = [];
  let sum = Big(0);
  for (const [index, from] of days.slice(0, -1).entries()) {
    const to = days[index + 1] ?? end;
    const rate = owed.terms.findLast((of) => of.from <= from)?.rate ?? '0';
    const fallen = owed.falls.reduce((total, of) => (of.day < from ? total + of.amount : total), 0n);
    const principal = owed.principal - fallen;
    if (principal <= 0n || Big(rate).eq(0)) continue;
    const count = daysBetween(from, to);
    sum = sum.plus(Big(principal.toString()).times(count).times(rate).div(1000));
    segments.push({ from, to, days: count, principal: principal.toString(), rate });
  }
  const cap = Big(owed.principal.toString()).times(owed.cap).div(100);
  const whole = (sum.gt(cap) ? cap : sum).round(0, Big.roundHalfUp).toFixed(0);
  const left = BigInt(whole) - owed.taken;
  return { amount: left > 0n ? left : 0n, overdueDays, segments };
}

/** What a sum of money does: which bills get how much, what is kept for later, what is handed back. Pure. */
import { settle, type OpenBill, type Settled } from '@hengneng/charging';
import { invalid } from '../../../platform/http/errors.ts';
import { yuanOf } from '../yuan.ts';

export interface Tendered {
  readonly type: string;
  readonly fen: bigint;
  readonly refNo: string;
  readonly refDay: string | null;
}

export interface Plan {
  readonly due: bigint;
  readonly received: bigint;
  readonly change: bigint;
  readonly toPrepaid: bigint;
  readonly settled: readonly Settled[];
}

export interface PlanTerms {
  readonly penaltyFirst: boolean;
  /** Whether less than all may be taken. */
  readonly partial: boolean;
  readonly excessToPrepaid: boolean;
}

/** Fen of one receipt for what no bill asks for: a digit too many is no sum that anybody pays at a counter. */
export const MOST_AT_ONCE = 99_999_999n;

/** @throws invalid */
export function demandKeepable(amount: bigint): void {
  if (amount > MOST_AT_ONCE) throw invalid([{ path: 'amount', message: '单笔预存不能大于999999.99元' }]);
}

const sum = (of: readonly bigint[]): bigint => of.reduce((total, fen) => total + fen, 0n);

const cashOf = (tenders: readonly Tendered[]): bigint =>
  sum(tenders.filter(({ type }) => type === '现金').map(({ fen }) => fen));

/**
 * @param wanted what is to be paid of each bill, at most
 * @throws invalid at `tenders` where that sum can't be taken
 */
export function planCharge(wanted: readonly OpenBill[], tenders: readonly Tendered[], terms: PlanTerms): Plan {
  const wrong = (message: string) => invalid([{ path: 'tenders', message }]);
  const due = sum(wanted.map(({ principal, penalty }) => principal + penalty));
  const received = sum(tenders.map(({ fen }) => fen));
  const cash = cashOf(tenders);
  if (received <= 0n) throw wrong('请填写实收金额');
  const over = received > due ? received - due : 0n;
  if (!terms.excessToPrepaid && received - cash > due) throw wrong('非现金支付不能大于应收');
  if (received < due && !terms.partial) throw wrong(`该小区不允许部分缴费，请收足${yuanOf(due)}元`);
  const { settled } = settle(wanted, received - over, terms.penaltyFirst);
  return {
    due,
    received,
    change: terms.excessToPrepaid ? 0n : over,
    toPrepaid: terms.excessToPrepaid ? over : 0n,
    settled,
  };
}

/** What is handed back of a sum that has to be paid whole. @throws invalid at `tenders` where it does not reach, or more than cash is over */
export function changeOf(tenders: readonly Tendered[], due: bigint): bigint {
  const over = sum(tenders.map(({ fen }) => fen)) - due;
  if (over < 0n) throw invalid([{ path: 'tenders', message: `实收不足，还差${yuanOf(-over)}元` }]);
  if (over > cashOf(tenders)) throw invalid([{ path: 'tenders', message: '非现金支付不能大于应收' }]);
  return over;
}

/**
 * The same money cut by what each of several rooms gets, in order. A transfer that pays several is booked once for each: from the second on its number
 * has -2, -3 behind it, as people write it who book them by hand. Change is told where cash is.
 * @param parts Fen, above 0; together as much as came in without the change
 */
export function allot(
  tenders: readonly Tendered[],
  change: bigint,
  parts: readonly bigint[],
): readonly { readonly tenders: readonly Tendered[]; readonly change: bigint }[] {
  let back = change;
  const sources = tenders.map((tender) => {
    const kept = tender.type === '现金' ? (back < tender.fen ? back : tender.fen) : 0n;
    back -= kept;
    return { tender, left: tender.fen - kept, used: 0 };
  });
  const cut = parts.map((part) => {
    let lacking = part;
    const own: Tendered[] = [];
    for (const source of sources) {
      const fen = source.left < lacking ? source.left : lacking;
      if (fen === 0n) continue;
      source.left -= fen;
      lacking -= fen;
      source.used += 1;
      const { tender, used } = source;
      own.push({ ...tender, fen, refNo: tender.refNo === '' || used === 1 ? tender.refNo : `${tender.refNo}-${used}` });
    }
    if (lacking > 0n) throw new Error('more is booked than came in');
    return own;
  });
  const inCash = Math.max(
    0,
    cut.findIndex((own) => own.some(({ type }) => type === '现金')),
  );
  return cut.map((own, at) => {
    if (at !== inCash || change === 0n) return { tenders: own, change: 0n };
    const more = own.some(({ type }) => type === '现金')
      ? own.map((of) => (of.type === '现金' ? { ...of, fen: of.fen + change } : of))
      : [...own, { type: '现金', fen: change, refNo: '', refDay: null }];
    return { tenders: more, change };
  });
}

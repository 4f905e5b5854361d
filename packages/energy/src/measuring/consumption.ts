/** What was used between two readings of one register of one meter. */
import { exactText, ONE, times, toNumber, turnOf, type Exact } from './exact.ts';
import { HOUR } from './zone.ts';

/** The most that a meter can have counted (物理上限): its rated value an hour. */
export interface Capacity {
  /** A hour's most in the meter's unit: kW of a kWh meter, m³/h of a gas meter. */
  readonly rated: Exact;
  /** Allowance over it (物理上限系数); 1.1 by default. */
  readonly factor: Exact;
}

export const CAPACITY_FACTOR: Exact = (ONE * 11n) / 10n;

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly first: Exact;
  readonly last: Exact;
  /** Whether the register went round past its last digit (翻转): said by who read it, agreed by a second person. */
  readonly rollover: 'none' | 'claimed' | 'confirmed';
}

export interface Counting {
  readonly decimals: number;
  readonly multiplier: Exact;
  readonly unit: string;
  readonly capacity?: Capacity;
  /** One turn of the register, 10ⁿ. */
  readonly turn: Exact;
  /** What one last digit is worth. */
  readonly step: Exact;
  /** The multiplier where it is a whole number, as nearly all are: no rounding, no division. */
  readonly whole: bigint | null;
  /** Rated × factor. */
  readonly mostAnHour: Exact;
}

export type Derived = 'turn' | 'step' | 'whole' | 'mostAnHour';

export const countingOf = (about: Omit<Counting, Derived> & { readonly digits: number }): Counting => ({
  ...about,
  whole: about.multiplier % ONE === 0n ? about.multiplier / ONE : null,
  mostAnHour: about.capacity === undefined ? 0n : times(about.capacity.rated, about.capacity.factor),
  turn: turnOf(about.digits),
  step: times(ONE / 10n ** BigInt(about.decimals), about.multiplier),
});

export type Refusal = 'backwards' | 'overCapacity' | 'overCapacityRollover';

export type Usage =
  | { readonly kind: 'counted'; readonly usage: Exact; readonly rolled: boolean }
  /** A rollover that nobody confirmed yet (待确认): what it would be, and counts nothing. */
  | { readonly kind: 'pending'; readonly usage: Exact }
  | { readonly kind: 'refused'; readonly code: Refusal; readonly message: string };

const MS_PER_HOUR = BigInt(HOUR);

const hoursText = (ms: number): string => String(Math.round((ms / HOUR) * 100) / 100);

/**
 * More than a meter can count in that time, in words; null where it can, or nobody knows what it can.
 * @param what that is: 用量, 空档估算量
 */
export const overCapacity = (
  what: string,
  usage: Exact,
  { from, to }: Pick<Span, 'from' | 'to'>,
  { unit, capacity, mostAnHour, step }: Pick<Counting, 'unit' | 'capacity' | 'mostAnHour' | 'step'>,
): string | null => {
  if (capacity === undefined) return null;
  const most = (mostAnHour * BigInt(to - from)) / MS_PER_HOUR;
  // Between two near readings a counter moves in steps.
  if (usage <= most + step) return null;
  const rate = unit === 'kWh' ? 'kW' : `${unit}/h`;
  const places = toNumber(most) < 10 ? 2 : 0;
  return `${what} ${exactText(usage, places)} ${unit} 超过该表最大可能值 ${exactText(most, places)} ${unit}（额定 ${exactText(capacity.rated)}${rate}×${hoursText(to - from)}h×${exactText(capacity.factor)}）`;
};

/**
 * (R₂ − R₁) × K, with 10ⁿ added only for a rollover that was confirmed. A mark 已翻转 on a reading that did not go back changes nothing:
 * a reading that came in later may have taken the turn.
 */
export function usageBetween(span: Span, counting: Counting): Usage {
  const { first, last, rollover } = span;
  const back = last < first;
  if (back && rollover === 'none')
    return {
      kind: 'refused',
      code: 'backwards',
      message: `本次读数小于上次读数 ${exactText(first, counting.decimals)}；表计已翻转请勾选「已翻转」，已换表请先登记换表`,
    };
  const { whole } = counting;
  const shown = back ? last - first + counting.turn : last - first;
  const usage = whole === null ? times(shown, counting.multiplier) : shown * whole;
  const over = overCapacity('用量', usage, span, counting);
  if (over !== null)
    return back
      ? {
          kind: 'refused',
          code: 'overCapacityRollover',
          message: `按翻转计算${over}，不能确认为翻转，请改数或登记换表`,
        }
      : { kind: 'refused', code: 'overCapacity', message: `${over}，请核对读数或倍率` };
  if (back && rollover === 'claimed') return { kind: 'pending', usage };
  return { kind: 'counted', usage, rolled: back };
}

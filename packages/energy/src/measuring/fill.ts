/** Readings for days that nobody read (补录): what was used in all is divided among the days, on the digits of the dial. */
import { type Exact, exact, exactText, ONE, shareOut } from './exact.ts';

export interface FillDay {
  readonly day: string;
  /** Share of the whole by the method: 1 each for 线性, else what the compared day used. */
  readonly weight: string;
  /** 停机日 gets nothing. */
  readonly stopped: boolean;
}

export interface FilledDay {
  readonly day: string;
  /** The register at the end of the day. */
  readonly reading: string;
  /** What the register moved on, before the multiplier. */
  readonly moved: string;
}

/**
 * Readings that close each day; the last is the one after the gap. The movements add up to the whole exactly.
 * Where no day has a weight but stopped days left something to divide, every running day gets the same.
 * @throws RangeError when the reading after is smaller than the one before, and the register did not go round.
 */
export function fillGap(
  gap: {
    readonly before: string;
    readonly after: string;
    readonly decimals: number;
    /** One turn of the register, where it went round in the gap. */
    readonly turn?: Exact | undefined;
  },
  days: readonly FillDay[],
): readonly FilledDay[] {
  const unit = ONE / 10n ** BigInt(gap.decimals);
  const start = exact(gap.before);
  const { turn = 0n } = gap;
  const moved = exact(gap.after) - start + turn;
  if (moved < 0n) throw new RangeError('后读数小于前读数，不能补录');
  const given = days.map(({ weight, stopped }) => (stopped ? 0n : exact(weight)));
  const running = days.map(({ stopped }) => (stopped ? 0n : 1n));
  const weights = [given, running, days.map(() => 1n)].find((list) => list.some((weight) => weight > 0n)) ?? [];
  // Below one digit of the dial nothing can be read; what the readings have more goes to the last day.
  const counts = days.length === 0 ? [] : shareOut(moved / unit, weights);
  let at = start;
  return days.map(({ day }, index) => {
    const last = index === days.length - 1;
    const next = last ? start + moved : at + (counts[index] ?? 0n) * unit;
    const step = next - at;
    at = next;
    return { day, reading: exactText(turn > 0n ? next % turn : next), moved: exactText(step) };
  });
}

/** A reading filled in has to lie between its neighbours. Null where it does. */
export function checkBetween(value: string, before: string, after: string): string | null {
  const shown = exact(value);
  return shown >= exact(before) && shown <= exact(after) ? null : `应在 ${before}~${after} 之间`;
}

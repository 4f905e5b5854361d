/**
 * 力调电费: the bill goes down or up by the month's mean power factor. Tables of 《功率因数调整电费办法》(83)水电财字第215号 (check).
 */
import { ONE, type Exact } from './exact.ts';

/** 0.90 high-voltage industry from 160 kVA, 0.85 other users from 100 kVA, 0.80 agriculture. */
export type PowerFactorStandard = '0.90' | '0.85' | '0.80';

/** cos φ = P/√(P² + Q²) in hundredths, rounded half up, worked out in whole numbers; null without any use. */
export function powerFactorOf(active: Exact, reactive: Exact): number | null {
  const square = active * active + reactive * reactive;
  if (square === 0n) return null;
  // k is reached when 2k − 1 two-hundredths are: cos φ ≥ (2k − 1)/200.
  for (let k = 100; k > 0; k -= 1) {
    const bound = BigInt(2 * k - 1);
    if (40_000n * active * active >= bound * bound * square) return k;
  }
  return 0;
}

/** Hundredths: below the standard each takes half a percent, below `one` a whole, below `two` two. */
const STANDARDS: Record<PowerFactorStandard, { readonly at: number; readonly one: number; readonly two: number }> = {
  '0.90': { at: 90, one: 70, two: 65 },
  '0.85': { at: 85, one: 65, two: 60 },
  '0.80': { at: 80, one: 60, two: 55 },
};

/** The most that a good power factor brings: reached at 0.95, 0.94 and 0.92. */
const BEST: Record<PowerFactorStandard, number> = { '0.90': 95, '0.85': 94, '0.80': 92 };

/**
 * The adjustment in hundredths of a percent: −75 is −0.75 %, 500 is +5 %.
 * @param factor cos φ in hundredths.
 */
export function adjustmentOf(factor: number, standard: PowerFactorStandard): number {
  const { at, one, two } = STANDARDS[standard];
  if (factor < at)
    return (
      50 * (at - Math.max(factor, one)) +
      100 * (one - Math.max(Math.min(factor, one), two)) +
      200 * Math.max(0, two - factor)
    );
  const reached = Math.min(factor, BEST[standard]);
  // Up to 0.90 a tenth of a percent for each hundredth, above it 0.15.
  const low = Math.min(reached, 90) - at;
  const high = Math.max(0, reached - 90);
  return -(10 * low + 15 * high) + 0;
}

/** As a share of one, exact. */
export const adjustmentShare = (hundredths: number): Exact => (BigInt(hundredths) * ONE) / 10_000n;

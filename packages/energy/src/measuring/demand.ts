/** 最大需量: a register that keeps the largest mean power since it was reset; it has no difference. */
import { exactText, times, type Exact } from './exact.ts';
import { multipliersOf, type MultiplierPeriod } from './multiplier.ts';
import { type EffectiveReading } from './versions.ts';

export interface PeakDemand {
  /** kW, times the multiplier of its instant. */
  readonly value: string;
  readonly at: number;
}

/**
 * The largest demand read after one instant and up to another: a reading at the very start still shows the period before. Null without one.
 */
export function peakDemand(
  readings: readonly EffectiveReading[],
  multipliers: readonly MultiplierPeriod[],
  from: number,
  to: number,
): PeakDemand | null {
  const known = multipliersOf(multipliers);
  let best: { readonly value: Exact; readonly at: number } | null = null;
  for (const { at, value: shown } of readings) {
    const multiplier = known.at(at);
    if (at <= from || at > to || multiplier === null) continue;
    const value = times(shown, multiplier);
    if (best === null || value > best.value) best = { value, at };
  }
  return best === null ? null : { value: exactText(best.value), at: best.at };
}

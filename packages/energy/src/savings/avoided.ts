/** What a measure saved: the baseline at the conditions of the reporting period, less what was used, with what changed for other reasons. */
import { tQuantile } from '../baseline/distributions.ts';
import { finite, ratio, sum } from '../number.ts';
import { source, unchecked } from '../source.ts';

export const IPMVP_SOURCE = source('IPMVP：节能量 = 报告期条件下的基线能耗 − 实际能耗 ± 非常规调整');
export const GB_SOURCE = unchecked('GB/T 28750 节能量测量和验证技术通则（节能为负值）');
export const UNCERTAINTY_SOURCE = unchecked(
  'ASHRAE Guideline 14 附录 B：U = t·1.26·CV(RMSE)·√((n/n′)(1+2/n′)/m)/F，n′ = n(1−ρ)/(1+ρ)',
);

/** One period of the report: what the baseline expects at its weather, and what was used; both in the meter's unit. */
export interface ReportedPeriod {
  readonly expected: number;
  readonly actual: number;
}

/** 非常规调整: a change that is none of the measure's (area added, a kitchen closed). */
export interface NonRoutine {
  readonly event: string;
  /** In the meter's unit: positive where the event makes the building use more, so that the baseline rises with it. */
  readonly amount: number;
  /** How it was worked out, as it is signed. */
  readonly basis: string;
}

export interface AvoidedUse {
  readonly expected: number;
  readonly actual: number;
  readonly nonRoutine: number;
  /** expected + nonRoutine: what would have been used. */
  readonly adjustedBaseline: number;
  /** adjustedBaseline − actual: positive where something was saved. */
  readonly saved: number;
  /** 节能率 in %, of the adjusted baseline; null where that is zero. */
  readonly savedPercent: number | null;
}

/**
 * Avoided use of a reporting period.
 * @throws RangeError where a figure is no number.
 */
export function avoidedUse(periods: readonly ReportedPeriod[], adjustments: readonly NonRoutine[] = []): AvoidedUse {
  const expected = sum(periods.map((period) => finite('expected use', period.expected)));
  const actual = sum(periods.map((period) => finite('actual use', period.actual)));
  const nonRoutine = sum(adjustments.map(({ amount }) => finite('adjustment', amount)));
  const adjustedBaseline = expected + nonRoutine;
  const saved = adjustedBaseline - actual;
  const share = ratio(saved, adjustedBaseline);
  return { expected, actual, nonRoutine, adjustedBaseline, saved, savedPercent: share === null ? null : share * 100 };
}

/** The saving as GB/T 28750 writes it: negative where energy was saved (check). */
export const gbSign = (saved: number): number => (saved === 0 ? 0 : -saved);

export interface UncertaintyInput {
  /** Of the baseline, %. */
  readonly cvRmsePercent: number;
  /** Periods and parameters of the baseline. */
  readonly n: number;
  readonly p: number;
  /** Of its residuals; a negative one counts as none. */
  readonly autocorrelation: number;
  /** Periods of the report. */
  readonly m: number;
  /** Saved over adjusted baseline, %; the sign does not matter. */
  readonly savedPercent: number;
  /**
   * What a period of the baseline used on average, over what one of the report would have: the model is off by a share of the first. Weeks in which a
   * plant rests say nothing, however large a share of next to nothing was saved. 1 where it is absent.
   */
  readonly meanRatio?: number;
  /** Above 0, below 1; 0.9 where the contract says nothing. */
  readonly confidence?: number;
}

export interface Uncertainty {
  readonly confidence: number;
  /** Independent periods that the baseline's are worth: n(1 − ρ)/(1 + ρ). */
  readonly effectivePeriods: number;
  /** ± in % of the saving; null where nothing was saved, or the periods say nothing of their own. */
  readonly percent: number | null;
  /** ± in % of the adjusted baseline; null likewise. */
  readonly ofBaselinePercent: number | null;
  /** Half of the saving or more is doubt: ASHRAE 14 accepts up to 50 % at 68 % confidence (check). */
  readonly acceptable: boolean;
}

/** Most that a saving may be uncertain, in % of it, at 68 % confidence (check). */
export const MOST_UNCERTAIN = 50;

/**
 * 节能量不确定度 (fractional savings uncertainty): t · 1.26 · CV(RMSE) · (ȳ/Ê) · √((n/n′)(1 + 2/n′)/m) / F; ASHRAE 14 takes ȳ and Ê, the means of
 * baseline and report, for the same.
 * @throws RangeError where there are no periods, or not more than parameters.
 */
export function savingsUncertainty(input: UncertaintyInput): Uncertainty {
  const { cvRmsePercent, n, p, m, savedPercent, meanRatio = 1, confidence = 0.9 } = input;
  if (!(n > p && p > 0 && m > 0)) throw new RangeError(`${n} periods, ${p} parameters, ${m} periods of the report`);
  const rho = Math.max(0, finite('autocorrelation', input.autocorrelation));
  const effectivePeriods = (n * (1 - rho)) / (1 + rho);
  const at = (level: number): number =>
    tQuantile(level, n - p) *
    1.26 *
    finite('CV(RMSE)', cvRmsePercent) *
    finite('ratio of means', meanRatio) *
    Math.sqrt((n / effectivePeriods) * (1 + 2 / effectivePeriods) * (1 / m));
  const size = Math.abs(finite('saving', savedPercent));
  const known = effectivePeriods > 0 && size > 0;
  return {
    confidence,
    effectivePeriods,
    percent: known ? (at(confidence) / size) * 100 : null,
    ofBaselinePercent: effectivePeriods > 0 ? at(confidence) : null,
    acceptable: known && (at(0.68) / size) * 100 <= MOST_UNCERTAIN,
  };
}

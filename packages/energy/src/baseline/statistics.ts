/** How well a model tells what was measured. */
import { mean, sum } from '../number.ts';
import { source } from '../source.ts';
import { fProbability } from './distributions.ts';

export const STATISTICS_SOURCE = source('ASHRAE Guideline 14：CV(RMSE) = √(Σ(y−ŷ)²/(n−p))/ȳ，NMBE = Σ(y−ŷ)/((n−p)·ȳ)');

export interface FitStatistics {
  /** Rows, and parameters that were fitted: coefficients and change points. */
  readonly n: number;
  readonly p: number;
  /** ȳ. */
  readonly meanY: number;
  readonly r2: number;
  readonly adjustedR2: number;
  /** %. */
  readonly cvRmsePercent: number;
  /** %, positive where the model says too little. Zero on the rows that a model with an intercept was fitted to. */
  readonly nmbePercent: number;
  /** Of the residuals with those before them, −1 to 1. */
  readonly autocorrelation: number;
  /** F of the model against the mean, and how likely chance alone gives it; null for the mean itself and for a perfect fit. */
  readonly f: { readonly value: number; readonly probability: number } | null;
  /** Akaike's criterion, corrected for few rows: the smaller, the better. Minus infinity for a perfect fit. */
  readonly aicc: number;
}

/**
 * Statistics of predictions against what was measured.
 * @param p parameters of the model.
 * @throws RangeError where there are not more rows than parameters, or the mean of what was measured is zero.
 */
export function fitStatistics(y: ArrayLike<number>, predicted: ArrayLike<number>, p: number): FitStatistics {
  const n = y.length;
  if (n <= p || predicted.length !== n) throw new RangeError(`${n} rows for ${p} parameters`);
  const measured = Array.from(y);
  const residuals = measured.map((value, index) => value - (predicted[index] as number));
  const meanY = mean(measured) as number;
  if (meanY === 0) throw new RangeError('the mean of what was measured is zero');
  const sse = sum(residuals.map((value) => value * value));
  const total = sum(measured.map((value) => (value - meanY) ** 2));
  const r2 = total === 0 ? 0 : 1 - sse / total;
  const k = p + 1;
  return {
    n,
    p,
    meanY,
    r2,
    adjustedR2: 1 - ((1 - r2) * (n - 1)) / (n - p),
    cvRmsePercent: (Math.sqrt(sse / (n - p)) / meanY) * 100,
    nmbePercent: (sum(residuals) / ((n - p) * meanY)) * 100,
    autocorrelation: autocorrelation(residuals),
    f: fTest(total, sse, n, p),
    aicc: n > k + 1 ? n * Math.log(sse / n) + 2 * k + (2 * k * (k + 1)) / (n - k - 1) : Number.POSITIVE_INFINITY,
  };
}

function fTest(total: number, sse: number, n: number, p: number): FitStatistics['f'] {
  if (p < 2 || sse === 0) return null;
  const value = Math.max(0, total - sse) / (p - 1) / (sse / (n - p));
  return { value, probability: fProbability(value, p - 1, n - p) };
}

/** Correlation of residuals with those one row before; zero where they do not vary. */
export function autocorrelation(residuals: readonly number[]): number {
  const middle = mean(residuals) ?? 0;
  const spread = sum(residuals.map((value) => (value - middle) ** 2));
  if (spread === 0) return 0;
  return (
    sum(residuals.slice(1).map((value, index) => (value - middle) * ((residuals[index] as number) - middle))) / spread
  );
}

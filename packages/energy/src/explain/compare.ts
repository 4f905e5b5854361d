/** Whether two sets of days differ, or only look as if they did (comparedSelf: 双样本 t 检验 p < 0.05). */
import { tProbability } from '../baseline/distributions.ts';
import { mean, sum } from '../number.ts';

/** Days below which nothing is concluded. */
export const LEAST_SAMPLE = 7;
const SIGNIFICANT = 0.05;

export interface SampleComparison {
  readonly meanA: number | null;
  readonly meanB: number | null;
  /** B − A. */
  readonly difference: number | null;
  /** Of A, %; null where A is zero. */
  readonly differencePercent: number | null;
  /** How likely chance alone gives such a difference; null with fewer than 7 days or days that do not vary. */
  readonly probability: number | null;
  /** The sentence of the table's last column. */
  readonly words: string;
}

const variance = (values: readonly number[], middle: number): number =>
  sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1);

/** Welch's t: the two sets need not vary alike. Two sets that do not vary at all differ or are the same. */
function welch(a: readonly number[], b: readonly number[], difference: number, meanA: number, meanB: number): number {
  const [ofA, ofB] = [variance(a, meanA) / a.length, variance(b, meanB) / b.length];
  if (ofA + ofB === 0) return difference === 0 ? 1 : 0;
  const degrees = (ofA + ofB) ** 2 / (ofA ** 2 / (a.length - 1) + ofB ** 2 / (b.length - 1));
  return tProbability(difference / Math.sqrt(ofA + ofB), degrees);
}

/** Compares the daily figures of A with those of B. @throws RangeError where one is no number. */
export function compareSamples(a: readonly number[], b: readonly number[]): SampleComparison {
  if (![...a, ...b].every(Number.isFinite)) throw new RangeError('a day is no number');
  const [meanA, meanB] = [mean(a), mean(b)];
  const difference = meanA === null || meanB === null ? null : meanB - meanA;
  const differencePercent = difference === null || !meanA ? null : (difference / meanA) * 100;
  const base = { meanA, meanB, difference, differencePercent };
  if (difference === null || meanA === null || meanB === null || a.length < LEAST_SAMPLE || b.length < LEAST_SAMPLE)
    return { ...base, probability: null, words: `样本不足 ${LEAST_SAMPLE} 天，不下结论` };
  const probability = welch(a, b, difference, meanA, meanB);
  const p = probability < 0.001 ? 'p < 0.001' : `p = ${probability.toFixed(3)}`;
  if (probability >= SIGNIFICANT) return { ...base, probability, words: `差别不明显（${p}）` };
  const size = differencePercent === null ? '' : ` ${Math.abs(differencePercent).toFixed(1)}%`;
  return { ...base, probability, words: `有差别：B 比 A ${difference > 0 ? '高' : '低'}${size}（${p}）` };
}

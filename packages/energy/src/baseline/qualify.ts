/** Whether a baseline may carry a bill. */
import { source } from '../source.ts';
import type { FitStatistics } from './statistics.ts';

export type Grain = 'month' | 'day' | 'hour';
export const GRAIN_NAMES: Readonly<Record<Grain, string>> = { month: '月模型', day: '日模型', hour: '时模型' };

/** Most that a model may be off, in %: ASHRAE 14 for months and hours, the company's own line for days (catalogue `shared.baseline`). */
export const BASELINE_LINES: Readonly<Record<Grain, { readonly cvRmse: number; readonly nmbe: number }>> = {
  month: { cvRmse: 15, nmbe: 5 },
  day: { cvRmse: 25, nmbe: 7 },
  hour: { cvRmse: 30, nmbe: 10 },
};
export const BASELINE_SOURCE = source('ASHRAE Guideline 14（月 15%/±5%，时 30%/±10%）；日 25%/±7% 为内控');

/** What stands beside savings of a baseline that does not carry them. */
export const NOT_QUALIFIED = '基线未达标，节能量仅供参考';
/** Days that a baseline has to cover: every season once. */
export const LEAST_DAYS = 365;
/** % of its periods that have to be complete. */
export const LEAST_COMPLETE = 95;

export interface BaselineData {
  /** Days from its first to its last. */
  readonly days: number;
  /** 完整率 of the readings, %. */
  readonly completePercent: number;
}

export interface Qualification {
  readonly qualified: boolean;
  /** 「基线合格：…」 or 「基线未通过：…」 with every line that it misses. */
  readonly words: string;
  readonly reasons: readonly string[];
}

/** Compares a fit with the lines of its grain. */
export function qualifyBaseline(
  { cvRmsePercent, nmbePercent }: Pick<FitStatistics, 'cvRmsePercent' | 'nmbePercent'>,
  grain: Grain,
  { days, completePercent }: BaselineData,
): Qualification {
  const { cvRmse, nmbe } = BASELINE_LINES[grain];
  const name = GRAIN_NAMES[grain];
  const reasons = [
    ...(cvRmsePercent <= cvRmse ? [] : [`CV(RMSE) ${cvRmsePercent.toFixed(1)}%，超过${name}的 ${cvRmse}%`]),
    ...(Math.abs(nmbePercent) <= nmbe ? [] : [`NMBE ${nmbePercent.toFixed(1)}%，超过${name}的 ±${nmbe}%`]),
    ...(days >= LEAST_DAYS ? [] : [`回归期 ${days} 天，不足 12 个月`]),
    ...(completePercent >= LEAST_COMPLETE ? [] : [`完整率 ${completePercent.toFixed(1)}%，不足 ${LEAST_COMPLETE}%`]),
  ];
  const qualified = reasons.length === 0;
  return {
    qualified,
    reasons,
    words: qualified
      ? `基线合格：CV(RMSE) ${cvRmsePercent.toFixed(1)}% ≤ ${cvRmse}%，NMBE ${nmbePercent.toFixed(1)}% 在 ±${nmbe}% 内`
      : `基线未通过：${reasons.join('；')}`,
  };
}

/** How much of a sum is known (完整率) and how much of it estimated (估算占比): the two that go beside every total. */
import { exact, exactText, sumOf, toNumber } from './exact.ts';

export interface QualityPart {
  /** Readings that were due, and that are there. */
  readonly due: number;
  readonly got: number;
  /** Decimal text. */
  readonly usage: string;
  readonly estimated: string;
}

export interface SumQuality {
  readonly usage: string;
  readonly estimated: string;
  /** Percent; null where nothing was due. */
  readonly completeness: number | null;
  /** Percent; null where nothing was used. */
  readonly estimatedShare: number | null;
  readonly mark: 'whole' | 'incomplete' | 'unusable';
  readonly words: string | null;
  /** Takes part in rankings. */
  readonly ranked: boolean;
}

/** Below them a sum is marked orange, and red and out of rankings. */
export const WHOLE_FROM = 95;
export const RANKED_FROM = 80;

export function qualityOfSum(parts: readonly QualityPart[]): SumQuality {
  const due = parts.reduce((sum, part) => sum + part.due, 0);
  const got = parts.reduce((sum, part) => sum + part.got, 0);
  const usage = sumOf(parts.map((part) => exact(part.usage)));
  const estimated = sumOf(parts.map((part) => exact(part.estimated)));
  const completeness = due === 0 ? null : (got / due) * 100;
  const mark =
    completeness === null || completeness < RANKED_FROM
      ? 'unusable'
      : completeness < WHOLE_FROM
        ? 'incomplete'
        : 'whole';
  return {
    usage: exactText(usage),
    estimated: exactText(estimated),
    completeness,
    estimatedShare: usage === 0n ? null : (toNumber(estimated) / toNumber(usage)) * 100,
    mark,
    words: mark === 'whole' ? null : '数据不全',
    ranked: mark !== 'unusable',
  };
}

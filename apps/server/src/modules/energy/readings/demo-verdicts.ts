/** What people were told of the demo company's latest readings when they typed them in: the words of the same judgement, from the same days. */
import { DEFAULT_DEVIATION, type SampleDay, verdictOf } from '@hengneng/energy/measuring';
import type { StoredVerdict } from './sheet.ts';

/** So many of the latest: what pages of entry, of corrections and of progress show. */
const JUDGED_DAYS = 62;

/** The company's own: what it is less than is not judged. */
export const MIN_USAGE = 1;
const DEVIATION = { ...DEFAULT_DEVIATION, minUsage: MIN_USAGE };

export type AboutDay = (day: string) => Pick<SampleDay, 'temperature' | 'rest'>;

export interface JudgedReading {
  readonly verdict: StoredVerdict;
  /** What was chosen where the verdict asks for a reason. */
  readonly reason: string;
}

/**
 * @param days the days at whose cut the values were read; a reading closes the day before
 * @returns by place of the value; nothing for values before the latest days
 */
export function judgedReadings(
  days: readonly string[],
  values: readonly string[],
  multiple: number,
  about: AboutDay,
): readonly (JudgedReading | undefined)[] {
  const history = values.slice(1).map((value, before): SampleDay & { readonly usage: number } => ({
    day: days[before] ?? '',
    usage: Number(((Number(value) - Number(values[before])) * multiple).toFixed(4)),
    ...about(days[before] ?? ''),
    excluded: false,
  }));
  return values.map((_, index) => {
    const today = history[index - 1];
    if (today === undefined || index < values.length - JUDGED_DAYS) return undefined;
    const { deviation, level, words } = verdictOf(today, history.slice(0, index - 1), DEVIATION);
    return {
      verdict: { usage: String(today.usage), deviation, level, words },
      reason: level === 'abnormal' ? (today.rest ? '客流或入住变化' : '开机时长变化') : '',
    };
  });
}

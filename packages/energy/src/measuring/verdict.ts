/** Whether a day's use is what days like it had (判定): nearest days of like temperature and kind. Statistics, in numbers. */
import { DEFAULT_DEVIATION, type Deviation } from './deviation.ts';
import { addDays } from './zone.ts';

export interface SampleDay {
  readonly day: string;
  /** In the meter's unit; null without readings. */
  readonly usage: number | null;
  /** Mean outdoor temperature of the day, ℃. */
  readonly temperature: number | null;
  /** 休息日 or 节假日, against 工作日. */
  readonly rest: boolean;
  /** 换表, 停机, 估算: no day to compare with. */
  readonly excluded: boolean;
}

export type Level = 'normal' | 'notice' | 'abnormal' | 'unjudged';
export const LEVEL_NAMES: Record<Level, string> = {
  normal: '正常',
  notice: '提示',
  abnormal: '异常',
  unjudged: '未判定',
};
const isLevel = (level: string): level is Level => level in LEVEL_NAMES;

/** What a level is called; nothing for what is none, as where nothing was judged. */
export const levelName = (level: string | null): string => (level !== null && isLevel(level) ? LEVEL_NAMES[level] : '');

/** 异常时必选 */
export const ABNORMAL_REASONS = [
  '天气突变',
  '开机时长变化',
  '客流或入住变化',
  '加班供能',
  '设备故障',
  '表计故障',
  '抄表时刻偏差',
  '新增或停用区域',
  '其他',
] as const;

export interface Reference {
  /** Null where nothing went before. */
  readonly value: number | null;
  readonly days: readonly string[];
  /** Fewer than three days were alike: the mean of the last seven instead. */
  readonly insufficient: boolean;
}

export interface Verdict extends Reference {
  readonly level: Level;
  /** Percent; null where it cannot be told. */
  readonly deviation: number | null;
  readonly words: string;
}

/** How far back samples are looked for. */
export const LOOK_BACK_DAYS = 60;
const FEWEST = 3;
const FALL_BACK_DAYS = 7;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? 0)) / 2;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What to compare a day with. The history may be in any order and hold more than is asked for. */
export function referenceOf(
  today: Pick<SampleDay, 'day' | 'temperature' | 'rest'>,
  history: readonly SampleDay[],
  { samples, width }: Pick<Deviation, 'samples' | 'width'> = DEFAULT_DEVIATION,
): Reference {
  const since = addDays(today.day, -LOOK_BACK_DAYS);
  const valid = history
    .filter(({ day, usage, excluded }) => usage !== null && !excluded && since <= day && day < today.day)
    .sort((a, b) => (a.day < b.day ? 1 : -1));
  const warmth = today.temperature;
  const alike = valid
    .filter(
      ({ temperature, rest }) =>
        warmth !== null && temperature !== null && rest === today.rest && Math.abs(temperature - warmth) <= width,
    )
    .slice(0, samples);
  const usages = (days: readonly SampleDay[]) => days.map(({ usage }) => usage ?? 0);
  if (alike.length >= FEWEST)
    return { value: median(usages(alike)), days: alike.map(({ day }) => day), insufficient: false };
  const last = valid.slice(0, FALL_BACK_DAYS);
  return {
    value: last.length === 0 ? null : mean(usages(last)),
    days: last.map(({ day }) => day),
    insufficient: true,
  };
}

/** `+6%`, `−72%`: with the sign that print uses. */
const signed = (percent: number): string => {
  const whole = Math.round(percent);
  return whole < 0 ? `−${-whole}%` : `+${whole}%`;
};

const ADVICE: Record<Exclude<Level, 'unjudged'>, string> = {
  normal: '正常',
  notice: '请复核',
  abnormal: '请填写原因后提交',
};

/**
 * `|deviation| ≤ 20 %` 正常, `≤ 50 %` 提示, above 异常. What is refused outright is `usageBetween`'s.
 */
export function verdictOf(
  today: Pick<SampleDay, 'day' | 'temperature' | 'rest'> & { readonly usage: number },
  history: readonly SampleDay[],
  settings: Deviation = DEFAULT_DEVIATION,
): Verdict {
  const reference = referenceOf(today, history, settings);
  const { value, insufficient } = reference;
  const unjudged = (words: string): Verdict => ({ ...reference, level: 'unjudged', deviation: null, words });
  if (value === null) return unjudged('样本不足，没有可比的日用量');
  if (today.usage < settings.minUsage && value < settings.minUsage) return unjudged('用量低于最小用量，不判定');
  if (value === 0) {
    if (today.usage === 0) return { ...reference, level: 'normal', deviation: 0, words: '近期用量均为 0，正常' };
    return { ...reference, level: 'notice', deviation: null, words: '近期用量均为 0，本次有用量，请复核' };
  }
  const deviation = ((today.usage - value) / value) * 100;
  const size = Math.abs(deviation);
  const level = size <= settings.warn ? 'normal' : size <= settings.abnormal ? 'notice' : 'abnormal';
  const against = insufficient
    ? `样本不足，较近${reference.days.length}日均值`
    : `较近${reference.days.length}日同温区间`;
  return { ...reference, level, deviation, words: `${against} ${signed(deviation)}，${ADVICE[level]}` };
}

/** Thresholds of the verdict (偏差设置): the company's, over-ruled by project, category and meter, value by value. */

export interface Deviation {
  /** Percent, from which on it is 提示 and 异常. */
  readonly warn: number;
  readonly abnormal: number;
  /** Below it in both use and sample nothing is judged. */
  readonly minUsage: number;
  /** ℃ to both sides (同温宽度). */
  readonly width: number;
  /** 样本天数 */
  readonly samples: number;
  /** 物理上限系数 */
  readonly capacityFactor: number;
}

export const DEFAULT_DEVIATION: Deviation = {
  warn: 20,
  abnormal: 50,
  minUsage: 0,
  width: 2,
  samples: 7,
  capacityFactor: 1.1,
};

/** From the widest to the nearest; the nearest goes before. */
export const DEVIATION_LEVELS = ['company', 'project', 'category', 'meter'] as const;
export type DeviationLevel = (typeof DEVIATION_LEVELS)[number];

export type DeviationOverride = Partial<Deviation> & { readonly level: DeviationLevel };

/** Those that concern a meter, in any order; of one level there is one. */
export function deviationOf(overrides: readonly DeviationOverride[]): Deviation {
  const ordered = DEVIATION_LEVELS.flatMap((level) => overrides.filter((one) => one.level === level));
  const merged = ordered.reduce<Deviation>((result, { level: _level, ...values }) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return { ...result, ...Object.fromEntries(given) };
  }, DEFAULT_DEVIATION);
  return merged;
}

/** What is wrong with thresholds as they would apply. */
export function checkDeviation(settings: Deviation): readonly {
  readonly path: keyof Deviation;
  readonly message: string;
}[] {
  const { warn, abnormal, samples, width, minUsage, capacityFactor } = settings;
  const found: { path: keyof Deviation; message: string }[] = [];
  const within = (value: number, low: number, high: number) => value >= low && value <= high;
  if (!(warn > 0)) found.push({ path: 'warn', message: '提示阈值应大于 0' });
  if (!(abnormal > warn && abnormal <= 300))
    found.push({ path: 'abnormal', message: '异常阈值应大于提示阈值且不超过 300' });
  if (!Number.isInteger(samples) || !within(samples, 3, 30))
    found.push({ path: 'samples', message: '样本天数应为 3~30' });
  if (!within(width, 0.5, 5)) found.push({ path: 'width', message: '同温宽度应为 0.5~5 ℃' });
  if (!(minUsage >= 0)) found.push({ path: 'minUsage', message: '最小用量不能为负数' });
  if (!within(capacityFactor, 1, 10)) found.push({ path: 'capacityFactor', message: '物理上限系数应为 1~10' });
  return found;
}

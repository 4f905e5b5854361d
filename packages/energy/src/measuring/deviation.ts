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

/** Those, and what is judged over a month: totals, bills, machines. */
export interface DeviationLimits extends Deviation {
  /** Percent that a total may be above its parts (总分差). */
  readonly subDiff: number;
  /** Percent between a supplier's bill and the meters (账单差). */
  readonly billDiff: number;
  /** Percent by which a chiller's heat balance may not close (热平衡差). */
  readonly balanceDiff: number;
  /** Plausible COP; null: as `PLAUSIBLE_COP` says for how it ran. */
  readonly copMin: number | null;
  readonly copMax: number | null;
}

export const DEFAULT_DEVIATION: DeviationLimits = {
  warn: 20,
  abnormal: 50,
  minUsage: 0,
  width: 2,
  samples: 7,
  capacityFactor: 1.1,
  subDiff: 5,
  billDiff: 3,
  balanceDiff: 10,
  copMin: null,
  copMax: null,
};

/** From the widest to the nearest; the nearest goes before. */
export const DEVIATION_LEVELS = ['company', 'project', 'category', 'meter'] as const;
export type DeviationLevel = (typeof DEVIATION_LEVELS)[number];

export type DeviationOverride = Partial<DeviationLimits> & { readonly level: DeviationLevel };

/** Those that concern a meter, in any order; of one level there is one. */
export function deviationOf(overrides: readonly DeviationOverride[]): DeviationLimits {
  const ordered = DEVIATION_LEVELS.flatMap((level) => overrides.filter((one) => one.level === level));
  const merged = ordered.reduce<DeviationLimits>((result, { level: _level, ...values }) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return { ...result, ...Object.fromEntries(given) };
  }, DEFAULT_DEVIATION);
  return merged;
}

const PERCENTS = [
  ['subDiff', '总分差'],
  ['billDiff', '账单差'],
  ['balanceDiff', '热平衡差'],
] as const;

/** What is wrong with thresholds as they would apply. */
export function checkDeviation(settings: DeviationLimits): readonly {
  readonly path: keyof DeviationLimits;
  readonly message: string;
}[] {
  const { warn, abnormal, samples, width, minUsage, capacityFactor, copMin, copMax } = settings;
  const found: { path: keyof DeviationLimits; message: string }[] = [];
  const within = (value: number, low: number, high: number) => value >= low && value <= high;
  if (!(warn > 0)) found.push({ path: 'warn', message: '提示阈值应大于 0' });
  if (!(abnormal > warn && abnormal <= 300))
    found.push({ path: 'abnormal', message: '异常阈值应大于提示阈值且不超过 300' });
  if (!Number.isInteger(samples) || !within(samples, 3, 30))
    found.push({ path: 'samples', message: '样本天数应为 3~30' });
  if (!within(width, 0.5, 5)) found.push({ path: 'width', message: '同温宽度应为 0.5~5 ℃' });
  if (!(minUsage >= 0)) found.push({ path: 'minUsage', message: '最小用量不能为负数' });
  if (!within(capacityFactor, 1, 10)) found.push({ path: 'capacityFactor', message: '物理上限系数应为 1~10' });
  for (const [path, name] of PERCENTS)
    if (!within(settings[path], 0.1, 100)) found.push({ path, message: `${name}应为 0.1~100` });
  if (copMin !== null && !within(copMin, 0.1, 10)) found.push({ path: 'copMin', message: 'COP合理下限应为 0.1~10' });
  if (copMax !== null && !within(copMax, 0.1, 10)) found.push({ path: 'copMax', message: 'COP合理上限应为 0.1~10' });
  if (copMin !== null && copMax !== null && copMin >= copMax)
    found.push({ path: 'copMax', message: 'COP合理上限应大于下限' });
  return found;
}

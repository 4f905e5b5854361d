/**
 * Why a figure changed: successive substitution (连环替代法). Factors go over to their new values one after another, always in the same order,
 * and each is charged with the change at its turn, so that the parts add up to the whole. The order is the catalogue's: weather at the old
 * amounts and prices, price last at the new amounts (varyStateMents: 单价影响 = 本期量 × 均价之差).
 */
import { LEAST_DEGREE_DAYS } from '../climate/degree-days.ts';
import { finite, notNegative, positive } from '../number.ts';

export const CHANGE_FACTORS = ['weather', 'load', 'hours', 'efficiency', 'rest', 'price'] as const;
export type ChangeFactor = (typeof CHANGE_FACTORS)[number];
export const CHANGE_FACTOR_NAMES: Readonly<Record<ChangeFactor, string>> = {
  weather: '气温',
  load: '面积',
  hours: '运行时长',
  efficiency: '能效',
  rest: '其他',
  price: '单价',
};
/** As the waterfall shows them, between the two periods. */
export const SHOWN_ORDER: readonly ChangeFactor[] = ['weather', 'load', 'hours', 'price', 'efficiency', 'rest'];

/** One period's use and what it depends on; null is not known, and what it would explain is left to 其他. */
export interface PeriodFacts {
  /** Use in the meter's unit, kWh or m³; not negative. */
  readonly use: number;
  /** HDD or CDD, ℃·d. */
  readonly degreeDays: number | null;
  /** Area served in m², or another size of what is served. */
  readonly load: number | null;
  /** Hours that the plant ran, of all its machines together. */
  readonly hours: number | null;
  /** COP or EER. */
  readonly efficiency: number | null;
  /** 元 for one unit of use; null where the change of use and not of cost is explained. */
  readonly price: number | null;
}

export interface ChangeInput {
  readonly base: PeriodFacts;
  readonly now: PeriodFacts;
  /** Share of the base period's use that depends on weather, 0 to 1: from its baseline. */
  readonly weatherShare: number;
  /** R² of that baseline: below 0.6 weather is not told apart (catalogue, statistics); absent where it was not fitted. */
  readonly r2?: number;
}

export interface ChangePart {
  readonly factor: ChangeFactor;
  readonly name: string;
  /** In the unit of the whole: 元 with prices, else that of the use. */
  readonly amount: number;
  /** Of the whole change, %; null where nothing changed. */
  readonly sharePercent: number | null;
  /** What it is read from: 「度日数 210.0 → 168.0 ℃·d」, or why it says nothing. */
  readonly basis: string;
}

export interface Change {
  readonly before: number;
  readonly after: number;
  readonly change: number;
  /** In the order of the chart; amounts add up to `change`. */
  readonly parts: readonly ChangePart[];
}

/** Least R² of a baseline whose weather share may be used. */
export const LEAST_R2 = 0.6;

interface Step {
  readonly factor: ChangeFactor;
  /** What the figure is multiplied by when this factor goes over. */
  readonly ratio: number;
  readonly basis: string;
  /** Whether it changes but a share of the use. */
  readonly share?: true;
  /** It has no ratio: the basis says why. */
  readonly without?: true;
}

/** The ratio of a known factor; 1 with the reason where it is not known on either side, or nothing can be divided by. */
function stepOf(
  factor: ChangeFactor,
  before: number | null,
  after: number | null,
  { unit, places, inverse = false }: { readonly unit: string; readonly places: number; readonly inverse?: boolean },
): Step {
  const without = (basis: string): Step => ({ factor, ratio: 1, basis, without: true });
  if (before === null || after === null) return without(`缺少${CHANGE_FACTOR_NAMES[factor]}数据，归入其他`);
  if (before === 0 || (inverse && after === 0))
    return without(`${before === 0 ? '对比期' : '本期'}为 0，不能按比例分解，归入其他`);
  notNegative(factor, before);
  notNegative(factor, after);
  return {
    factor,
    ratio: inverse ? before / after : after / before,
    basis: `${before.toFixed(places)} → ${after.toFixed(places)}${unit === '' ? '' : ` ${unit}`}`,
  };
}

function weatherStep({ base, now, weatherShare, r2 }: ChangeInput): Step {
  if (!(weatherShare >= 0 && weatherShare <= 1))
    throw new RangeError(`weather share not between 0 and 1: ${weatherShare}`);
  if (r2 !== undefined && r2 < LEAST_R2)
    return {
      factor: 'weather',
      ratio: 1,
      basis: `能耗与度日数的 R² 为 ${r2.toFixed(2)}，小于 ${LEAST_R2}，不分解气温`,
    };
  if (base.degreeDays !== null && base.degreeDays < LEAST_DEGREE_DAYS)
    return {
      factor: 'weather',
      ratio: 1,
      basis: `对比期度日数 ${base.degreeDays.toFixed(1)} ℃·d，不足 ${LEAST_DEGREE_DAYS}，不分解气温`,
    };
  const step = stepOf('weather', base.degreeDays, now.degreeDays, { unit: '℃·d', places: 1 });
  if (step.without === true) return step;
  return { ...step, ratio: 1 - weatherShare + weatherShare * step.ratio, basis: `度日数 ${step.basis}`, share: true };
}

/**
 * Machines run longer when it is warm, and weather has said so already: how long they ran tells only of what does not follow the weather.
 * @param weather what the weather makes of the base period's use
 */
function hoursStep({ base, now, weatherShare }: ChangeInput, weather: Step): Step {
  const step = stepOf('hours', base.hours, now.hours, { unit: '台时', places: 1 });
  if (weather.share !== true || step.without === true) return step;
  const apart = 1 - weatherShare;
  const ratio = weather.ratio === 0 ? 1 : 1 + (apart * (step.ratio - 1)) / weather.ratio;
  return { ...step, ratio, basis: `${step.basis}（只计不随气温的部分）` };
}

/**
 * Explains the change of use, or of cost where both periods have a price.
 * @throws RangeError where a use is negative, a weather share is not between 0 and 1, or a fact is no number.
 */
export function explainChange(input: ChangeInput): Change {
  const { base, now } = input;
  notNegative('use', base.use);
  notNegative('use', now.use);
  const priced = base.price !== null && now.price !== null;
  const priceThen = priced ? finite('price', base.price) : 1;
  const priceNow = priced ? finite('price', now.price) : 1;
  const weather = weatherStep(input);
  const steps = [
    weather,
    stepOf('load', base.load, now.load, { unit: 'm²', places: 0 }),
    hoursStep(input, weather),
    stepOf('efficiency', base.efficiency, now.efficiency, { unit: '', places: 2, inverse: true }),
  ];
  const before = base.use * priceThen;
  const after = now.use * priceNow;
  const change = after - before;
  let use = base.use;
  const explained = steps.map(({ factor, ratio, basis }) => {
    const next = use * ratio;
    const amount = (next - use) * priceThen;
    use = next;
    return { factor, amount, basis };
  });
  const parts = new Map(
    [
      ...explained,
      { factor: 'rest' as const, amount: (now.use - use) * priceThen, basis: '以上因素未能解释的部分' },
      {
        factor: 'price' as const,
        amount: now.use * (priceNow - priceThen),
        basis: priced ? `均价 ${priceThen.toFixed(4)} → ${priceNow.toFixed(4)} 元` : '只看用量',
      },
    ].map((part) => [part.factor, part]),
  );
  return {
    before,
    after,
    change,
    parts: SHOWN_ORDER.flatMap((factor) => {
      const part = parts.get(factor);
      if (part === undefined || (factor === 'price' && !priced)) return [];
      return [
        {
          ...part,
          name: CHANGE_FACTOR_NAMES[factor],
          sharePercent: change === 0 ? null : (part.amount / change) * 100,
        },
      ];
    }),
  };
}

/** Share of a use that depends on weather, 0 to 1, from the loads of its baseline. */
export const weatherShareOf = (loads: {
  readonly base: number;
  readonly cooling: number;
  readonly heating: number;
}): number => {
  const whole = positive('use', loads.base + loads.cooling + loads.heating);
  return Math.min(1, Math.max(0, (loads.cooling + loads.heating) / whole));
};

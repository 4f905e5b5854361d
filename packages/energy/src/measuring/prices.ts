/** What energy costs (购能价格): versions by validity, single, by time of use or by ladder, with basic fee, 力调 and tax. */
import { divideRounded, exact, type Exact, exactText, ONE, readExact, roundTo, times, toNumber } from './exact.ts';
import { type PowerFactorStandard } from './power-factor.ts';
import { TOU_KINDS, type TouKind } from './tou.ts';

export interface LadderStep {
  /** Upper bound of the step, included; null for the last. */
  readonly upTo: string | null;
  readonly price: string;
}

/** Yuan per unit, four places at most. */
export type EnergyPrice =
  | { readonly mode: 'single'; readonly price: string }
  | { readonly mode: 'tou'; readonly prices: Readonly<Record<TouKind, string>> }
  | { readonly mode: 'ladder'; readonly per: 'month' | 'year'; readonly steps: readonly LadderStep[] };

export interface PriceVersion {
  readonly id: string;
  /** First and last day of its validity; null where it has no end yet. */
  readonly from: string;
  readonly to: string | null;
  readonly energy: EnergyPrice;
  /** 基本电费: yuan per kW or kVA and month. */
  readonly basic?: { readonly by: 'demand' | 'capacity'; readonly price: string };
  readonly powerFactor?: PowerFactorStandard;
  /** 附加费, yuan per unit; takes no part in the adjustment by power factor. */
  readonly surcharges?: readonly { readonly name: string; readonly price: string }[];
  readonly tax: { readonly included: boolean /** Percent, 0 to 13. */; readonly rate: string };
}

const TEN_THOUSANDTH = ONE / 10_000n;

const priceFault = (text: string): string | null => {
  const value = readExact(text);
  if (value === null) return '单价请填写数字';
  if (value < 0n) return '单价不能为负数';
  return value % TEN_THOUSANDTH === 0n ? null : '单价最多 4 位小数';
};

const pricesOf = ({ energy, basic, surcharges = [] }: PriceVersion): readonly string[] => [
  ...(energy.mode === 'single' ? [energy.price] : []),
  ...(energy.mode === 'tou' ? Object.values(energy.prices) : []),
  ...(energy.mode === 'ladder' ? energy.steps.map(({ price }) => price) : []),
  ...(basic === undefined ? [] : [basic.price]),
  ...surcharges.map(({ price }) => price),
];

export function checkSteps(steps: readonly LadderStep[]): string | null {
  let last = 0n;
  if (steps.length === 0) return '阶梯至少一档';
  for (const [index, { upTo }] of steps.entries()) {
    if (upTo === null) {
      if (index < steps.length - 1) return '只有最后一档没有上界';
      continue;
    }
    const bound = readExact(upTo);
    if (bound === null) return '阶梯上界请填写数字';
    if (bound <= last) return '阶梯上界须递增';
    last = bound;
  }
  return steps.at(-1)?.upTo === null ? null : '最后一档不设上界';
}

/** What is wrong with a version beside those that are there. */
export function checkPrice(version: PriceVersion, others: readonly PriceVersion[]): readonly string[] {
  const { id, from, to, energy, tax } = version;
  const messages: string[] = [];
  if (to !== null && to < from) messages.push('生效止不能早于生效起');
  const overlap = others.find(
    (other) => other.id !== id && (to === null || other.from <= to) && (other.to === null || from <= other.to),
  );
  if (overlap !== undefined) messages.push(`与 ${overlap.from} 起的版本重叠`);
  const fault = pricesOf(version)
    .map((text) => priceFault(text))
    .find((one) => one !== null);
  if (fault !== undefined) messages.push(fault);
  if (energy.mode === 'ladder') {
    const wrong = checkSteps(energy.steps);
    if (wrong !== null) messages.push(wrong);
  }
  const rate = readExact(tax.rate);
  if (rate === null || rate < 0n || rate > 13n * ONE) messages.push('税率应在 0~13 之间');
  return messages;
}

/** The version of a day; null where there is none (未设价格), which is never a price of zero. */
export const priceOn = (versions: readonly PriceVersion[], day: string): PriceVersion | null =>
  versions.find(({ from, to }) => from <= day && (to === null || day <= to)) ?? null;

/**
 * What a unit costs on the average. A price by time of use needs to know what fell on each kind of hour; a ladder has no single average.
 * @param split null: nothing is known of the hours
 */
export function averagePrice(energy: EnergyPrice, split: Readonly<Record<TouKind, string>> | null): number | null {
  if (energy.mode === 'single') return Number(energy.price);
  if (energy.mode === 'ladder' || split === null) return null;
  const kinds = Object.keys(TOU_KINDS) as TouKind[];
  const used = kinds.reduce((sum, kind) => sum + exact(split[kind]), 0n);
  if (used <= 0n) return null;
  const cost = kinds.reduce((sum, kind) => sum + times(exact(split[kind]), exact(energy.prices[kind])), 0n);
  return toNumber(roundTo(divideRounded(cost * ONE, used), 4));
}

/** 按比例 (percent), 按差额 (yuan a unit), or 改为 for all or single kinds of hours. */
export type PriceChange =
  | { readonly by: 'ratio'; readonly percent: string }
  | { readonly by: 'difference'; readonly yuan: string }
  | { readonly by: 'set'; readonly price: string | null; readonly prices: Readonly<Partial<Record<TouKind, string>>> };

const changed = (price: string, change: Exclude<PriceChange, { by: 'set' }>): string => {
  const old = exact(price);
  const value: Exact =
    change.by === 'ratio' ? old + divideRounded(old * exact(change.percent), 100n * ONE) : old + exact(change.yuan);
  return exactText(roundTo(value, 4), 4);
};

/** The same kind of price with its figures changed, to four places; null where the change says nothing of this kind, or a price would be below zero. */
export function changePrice(energy: EnergyPrice, change: PriceChange): EnergyPrice | null {
  const made = ((): EnergyPrice | null => {
    if (change.by === 'set') {
      if (energy.mode === 'single') return change.price === null ? null : { mode: 'single', price: change.price };
      if (energy.mode === 'ladder' || Object.keys(change.prices).length === 0) return null;
      return { mode: 'tou', prices: { ...energy.prices, ...change.prices } };
    }
    if (energy.mode === 'single') return { mode: 'single', price: changed(energy.price, change) };
    if (energy.mode === 'ladder')
      return { ...energy, steps: energy.steps.map((step) => ({ ...step, price: changed(step.price, change) })) };
    const { sharp, peak, flat, valley } = energy.prices;
    return {
      mode: 'tou',
      prices: {
        sharp: changed(sharp, change),
        peak: changed(peak, change),
        flat: changed(flat, change),
        valley: changed(valley, change),
      },
    };
  })();
  if (made === null) return null;
  const all =
    made.mode === 'single'
      ? [made.price]
      : made.mode === 'tou'
        ? Object.values(made.prices)
        : made.steps.map(({ price }) => price);
  return all.every((price) => exact(price) >= 0n) ? made : null;
}

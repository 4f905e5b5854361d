/** 调价机制: what a contract's price becomes as the indices it follows move or years go by, and whether that is enough to change it. */
import { divideRounded, exact, type Exact, exactText, ONE, readExact, roundTo, times, toNumber } from './exact.ts';
import { addMonths } from './zone.ts';

export interface PriceTerm {
  readonly name: string;
  /** Percent of the price that follows the index. */
  readonly weight: string;
  /** What the index was when the price was agreed. */
  readonly base: string;
}

/** By formula: P = P₀ × (1 − Σw + Σ w × I/I₀); what has no weight follows nothing. By year: P = P₀ × (1 + r)ⁿ, n whole years after the base day. */
export type PriceMechanism = {
  readonly basePrice: string;
  /** Percent of the price in force by which it has to move before it is changed; 0: any movement. */
  readonly trigger: string;
  /** Percent of the price in force that one change moves it by at most; null: as far as it comes. */
  readonly cap: string | null;
} & (
  | { readonly method: 'formula'; readonly terms: readonly PriceTerm[] }
  | { readonly method: 'yearly'; readonly rate: string; readonly baseDay: string }
);

export const EFFECT_RULES = ['nextMonth', 'nextQuarter', 'nextYear', 'asAgreed'] as const;
export type EffectRule = (typeof EFFECT_RULES)[number];

export interface AdjustedPrice {
  /** By the mechanism alone, four places. */
  readonly computed: string;
  /** Of `computed` against the price in force, percent with two places. */
  readonly change: number;
  /** Within the cap. */
  readonly price: string;
  readonly capped: boolean;
  /** Far enough to be changed. */
  readonly triggered: boolean;
  readonly words: string;
}

const PLACES = 4;
const HUNDRED = 100n * ONE;
const ratio = (a: Exact, b: Exact): Exact => divideRounded(a * ONE, b);

/** What is wrong with a mechanism, by field. */
export function mechanismFaults(
  of: PriceMechanism,
): readonly { readonly path: 'basePrice' | 'terms' | 'rate' | 'trigger' | 'cap'; readonly message: string }[] {
  const faults: { path: 'basePrice' | 'terms' | 'rate' | 'trigger' | 'cap'; message: string }[] = [];
  const positive = (text: string): boolean => (readExact(text) ?? 0n) > 0n;
  if (!positive(of.basePrice)) faults.push({ path: 'basePrice', message: '基准单价须大于 0' });
  if ((readExact(of.trigger) ?? -1n) < 0n) faults.push({ path: 'trigger', message: '触发幅度不能为负数' });
  if (of.cap !== null && !positive(of.cap)) faults.push({ path: 'cap', message: '单次调幅上限须大于 0' });
  if (of.method === 'yearly') {
    const rate = readExact(of.rate);
    if (rate === null || rate === 0n || rate <= -HUNDRED / 2n || rate > HUNDRED / 2n)
      faults.push({ path: 'rate', message: '年递增率应在 −50%~50% 之间且不为 0' });
    return faults;
  }
  const names = of.terms.map(({ name }) => name);
  if (of.terms.length === 0) faults.push({ path: 'terms', message: '公式至少有一个联动指数' });
  else if (of.terms.some(({ weight }) => !positive(weight)))
    faults.push({ path: 'terms', message: '联动权重须大于 0' });
  else if (of.terms.some(({ base }) => !positive(base))) faults.push({ path: 'terms', message: '指数基准值须大于 0' });
  else if (new Set(names).size < names.length) faults.push({ path: 'terms', message: '联动指数名称不能重复' });
  else if (of.terms.reduce((sum, { weight }) => sum + exact(weight), 0n) > HUNDRED)
    faults.push({ path: 'terms', message: '联动权重合计不能超过 100%' });
  return faults;
}

const yearsBetween = (from: string, to: string): number => {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return Math.max(0, to.slice(5) < from.slice(5) ? years - 1 : years);
};

function computedOf(of: PriceMechanism, now: readonly string[], day: string): { value: Exact; words: string } {
  const base = exact(of.basePrice);
  if (of.method === 'yearly') {
    const years = yearsBetween(of.baseDay, day);
    let value = base;
    for (let year = 0; year < years; year += 1) value = times(value, ONE + exact(of.rate) / 100n);
    return { value, words: `${of.basePrice} × (1 + ${of.rate}%)^${years}` };
  }
  const share = of.terms.reduce((sum, { weight }) => sum + exact(weight), 0n);
  const factor = of.terms.reduce(
    (sum, { weight, base: was }, at) => sum + times(exact(weight), ratio(exact(now[at] ?? was), exact(was))),
    HUNDRED - share,
  );
  return {
    value: divideRounded(times(base, factor), 100n),
    words: `${of.basePrice} × (${[
      ...(share < HUNDRED ? [`${exactText(HUNDRED - share)}%`] : []),
      ...of.terms.map(({ name, weight, base: was }, at) => `${weight}% × ${name} ${now[at] ?? was}/${was}`),
    ].join(' + ')})`,
  };
}

/**
 * @param current the price in force, greater than nothing
 * @param now the indices, in the order of the terms
 * @param day by which years are counted: the day from which the price is to hold
 * @throws RangeError for a price or index that is no number or not above nothing
 */
export function adjustedPrice(of: PriceMechanism, current: string, now: readonly string[], day: string): AdjustedPrice {
  const held = exact(current);
  if (held <= 0n) throw new RangeError('the price in force must be above nothing');
  if (now.some((text) => exact(text) <= 0n)) throw new RangeError('an index must be above nothing');
  const { value, words } = computedOf(of, now, day);
  const computed = roundTo(value, PLACES);
  const moved = ratio((computed - held) * 100n, held);
  const span = of.cap === null ? null : divideRounded(times(held, exact(of.cap)), 100n);
  // Never further than agreed: the bound is cut off towards the price in force, not rounded.
  const grain = ONE / 10n ** BigInt(PLACES);
  const reach = span === null ? null : (span / grain) * grain;
  const price =
    reach === null || (computed <= held + reach && computed >= held - reach)
      ? computed
      : computed > held
        ? held + reach
        : held - reach;
  const size = moved < 0n ? -moved : moved;
  return {
    computed: exactText(computed, PLACES),
    change: Math.round(toNumber(moved) * 100) / 100,
    price: exactText(price, PLACES),
    capped: price !== computed,
    triggered: price !== held && size >= exact(of.trigger),
    words: `${words} = ${exactText(computed, PLACES)}`,
  };
}

const STEP: Readonly<Record<Exclude<EffectRule, 'asAgreed'>, number>> = { nextMonth: 1, nextQuarter: 3, nextYear: 12 };

/** The first day after `day` on which a change may begin. */
export function effectDay(rule: EffectRule, day: string): string {
  const step = STEP[rule === 'asAgreed' ? 'nextMonth' : rule];
  const month = Number(day.slice(5, 7)) - 1;
  return `${addMonths(day.slice(0, 7), step - (month % step))}-01`;
}

/** Whether a change may begin on a day. */
export const fitsEffect = (rule: EffectRule, day: string): boolean =>
  rule === 'asAgreed' || (day.endsWith('-01') && (Number(day.slice(5, 7)) - 1) % STEP[rule] === 0);

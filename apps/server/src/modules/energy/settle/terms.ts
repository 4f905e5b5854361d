/** What a contract bills: its prices times what was measured, or its area or months, cut where a price changes. Pure. */
import { PRICE_KINDS } from '@hengneng/contracts';
import { fromFen, type Money } from '@hengneng/core';
import {
  addDays,
  daysFrom,
  daysThrough,
  divideRounded,
  type Exact,
  exact,
  exactText,
  monthEnd,
  monthOf,
  ONE,
  times,
} from '@hengneng/energy/measuring';
import { convertEnergy, ENERGY_UNITS, type EnergyUnit } from '@hengneng/energy/units';
import type { Seasons } from '../seasons.ts';

export type PriceKind = keyof typeof PRICE_KINDS;

export interface ContractPrice {
  readonly id: string;
  readonly kind: PriceKind;
  /** `元/kWh`, `元/m²·月`. */
  readonly unit: string;
  readonly price: string;
  /** % that the price includes; null where nobody has said it. */
  readonly taxRate: string | null;
  readonly from: string;
  readonly to: string | null;
}

export interface Terms {
  readonly model: string | null;
  readonly areaM2: string | null;
  readonly coolingKw: string | null;
  readonly seasons: Seasons;
  readonly prices: readonly ContractPrice[];
}

/** Of one energy: its unit, and what its settling meters used on each day. */
export interface Measured {
  readonly unit: string;
  readonly days: ReadonlyMap<string, Exact>;
}

export interface Span {
  readonly from: string;
  readonly to: string;
}

export interface Item extends Span {
  readonly kind: PriceKind;
  /** As settlements call the fee. */
  readonly fee: string;
  /** 计费依据. */
  readonly basis: string;
  readonly quantity: string | null;
  readonly unit: string;
  readonly price: string | null;
  /** Share of a season, months, or part of a year; null where the quantity is measured. */
  readonly coefficient: string | null;
  /** Yuan, not rounded; null where something is missing. */
  readonly amount: Exact | null;
  /** %, of the price. */
  readonly taxRate: string | null;
  readonly problem: string | null;
  /** Of 结算依据; null where the contract's own prices say the fee. */
  readonly basisId: string | null;
}

/** What each way of charging bills; savings are worked out by their own statement. */
const KINDS: readonly (readonly [RegExp, readonly PriceKind[]])[] = [
  [/面积/, ['coldArea', 'heatArea', 'hotWater']],
  [/两部/, ['capacity', 'cold', 'heat', 'hotWater', 'steam']],
  [/计量/, ['cold', 'heat', 'hotWater', 'steam']],
  [/托管/, ['custody']],
  [/运行|运维/, ['operation', 'electric', 'water']],
];
export const kindsOf = (model: string | null): readonly PriceKind[] =>
  KINDS.find(([pattern]) => pattern.test(model ?? ''))?.[1] ?? [];

/** The energy that a kind of price is measured by. */
export const MEASURED: Partial<Record<PriceKind, string>> = {
  cold: 'cooling',
  heat: 'heating',
  hotWater: 'hotWater',
  steam: 'steam',
  electric: 'elec',
  water: 'water',
  gas: 'gas',
};
const FEES: Readonly<Record<PriceKind, string>> = {
  electric: '电费代收',
  gas: '燃气费',
  water: '水费代收',
  cold: '冷量计量费',
  coldArea: '供冷费',
  heat: '热量计量费',
  heatArea: '采暖费',
  hotWater: '卫生热水费',
  steam: '蒸汽费',
  capacity: '容量基本费',
  overtime: '加班用能费',
  custody: '能源托管费',
  operation: '运行管理费',
};

interface Portion extends Span {
  readonly price: ContractPrice | null;
}

const portionsOf = (prices: readonly ContractPrice[], span: Span): readonly Portion[] => {
  const cuts = new Set([span.from]);
  for (const { from, to } of prices)
    for (const day of [from, ...(to === null ? [] : [addDays(to, 1)])])
      if (span.from < day && day <= span.to) cuts.add(day);
  const starts = [...cuts].toSorted();
  return starts.map((from, at) => {
    const next = starts[at + 1];
    const price = prices.find((one) => one.from <= from && (one.to === null || from <= one.to)) ?? null;
    return { from, to: next === undefined ? span.to : addDays(next, -1), price };
  });
};

const words = ({ from, to }: Span): string => (from === to ? from : `${from} 至 ${to}`);

/** Per what a price is: `元/GJ` is GJ. */
const perOf = (unit: string): string =>
  unit
    .replace(/^元\s*\/\s*/, '')
    .split(/[·・/]/)[0]
    ?.trim() ?? '';

const isEnergy = (unit: string): unit is EnergyUnit => (ENERGY_UNITS as readonly string[]).includes(unit);

function metered(kind: PriceKind, { from, to, price }: Portion, of: Measured): Item {
  let used = 0n;
  for (const [day, usage] of of.days) if (from <= day && day <= to) used += usage;
  const item = {
    kind,
    fee: FEES[kind],
    from,
    to,
    coefficient: null,
    basis: '截账示数差 × 倍率',
    taxRate: price?.taxRate ?? null,
    basisId: null,
  };
  const nothing = { ...item, quantity: exactText(used), unit: of.unit, price: price?.price ?? null, amount: null };
  if (price === null)
    return used === 0n
      ? { ...nothing, amount: 0n, problem: null }
      : { ...nothing, problem: `${words({ from, to })} 无${PRICE_KINDS[kind]}` };
  const per = perOf(price.unit);
  if (per === of.unit) return { ...nothing, amount: times(used, exact(price.price)), problem: null };
  if (!isEnergy(per) || !isEnergy(of.unit))
    return { ...nothing, problem: `${PRICE_KINDS[kind]}的单位 ${price.unit} 与计量单位 ${of.unit} 不一致` };
  // Factors between units of energy have no more than six places that count.
  const quantity = exact(convertEnergy(Number(exactText(used)), of.unit, per).toFixed(6));
  return {
    ...nothing,
    quantity: exactText(quantity),
    unit: per,
    amount: times(quantity, exact(price.price)),
    problem: null,
  };
}

/** First and last day of the season that a day lies in; null outside. */
export function seasonAt(day: string, from: string, to: string): Span | null {
  const md = day.slice(5);
  const year = Number(day.slice(0, 4));
  if (from <= to) return from <= md && md <= to ? { from: `${year}-${from}`, to: `${year}-${to}` } : null;
  if (md >= from) return { from: `${year}-${from}`, to: `${year + 1}-${to}` };
  return md <= to ? { from: `${year - 1}-${from}`, to: `${year}-${to}` } : null;
}

const length = ({ from, to }: Span): number => daysFrom(from, to) + 1;

/** Days that count, by how many there are in the whole (a season, a month, a year). */
const sharesOf = (span: Span, wholeOf: (day: string) => number | null): ReadonlyMap<number, number> => {
  const shares = new Map<number, number>();
  for (const day of daysThrough(span.from, span.to)) {
    const whole = wholeOf(day);
    if (whole !== null) shares.set(whole, (shares.get(whole) ?? 0) + 1);
  }
  return shares;
};

const sumShares = (base: Exact, shares: ReadonlyMap<number, number>): Exact =>
  [...shares].reduce((sum, [whole, days]) => sum + divideRounded(base * BigInt(days), BigInt(whole)), 0n);

const monthDays = (day: string): number => Number(monthEnd(monthOf(day)).slice(8));
const yearDays = (day: string): number => length({ from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` });

interface Timed {
  readonly quantity: string | null;
  readonly unit: string;
  readonly missing: string;
  readonly basis: string;
  wholeOf(day: string): number | null;
}

const timedOf = (kind: PriceKind, terms: Terms, priceUnit: string): Timed => {
  const monthly = priceUnit.includes('月');
  const { coolingFrom, coolingTo, heatingFrom, heatingTo } = terms.seasons;
  if (kind === 'coldArea' || kind === 'heatArea') {
    const [from, to] = kind === 'coldArea' ? [coolingFrom, coolingTo] : [heatingFrom, heatingTo];
    return {
      quantity: terms.areaM2,
      unit: 'm²',
      missing: '项目没有面积',
      basis: monthly ? '面积 × 月单价 × 供能月数' : '面积 × 季单价 × 供能天数 ÷ 供能季天数',
      wholeOf: (day) => {
        const season = seasonAt(day, from, to);
        return season === null ? null : monthly ? monthDays(day) : length(season);
      },
    };
  }
  const byTime = monthly ? monthDays : yearDays;
  if (kind === 'capacity') {
    const area = priceUnit.includes('m²');
    return {
      quantity: area ? terms.areaM2 : terms.coolingKw,
      unit: area ? 'm²' : 'kW',
      missing: area ? '项目没有面积' : '项目没有设计冷负荷',
      basis: `${area ? '面积' : '设计冷负荷'} × 单价 × ${monthly ? '月数' : '天数 ÷ 全年天数'}`,
      wholeOf: byTime,
    };
  }
  return {
    quantity: '1',
    unit: '项',
    missing: '',
    basis: monthly ? '月费 × 月数' : '年费 × 天数 ÷ 全年天数',
    wholeOf: byTime,
  };
};

function timed(kind: PriceKind, { from, to, price }: Portion, terms: Terms): readonly Item[] {
  const of = timedOf(kind, terms, price?.unit ?? '');
  const shares = sharesOf({ from, to }, of.wholeOf);
  if (shares.size === 0) return [];
  const item = {
    kind,
    fee: FEES[kind],
    from,
    to,
    basis: `${of.basis}（${[...shares].map(([whole, days]) => `${days} ÷ ${whole}`).join(' + ')} 天）`,
    quantity: of.quantity,
    unit: of.unit,
    price: price?.price ?? null,
    taxRate: price?.taxRate ?? null,
    basisId: null,
    coefficient: exactText(sumShares(ONE, shares), 4),
  };
  if (price === null) return [{ ...item, amount: null, problem: `${words({ from, to })} 无${PRICE_KINDS[kind]}` }];
  if (of.quantity === null) return [{ ...item, amount: null, problem: of.missing }];
  return [{ ...item, amount: sumShares(times(exact(of.quantity), exact(price.price)), shares), problem: null }];
}

/** Fees of a period, each under one price. */
export function itemsOf(
  terms: Terms,
  measured: ReadonlyMap<string, Measured>,
  span: Span,
): { readonly items: readonly Item[]; readonly problems: readonly string[] } {
  const kinds = kindsOf(terms.model);
  const problems: string[] = [];
  if (kinds.length === 0)
    problems.push(
      terms.model === null || terms.model === ''
        ? '合同没有收费模式'
        : `收费模式「${terms.model}」不按单价计费，请按其结算依据办理`,
    );
  const items = kinds.flatMap((kind) => {
    const prices = terms.prices.filter((one) => one.kind === kind);
    const code = MEASURED[kind];
    if (code !== undefined) {
      const of = measured.get(code);
      return of === undefined ? [] : portionsOf(prices, span).map((portion) => metered(kind, portion, of));
    }
    // A season that the contract does not supply has no price at all.
    if (prices.length === 0) return [];
    return portionsOf(prices, span).flatMap((portion) => timed(kind, portion, terms));
  });
  const known = items.filter(({ amount, quantity }) => amount !== 0n || (quantity !== null && exact(quantity) !== 0n));
  // Out of season nothing is due; without any price of its own nothing can be.
  if (kinds.length > 0 && known.length === 0 && !terms.prices.some(({ kind }) => kinds.includes(kind)))
    problems.push(`合同没有可用的单价：${kinds.map((kind) => PRICE_KINDS[kind]).join('、')}`);
  return {
    items: known,
    problems: [...problems, ...known.flatMap(({ problem }) => (problem === null ? [] : [problem]))],
  };
}

/** What was agreed to for a month that was locked by then, at the price of that month. */
export interface Adjusted {
  readonly serial: string;
  readonly code: string;
  readonly unit: string;
  readonly month: string;
  readonly quantity: string;
}

export function adjustedItems(terms: Terms, adjusted: readonly Adjusted[]): readonly Item[] {
  return kindsOf(terms.model).flatMap((kind) =>
    adjusted
      .filter(({ code }) => code === MEASURED[kind])
      .map(({ serial, unit, month, quantity }): Item => {
        const span = { from: `${month}-01`, to: monthEnd(month) };
        const price = terms.prices.find(
          (one) => one.kind === kind && one.from <= span.to && (one.to === null || span.to <= one.to),
        );
        const days = new Map([[span.to, exact(quantity)]]);
        return {
          ...metered(kind, { ...span, price: price ?? null }, { unit, days }),
          fee: '用量调整',
          basis: `${FEES[kind]}：${month} 月锁后调整 ${serial}`,
        };
      }),
  );
}

export const fenOfItem = ({ amount }: Item): Money | null =>
  amount === null ? null : fromFen(divideRounded(amount * 100n, ONE));

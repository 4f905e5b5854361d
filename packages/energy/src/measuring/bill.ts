/** A bill, line by line: quantity × price = amount, rounded to fen once, at the line. */
import { addMoney, daysOf, fromFen, moneyText, sumMoney, toFen, ZERO_MONEY, type Money } from '@hengneng/core';
import { divideRounded, exact, exactText, ONE, sumOf, type Exact } from './exact.ts';
import { adjustmentOf, adjustmentShare, powerFactorOf } from './power-factor.ts';
import { priceOn, type LadderStep, type PriceVersion } from './prices.ts';
import { TOU_KINDS, type TouKind } from './tou.ts';
import { addDays, daysThrough, monthOf } from './zone.ts';

/** What one day used; the parts by time of use where the price asks for them. Decimal text. */
export interface DayUse {
  readonly day: string;
  readonly usage: string;
  readonly tou: Readonly<Record<TouKind, string>> | null;
}

export interface BillInput {
  readonly unit: string;
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
  readonly days: readonly DayUse[];
  readonly prices: readonly PriceVersion[];
  /** kW: the month's largest demand, and kVA installed. */
  readonly demand?: string;
  readonly capacity?: string;
  /** kvarh over the whole period. */
  readonly reactive?: string;
  /** Used before `from` in the month or year of the ladder. */
  readonly ladderBefore?: string;
}

export interface BillLine {
  readonly kind: 'energy' | 'basic' | 'powerFactor' | 'surcharge' | 'tax';
  /** `峰 电度电费`, `第二档`. */
  readonly label: string;
  readonly version: string;
  readonly from: string;
  readonly to: string;
  readonly quantity: string;
  readonly unit: string;
  /** Yuan per unit, or the share for 力调 and tax. */
  readonly price: string;
  readonly amount: Money;
  /** How it came about: `1200 kWh × 0.6789 元 = 814.68 元`. */
  readonly words: string;
}

export interface Bill {
  readonly lines: readonly BillLine[];
  /** Without tax where prices do not include it. */
  readonly subtotal: Money;
  /** Included in the subtotal, or added to it. */
  readonly tax: Money;
  readonly total: Money;
  /** Why the bill is not whole; a bill with problems is none. */
  readonly problems: readonly string[];
}

/** Of a product of so many exact numbers. */
const moneyOf = (product: bigint, factors: number, divisor = 1n): Money =>
  fromFen(divideRounded(product * 100n, ONE ** BigInt(factors) * divisor));

const amountExact = (amount: Money): Exact => (toFen(amount) * ONE) / 100n;

/** How much of a quantity falls on each step, when so much was used before. */
export function ladderSplit(before: Exact, quantity: Exact, steps: readonly LadderStep[]): readonly Exact[] {
  let low = 0n;
  return steps.map(({ upTo }) => {
    const start = before > low ? before : low;
    const end = before + quantity;
    const bound = upTo === null ? end : exact(upTo);
    low = bound;
    const stop = end < bound ? end : bound;
    return stop > start ? stop - start : 0n;
  });
}

interface Portion {
  readonly version: PriceVersion;
  readonly from: string;
  readonly to: string;
  readonly days: readonly DayUse[];
}

/** Days that follow one another under one version, parted where a month or year of `windowOf` ends. */
function portionsOf(input: BillInput, problems: string[]): readonly Portion[] {
  const byDay = new Map(input.days.map((day) => [day.day, day]));
  const portions: { version: PriceVersion; from: string; to: string; days: DayUse[]; window: string }[] = [];
  const priceless: string[] = [];
  const missing: string[] = [];
  for (const day of daysThrough(input.from, input.to)) {
    const version = priceOn(input.prices, day);
    const use = byDay.get(day);
    if (version === null) priceless.push(day);
    if (use === undefined) missing.push(day);
    if (version === null || use === undefined) continue;
    const window = windowOf(version, day);
    const last = portions.at(-1);
    if (last !== undefined && last.version.id === version.id && last.window === window && addDays(last.to, 1) === day) {
      last.to = day;
      last.days.push(use);
    } else portions.push({ version, from: day, to: day, days: [use], window });
  }
  problems.push(
    ...spansOf(priceless).map((span) => `${span} 无单价`),
    ...spansOf(missing).map((span) => `${span} 无用量`),
  );
  return portions;
}

/** What a ladder counts within, and a basic fee is asked for. */
const windowOf = ({ energy, basic }: PriceVersion, day: string): string =>
  basic !== undefined || (energy.mode === 'ladder' && energy.per === 'month') ? monthOf(day) : day.slice(0, 4);

const spansOf = (days: readonly string[]): readonly string[] => {
  const spans: [string, string][] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last !== undefined && addDays(last[1], 1) === day) last[1] = day;
    else spans.push([day, day]);
  }
  return spans.map(([from, to]) => (from === to ? from : `${from} 至 ${to}`));
};

const lineOf = (
  portion: Portion,
  line: Pick<BillLine, 'kind' | 'label' | 'unit'> & { readonly quantity: Exact; readonly price: string },
): BillLine => {
  const { version, from, to } = portion;
  const quantity = exactText(line.quantity);
  const amount = moneyOf(line.quantity * exact(line.price), 2);
  const words = `${quantity} ${line.unit} × ${line.price} 元 = ${moneyText(amount)} 元`;
  return { ...line, quantity, amount, words, version: version.id, from, to };
};

const STEP_NAMES = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** Used so far in the running month or year of a ladder. */
interface Ladder {
  window: string;
  used: Exact;
}

function energyLines(portion: Portion, unit: string, ladder: Ladder, problems: string[]): readonly BillLine[] {
  const { energy } = portion.version;
  const whole = sumOf(portion.days.map(({ usage }) => exact(usage)));
  if (energy.mode === 'single')
    return [lineOf(portion, { kind: 'energy', label: '电度电费', unit, quantity: whole, price: energy.price })];
  if (energy.mode === 'tou') {
    const unsplit = portion.days.filter(({ tou }) => tou === null).map(({ day }) => day);
    if (unsplit.length > 0) {
      problems.push(...spansOf(unsplit).map((span) => `${span} 没有分时用量，不能按分时电价计费`));
      return [];
    }
    return (Object.keys(TOU_KINDS) as TouKind[]).flatMap((kind) => {
      const quantity = sumOf(portion.days.map(({ tou }) => exact(tou?.[kind] ?? '0')));
      if (quantity === 0n) return [];
      const label = `${TOU_KINDS[kind]} 电度电费`;
      return [lineOf(portion, { kind: 'energy', label, unit, quantity, price: energy.prices[kind] })];
    });
  }
  const window = energy.per === 'month' ? monthOf(portion.from) : portion.from.slice(0, 4);
  if (ladder.window !== window) {
    if (ladder.window !== '') ladder.used = 0n;
    ladder.window = window;
  }
  const parts = ladderSplit(ladder.used, whole, energy.steps);
  ladder.used += whole;
  return energy.steps.flatMap(({ price }, index) => {
    const quantity = parts[index] ?? 0n;
    if (quantity === 0n) return [];
    return [lineOf(portion, { kind: 'energy', label: `第${STEP_NAMES[index] ?? index + 1}档`, unit, quantity, price })];
  });
}

const daysOfMonth = (day: string): number => daysOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)));

/** By the month; of a month that two versions or a shorter bill share, by its days. */
function basicLine(portion: Portion, input: BillInput, problems: string[]): readonly BillLine[] {
  const { basic, id } = portion.version;
  if (basic === undefined) return [];
  const text = basic.by === 'demand' ? input.demand : input.capacity;
  if (text === undefined) {
    const message = basic.by === 'demand' ? '没有本期最大需量，不能计基本电费' : '没有容量，不能计基本电费';
    if (!problems.includes(message)) problems.push(message);
    return [];
  }
  const { from, to, days } = portion;
  const all = daysOfMonth(from);
  const unit = basic.by === 'demand' ? 'kW' : 'kVA';
  const amount = moneyOf(exact(text) * exact(basic.price) * BigInt(days.length), 2, BigInt(all));
  const share = days.length === all ? '' : ` × ${days.length}/${all} 天`;
  const label = basic.by === 'demand' ? '基本电费（需量）' : '基本电费（容量）';
  const words = `${text} ${unit} × ${basic.price} 元/${unit}·月${share} = ${moneyText(amount)} 元`;
  return [{ kind: 'basic', label, version: id, from, to, quantity: text, unit, price: basic.price, amount, words }];
}

function powerFactorLines(input: BillInput, lines: readonly BillLine[], problems: string[]): readonly BillLine[] {
  const standards = input.prices.filter(
    ({ id, powerFactor }) => powerFactor !== undefined && lines.some(({ version }) => version === id),
  );
  if (standards.length === 0) return [];
  if (input.reactive === undefined) {
    problems.push('没有无功电量，不能计力调电费');
    return [];
  }
  const factor = powerFactorOf(sumOf(input.days.map(({ usage }) => exact(usage))), exact(input.reactive));
  if (factor === null) return [];
  return standards.flatMap(({ id, powerFactor = '0.90' }) => {
    const own = lines.filter(({ version, kind }) => version === id && (kind === 'energy' || kind === 'basic'));
    const base = sumMoney(own.map(({ amount }) => amount));
    const share = adjustmentShare(adjustmentOf(factor, powerFactor));
    const amount = moneyOf(amountExact(base) * share, 2);
    const cos = (factor / 100).toFixed(2);
    const percent = exactText(share * 100n);
    const from = own[0]?.from ?? input.from;
    const to = own.at(-1)?.to ?? input.to;
    const words = `cosφ ${cos}（标准 ${powerFactor}），${moneyText(base)} 元 × ${percent}% = ${moneyText(amount)} 元`;
    const line = { kind: 'powerFactor', label: '力调电费', version: id, from, to, unit: '元', amount, words } as const;
    return [{ ...line, quantity: moneyText(base), price: exactText(share) }];
  });
}

const HUNDRED = 100n * ONE;

/** One line for each rate and way: what is in the prices, or comes on top. */
function taxLines(
  input: BillInput,
  lines: readonly BillLine[],
): { readonly line: BillLine; readonly included: boolean }[] {
  const groups = new Map<string, { readonly version: PriceVersion; amounts: Money[] }>();
  for (const { version: id, amount } of lines) {
    const version = input.prices.find((one) => one.id === id);
    if (version === undefined || exact(version.tax.rate) === 0n) continue;
    const key = `${version.tax.included} ${exactText(exact(version.tax.rate))}`;
    const group = groups.get(key) ?? { version, amounts: [] };
    group.amounts.push(amount);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ version, amounts }) => {
    const { included, rate } = version.tax;
    const base = sumMoney(amounts);
    const fen = toFen(base);
    const part = exact(rate);
    const amount = fromFen(divideRounded(fen * part, included ? HUNDRED + part : HUNDRED));
    const words = included
      ? `价内税 ${moneyText(base)} 元 ÷ (1 + ${rate}%) × ${rate}% = ${moneyText(amount)} 元`
      : `价外税 ${moneyText(base)} 元 × ${rate}% = ${moneyText(amount)} 元`;
    const line: BillLine = {
      kind: 'tax',
      label: included ? '其中税额' : '税额',
      version: version.id,
      from: input.from,
      to: input.to,
      quantity: moneyText(base),
      unit: '元',
      price: exactText(part / 100n),
      amount,
      words,
    };
    return { line, included };
  });
}

/**
 * The bill of a period. Prices are those of each day; a period across a change is parted there. What lacks a price, a quantity or a
 * split is a problem and never counts as zero.
 */
export function billOf(input: BillInput): Bill {
  const problems: string[] = [];
  const portions = portionsOf(input, problems);
  const ladder: Ladder = { window: '', used: exact(input.ladderBefore ?? '0') };
  const lines = portions.flatMap((portion) => [
    ...energyLines(portion, input.unit, ladder, problems),
    ...basicLine(portion, input, problems),
    ...(portion.version.surcharges ?? []).map(({ name, price }) => {
      const quantity = sumOf(portion.days.map(({ usage }) => exact(usage)));
      return lineOf(portion, { kind: 'surcharge', label: name, unit: input.unit, quantity, price });
    }),
  ]);
  lines.push(...powerFactorLines(input, lines, problems));
  const taxes = taxLines(input, lines);
  const subtotal = sumMoney(lines.map(({ amount }) => amount));
  const onTop = sumMoney(taxes.filter(({ included }) => !included).map(({ line }) => line.amount));
  return {
    lines: [...lines, ...taxes.map(({ line }) => line)],
    subtotal,
    tax: taxes.reduce((sum, { line }) => addMoney(sum, line.amount), ZERO_MONEY),
    total: addMoney(subtotal, onTop),
    problems,
  };
}

/**
 * Lines of a bill by walking day after day: what one room's fee comes to in one cycle. The server makes them by sets (`bills/lines.ts`); a test holds
 * both against each other. Spans are half-open days.
 */
import { Big } from 'big.js';
import { type CycleSpan, daysBetween, plusDays, type Span } from './cycle.ts';

export const DAY_COUNTS = ['实际天数', '30天制'] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

/** Half away from zero of numerator / denominator in whole units, worked out in one step: a quotient that was rounded before would be rounded twice. */
export function halfAway(numerator: Big, denominator: Big): bigint {
  const sign = numerator.lt(0) ? -1n : 1n;
  const scale = Big(10).pow(18);
  const top = BigInt(numerator.abs().times(2).times(scale).toFixed(0));
  const bottom = BigInt(denominator.times(scale).toFixed(0));
  return sign * ((top + bottom) / (2n * bottom));
}

/** Days of a span as a community counts them; a month has 30 where it was agreed so. Days of pieces add up to those of the whole. */
export function countedDays(span: Span, count: DayCount): number {
  if (count === '实际天数') return daysBetween(span.from, span.to);
  const at = (day: string): number => {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    return year * 360 + month * 30 + Math.min(date, 30);
  };
  return at(span.to) - at(span.from);
}

export interface PriceVersion extends Span {
  readonly id: string;
  readonly price: string;
  readonly ofCommunity: boolean;
  /** Null: of all usages. */
  readonly usage: string | null;
}

/** The price of a day: that of a community goes before that of all, then that of a usage. */
export const priceOn = <P extends PriceVersion>(prices: readonly P[], usage: string, day: string): P | undefined =>
  prices
    .filter((one) => one.from <= day && day < one.to && (one.usage === null || one.usage === usage))
    .toSorted(
      (a, b) => Number(b.ofCommunity) - Number(a.ofCommunity) || Number(b.usage !== null) - Number(a.usage !== null),
    )[0];

/** Prices as they follow one another for a usage within a span, without those that give way to others. */
export function pricesOf<P extends PriceVersion>(
  prices: readonly P[],
  usage: string,
  within: Span,
): readonly (P & Span)[] {
  const cuts = prices.flatMap(({ from, to }) => [from, to]).filter((day) => day > within.from && day < within.to);
  const days = [...new Set([within.from, ...cuts, within.to])].toSorted();
  const found: (P & Span)[] = [];
  for (const [index, from] of days.slice(0, -1).entries()) {
    const to = days[index + 1] ?? within.to;
    const price = priceOn(prices, usage, from);
    const last = found.at(-1);
    if (price === undefined) continue;
    if (last !== undefined && last.id === price.id && last.to === from) found[found.length - 1] = { ...last, to };
    else found.push({ ...price, from, to });
  }
  return found;
}

/** The price that is charged, to six places: what the bill says, and is counted with. */
export const discounted = (price: string, discount: string): string =>
  Big(price).times(discount).div(100).round(6, Big.roundHalfUp).toFixed();

/** What a room's fee is charged by in a cycle. */
export interface LineWorld {
  readonly cycle: CycleSpan;
  readonly dayCount: DayCount;
  /** When the room is charged the fee. */
  readonly charged: Span;
  readonly usage: string;
  /** % of the price. */
  readonly discount: string;
  readonly contractPrice: string | null;
  readonly prices: readonly PriceVersion[];
  /** Quantities by day: areas, or one that always holds. */
  readonly quantities: readonly (Span & { readonly quantity: string })[];
  readonly payers: readonly (Span & { readonly payer: string })[];
  /** % that is still charged. */
  readonly off: readonly (Span & { readonly keep: string })[];
  /** Before that day so many % are charged. */
  readonly delivered: string | null;
  readonly undelivered: string;
}

export interface Line extends Span {
  readonly part: number;
  readonly payer: string | null;
  readonly priceId: string | null;
  readonly unitPrice: string;
  readonly quantity: string;
  readonly days: number;
  readonly offDays: number;
  /** Σ days × what of them is charged. */
  readonly weight: string;
  readonly cycleDays: number;
  /** Fen. */
  readonly amount: bigint;
}

interface Day {
  readonly day: string;
  readonly payer: string | null;
  readonly priceId: string | null;
  readonly unitPrice: string;
  readonly quantity: string;
  readonly factor: Big;
}

const holding = <S extends Span>(spans: readonly S[], day: string): S | undefined =>
  spans.find(({ from, to }) => from <= day && day < to);

function dayOf(world: LineWorld, day: string): Day | null {
  const price = world.contractPrice === null ? priceOn(world.prices, world.usage, day) : undefined;
  const listed = world.contractPrice ?? price?.price;
  const unitPrice = listed === undefined ? undefined : discounted(listed, world.discount);
  const quantity = holding(world.quantities, day)?.quantity;
  if (unitPrice === undefined || quantity === undefined) return null;
  const keep = Big(holding(world.off, day)?.keep ?? 100);
  const early = world.delivered !== null && day < world.delivered ? Big(world.undelivered) : Big(100);
  return {
    day,
    payer: holding(world.payers, day)?.payer ?? null,
    priceId: price?.id ?? null,
    unitPrice,
    quantity,
    factor: (keep.lt(early) ? keep : early).div(100),
  };
}

const samePrice = (a: Day, b: Day): boolean =>
  a.priceId === b.priceId && Big(a.unitPrice).eq(b.unitPrice) && Big(a.quantity).eq(b.quantity);

/** Runs of days on which nothing that cuts a bill changes. */
function runsOf(world: LineWorld, span: Span): Day[][] {
  const runs: Day[][] = [];
  for (let day = span.from; day < span.to; day = plusDays(day, 1)) {
    const now = dayOf(world, day);
    if (now === null) continue;
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (last !== undefined && plusDays(last.day, 1) === day && samePrice(last, now) && last.payer === now.payer)
      run?.push(now);
    else runs.push([now]);
  }
  return runs;
}

/**
 * Lines of a cycle, one a part. Within parts of one price and quantity each is what is owed so far less what the ones before it are, so that the last
 * is the whole less the others and none is ever negative.
 */
export function linesOf(world: LineWorld): readonly Line[] {
  const from = world.charged.from > world.cycle.from ? world.charged.from : world.cycle.from;
  const to = world.charged.to < world.cycle.to ? world.charged.to : world.cycle.to;
  if (from >= to) return [];
  const cycleDays = countedDays(world.cycle, world.dayCount);
  const counted = (days: readonly Day[]): number =>
    days.reduce((sum, { day }) => sum + countedDays({ from: day, to: plusDays(day, 1) }, world.dayCount), 0);
  const lines: Line[] = [];
  let before: Day | null = null;
  let soFar = Big(0);
  let fenSoFar = 0n;
  for (const run of runsOf(world, { from, to })) {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) continue;
    if (before === null || !samePrice(before, first)) [soFar, fenSoFar] = [Big(0), 0n];
    before = first;
    const weight = run.reduce(
      (sum, { day, factor }) =>
        sum.plus(factor.times(countedDays({ from: day, to: plusDays(day, 1) }, world.dayCount))),
      Big(0),
    );
    soFar = soFar.plus(weight);
    const fen = halfAway(Big(first.quantity).times(first.unitPrice).times(100).times(soFar), Big(cycleDays));
    lines.push({
      part: lines.length,
      from: first.day,
      to: plusDays(last.day, 1),
      payer: first.payer,
      priceId: first.priceId,
      unitPrice: first.unitPrice,
      quantity: first.quantity,
      days: counted(run),
      offDays: counted(run.filter(({ factor }) => factor.lt(1))),
      weight: weight.toFixed(),
      cycleDays,
      amount: fen - fenSoFar,
    });
    fenSoFar = fen;
  }
  return lines;
}

/** What a line comes to by its own figures, in fen: for whoever checks one by hand. */
export const recounted = (of: {
  readonly quantity: string;
  readonly unitPrice: string;
  readonly weight: string;
  readonly cycleDays: number;
}): bigint =>
  of.cycleDays === 0
    ? 0n
    : halfAway(Big(of.quantity).times(of.unitPrice).times(100).times(of.weight), Big(of.cycleDays));

/** The tax that is within an amount, in fen. */
export const taxWithin = (amount: bigint, rate: number): bigint => {
  const whole = BigInt(100 + rate);
  const sign = amount < 0n ? -1n : 1n;
  return sign * ((2n * sign * amount * BigInt(rate) + whole) / (2n * whole));
};

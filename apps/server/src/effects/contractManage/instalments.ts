/** What a contract pays or receives by cycle: periods of whole months, and amounts that add up to the fen however they are split. */
import { addDays, daysOf } from '@hengneng/core';
import { Big } from 'big.js';
import { daysBetween } from '../books/source.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
  /** Length in months; a broken month counts by its days. */
  readonly months: Big;
}

export interface Instalment {
  readonly item: string;
  readonly dueOn: string;
  readonly amount: string;
  readonly periodFrom?: string;
  readonly periodTo?: string;
}

const parts = (day: string): readonly [number, number, number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
};
const text = (year: number, month: number, date: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;

/** The same day some months on; the last day of the month where that has none. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = parts(day);
  const index = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
  return text(toYear, toMonth, Math.min(date, daysOf(toYear, toMonth)));
}

/** Months from a day up to (not including) another, both counted from `start`; what is less than a month counts by its days. */
function monthsFrom(start: string, already: number, end: string): Big {
  let whole = 0;
  while (addMonths(start, already + whole + 1) <= end) whole += 1;
  const rest = addMonths(start, already + whole);
  const length = daysBetween(rest, addMonths(start, already + whole + 1));
  return Big(whole).plus(Big(daysBetween(rest, end)).div(length));
}

/** Cuts a time, both days included, into periods of so many months; the last may be shorter. */
export function periodsOf(start: string, end: string, months: number): readonly Period[] {
  const periods: Period[] = [];
  for (let at = 0; addMonths(start, at) <= end; at += months) {
    const next = addMonths(start, at + months);
    const to = addDays(next, -1);
    periods.push(
      to <= end
        ? { from: addMonths(start, at), to, months: Big(months) }
        : { from: addMonths(start, at), to: end, months: monthsFrom(start, at, addDays(end, 1)) },
    );
  }
  return periods;
}

/** Splits an amount by weights, to the fen: rounded down, what is left over goes to the largest remainders, the earlier first. */
export function splitAmount(total: string, weights: readonly Big[]): readonly string[] {
  const sum = weights.reduce((a, b) => a.plus(b), Big(0));
  if (weights.length === 0 || sum.lte(0)) return weights.map(() => '0.00');
  const fen = Big(total).times(100);
  const exact = weights.map((weight) => fen.times(weight).div(sum));
  const floors = exact.map((each) => each.round(0, Big.roundDown));
  let left = fen.minus(floors.reduce((a, b) => a.plus(b), Big(0))).toNumber();
  const order = exact
    .map((each, at) => ({ at, rest: each.minus(floors[at] ?? 0) }))
    .sort((a, b) => b.rest.cmp(a.rest) || a.at - b.at);
  const more = new Set<number>();
  for (const { at } of order) if (left-- > 0) more.add(at);
  return floors.map((each, at) =>
    each
      .plus(more.has(at) ? 1 : 0)
      .div(100)
      .toFixed(2),
  );
}

/** A total over periods, by their length. @param due when the amount of a period is to be paid */
export function spread(
  item: string,
  total: string,
  periods: readonly Period[],
  due: (period: Period) => string = (period) => period.to,
): readonly Instalment[] {
  const amounts = splitAmount(
    total,
    periods.map((period) => period.months),
  );
  return periods.flatMap((period, at) => {
    const amount = amounts[at] ?? '0.00';
    return Number(amount) === 0
      ? []
      : [{ item, dueOn: due(period), amount, periodFrom: period.from, periodTo: period.to }];
  });
}

/** What a yearly fee comes to over periods. */
export const yearlyOver = (yearFee: string, periods: readonly Period[]): string =>
  Big(yearFee)
    .times(periods.reduce((sum, period) => sum.plus(period.months), Big(0)))
    .div(12)
    .toFixed(2);

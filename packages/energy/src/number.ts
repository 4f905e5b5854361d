/** What every formula here relies on: inputs that are numbers, and sums that do not lose their small parts. */

/**
 * The number itself.
 * @throws RangeError for NaN and infinities: a formula that takes them in hands them on to a report.
 */
export function finite(name: string, value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`${name} is not a number: ${value}`);
  return value;
}

/** @throws RangeError for what is below zero or no number. */
export function notNegative(name: string, value: number): number {
  if (finite(name, value) < 0) throw new RangeError(`${name} is below zero: ${value}`);
  return value;
}

/** @throws RangeError for zero, what is below it, or no number. */
export function positive(name: string, value: number): number {
  if (finite(name, value) <= 0) throw new RangeError(`${name} is not above zero: ${value}`);
  return value;
}

/** Sum that keeps what plain addition rounds away (Neumaier): a year of hours adds up as its months do. Zero for none. */
export function sum(values: Iterable<number>): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** Null for none. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** `part / whole`; null where there is nothing to divide by, which people see as 「—」. */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

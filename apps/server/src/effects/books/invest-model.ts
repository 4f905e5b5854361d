/** The arithmetic of an investment review: discount factors, and the internal rate of return of its cash flows. */
import { Big } from 'big.js';

/** `1 / (1 + r)^n`, four places. */
export const discountFactor = (ratePercent: string, year: number): string =>
  Big(1).div(Big(ratePercent).div(100).plus(1).pow(year)).toFixed(4);

const presentValue = (invest: number, flows: readonly (readonly [number, number])[], rate: number): number =>
  flows.reduce((sum, [year, amount]) => sum + amount / (1 + rate) ** year, -invest);

const LOWEST = -0.5;
const HIGHEST = 1;

/**
 * Rate in percent at which the flows are worth what was invested, two places; null where there is none between −50 % and 100 %.
 * @param flows [year, net flow]
 */
export function internalRate(invest: string, flows: readonly (readonly [number, string])[]): string | null {
  const money = Number(invest);
  const numbers = flows.map(([year, amount]) => [year, Number(amount)] as const);
  let [low, high] = [LOWEST, HIGHEST];
  const sign = Math.sign(presentValue(money, numbers, low));
  if (money <= 0 || sign === Math.sign(presentValue(money, numbers, high))) return null;
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    if (Math.sign(presentValue(money, numbers, middle)) === sign) low = middle;
    else high = middle;
  }
  return (((low + high) / 2) * 100).toFixed(2);
}

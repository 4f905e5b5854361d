/** A project among its like (totalAnalysis): median, place, what it could save, and who is so far out that it is not ranked. */
import { finite, notNegative } from '../number.ts';

/** Projects below which there is no place among them. */
export const LEAST_PEERS = 5;

/** Quantile by a line between the two nearest; null for none. @param share 0 to 1. */
export function quantile(values: readonly number[], share: number): number | null {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`not a share: ${share}`);
  const sorted = values.map((value) => finite('value', value)).toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  return below === undefined || above === undefined ? null : below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]): number | null => quantile(values, 0.5);

/**
 * 同类百分位: share of its like that a value is above, half of those equal to it counted, 0 to 100; null with fewer than 5.
 * @param peers all of the kind, the value itself among them.
 */
export function percentileAmong(value: number, peers: readonly number[]): number | null {
  if (peers.length < LEAST_PEERS) return null;
  const below = peers.filter((peer) => peer < value).length;
  const equal = peers.filter((peer) => peer === value).length;
  return ((below + equal / 2) / peers.length) * 100;
}

/** Ids of values more than 3 × IQR beyond the quartiles: shown apart, not ranked. None with fewer than 5. */
export function outliers(values: ReadonlyMap<string, number>): ReadonlySet<string> {
  const all = [...values.values()];
  const [low, high] = [quantile(all, 0.25), quantile(all, 0.75)];
  if (low === null || high === null || all.length < LEAST_PEERS) return new Set();
  const reach = 3 * (high - low);
  return new Set([...values].flatMap(([id, value]) => (value < low - reach || value > high + reach ? [id] : [])));
}

/**
 * 节能机会 in 元 a year: max(0, 强度 − 同类中位) × 面积 × 均价.
 * @param intensity and `medianIntensity` for a year in a unit for m²; `price` in 元 for that unit.
 */
export const opportunity = (intensity: number, medianIntensity: number, areaM2: number, price: number): number =>
  Math.max(0, finite('intensity', intensity) - finite('median', medianIntensity)) *
  notNegative('area', areaM2) *
  notNegative('price', price);

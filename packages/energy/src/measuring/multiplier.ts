/** The multiplier of a meter (倍率 = CT变比 × PT变比) and when it holds. */
import { divideRounded, exactText, ONE, readExact, type Exact } from './exact.ts';
import { toStandard, type GasState } from './gas.ts';

export interface MultiplierPeriod {
  /** Instant from which it holds (生效时刻), up to the next. */
  readonly from: number;
  /** Positive decimal, at most six places. */
  readonly value: string;
  /** What gas is counted at (工况), to be converted; null of a meter that shows the standard state (标况); absent: as before. */
  readonly gas?: GasState | null;
}

const MOST = 1_000_000n * ONE;
const FINEST = 10n ** 6n;

/** `200/5` or `40`. Null where it is no positive ratio. The quotient as a fraction, not yet divided. */
const ratioOf = (text: string): { readonly top: bigint; readonly bottom: bigint } | null => {
  const [upper = '', lower = '1', ...more] = text.split('/').map((part) => part.trim());
  const top = readExact(upper);
  const bottom = readExact(lower);
  if (more.length > 0 || top === null || bottom === null || top <= 0n || bottom <= 0n) return null;
  return { top, bottom };
};

export type CheckedMultiplier = { readonly value: string } | { readonly message: string };

/** CT × PT as a decimal: `200/5` and `10000/100` give `4000`; a direct connection is `1`. */
export function multiplierOf(ct: string, pt: string): CheckedMultiplier {
  const current = ratioOf(ct);
  if (current === null) return { message: 'CT 变比请写成 200/5 或 40' };
  const voltage = ratioOf(pt);
  if (voltage === null) return { message: 'PT 变比请写成 10000/100 或 100' };
  const top = current.top * voltage.top * ONE;
  const bottom = current.bottom * voltage.bottom;
  const value = divideRounded(top, bottom);
  if (value * bottom !== top) return { message: '倍率除不尽，请核对 CT、PT 变比' };
  return checkMultiplier(exactText(value));
}

export function checkMultiplier(text: string): CheckedMultiplier {
  const value = readExact(text.trim());
  if (value === null || value <= 0n) return { message: '倍率应为正数' };
  if (value > MOST) return { message: '倍率不能大于 1000000' };
  if (value % FINEST !== 0n) return { message: '倍率最多 6 位小数' };
  return { value: exactText(value) };
}

/** With CT and PT given, a multiplier of one's own has no place. */
export function checkMultiplierEntry(entry: {
  readonly ct?: string;
  readonly pt?: string;
  readonly value?: string;
}): CheckedMultiplier {
  const { ct, pt, value } = entry;
  if (ct === undefined && pt === undefined) return checkMultiplier(value ?? '');
  const product = multiplierOf(ct ?? '1', pt ?? '1');
  if ('message' in product || value === undefined) return product;
  return readExact(value.trim()) === readExact(product.value)
    ? product
    : { message: `倍率应等于 CT×PT = ${product.value}，填了 CT/PT 时不必另填` };
}

/** Between two changes of a multiplier. */
export interface MultiplierStretch {
  readonly from: number;
  /** The instant of the next change; infinite where there is none. */
  readonly until: number;
  /** Null before the first multiplier. */
  readonly value: Exact | null;
  /** See `MultiplierPeriod`. */
  readonly gas: GasState | null;
}

export interface Multipliers {
  /** The one that holds from an instant on; null before the first. */
  at(at: number): Exact | null;
  /** What one of the dial counts from an instant on: the multiplier, of gas at the standard state by what is set for the meter. */
  worthAt(at: number): Exact | null;
  /** The first change strictly between two instants. */
  changeBetween(from: number, to: number): number | null;
  /** The stretch that an instant lies in: who walks along readings asks once for all of them that lie in it. */
  stretchAt(at: number): MultiplierStretch;
}

const sameGas = (a: GasState | null, b: GasState | null): boolean =>
  a === b || (a !== null && b !== null && a.gauge === b.gauge && a.air === b.air && a.temperature === b.temperature);

/** @throws RangeError for a value that is no decimal. */
export function multipliersOf(periods: readonly MultiplierPeriod[]): Multipliers {
  let before: GasState | null = null;
  const known = periods
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, value, gas }) => {
      const checked = checkMultiplier(value);
      if ('message' in checked) throw new RangeError(`${checked.message}: ${value}`);
      before = gas === undefined ? before : gas;
      return { from, value: readExact(checked.value) ?? ONE, gas: before };
    })
    // What is set anew to the same value is no change.
    .filter((period, index, all) => {
      const last = all[index - 1];
      return period.value !== last?.value || !sameGas(period.gas, last.gas);
    });
  return {
    at: (at) => known.findLast(({ from }) => from <= at)?.value ?? null,
    worthAt: (at) => {
      const holds = known.findLast(({ from }) => from <= at);
      if (holds === undefined) return null;
      return holds.gas === null ? holds.value : toStandard(holds.value, holds.gas);
    },
    changeBetween: (from, to) =>
      known.find((period, index) => index > 0 && period.from > from && period.from < to)?.from ?? null,
    stretchAt: (at) => {
      const next = known.findIndex(({ from }) => from > at);
      const holds = next === -1 ? known.at(-1) : known[next - 1];
      return {
        from: holds?.from ?? Number.NEGATIVE_INFINITY,
        until: known[next]?.from ?? Number.POSITIVE_INFINITY,
        value: holds?.value ?? null,
        gas: holds?.gas ?? null,
      };
    },
  };
}

/** Gas at the meter to the standard state: 101.325 kPa and 20 °C (GB 17820) (check) or 0 °C (Nm³ of designers). */
import { divideRounded, exact, exactText, type Exact } from './exact.ts';

const STANDARD = exact('101.325');
const ZERO = exact('273.15');
const TWENTY = exact('293.15');

export interface GasState {
  /** Pressure above the atmosphere's, kPa (表压). */
  readonly gauge: string;
  /** Pressure of the air, kPa (大气压). */
  readonly air: string;
  /** ℃ */
  readonly temperature: string;
}

/** What a meter that counts gas as it flows (工况) has shown of it, by time: means of a span go before what is set for the meter. */
export interface GasShown {
  readonly pressure: readonly GasReading[];
  readonly temperature: readonly GasReading[];
}
export interface GasReading {
  readonly at: number;
  readonly value: string;
}

/** The state of reference: 20 ℃ unless said otherwise. */
export type GasReference = 0 | 20;

const atReference = (reference: GasReference): Exact => (reference === 20 ? TWENTY : ZERO);

/**
 * Vn = Vg × (P + Pa) / 101.325 × 293.15 / (273.15 + t), in m³, rounded once.
 * @throws RangeError for a state that cannot be (no pressure, below absolute zero).
 */
export const standardVolume = (volume: string, state: GasState, reference: GasReference = 20, places = 6): string =>
  exactText(toStandard(exact(volume), state, reference), places);

/** The same of an exact volume, not rounded further. */
export function toStandard(volume: Exact, state: GasState, reference: GasReference = 20): Exact {
  const pressure = exact(state.gauge) + exact(state.air);
  const kelvin = ZERO + exact(state.temperature);
  if (pressure <= 0n || kelvin <= 0n) throw new RangeError('气体状态不合理，请核对压力与温度');
  return divideRounded(volume * pressure * atReference(reference), STANDARD * kelvin);
}

/** Of what was read in a span that ends at `to` the mean; null where nothing was. Times are in order. */
function meanIn(readings: readonly GasReading[], from: number, to: number): string | null {
  let sum = 0n;
  let count = 0n;
  for (const { at, value } of readings)
    if (at > from && at <= to) {
      sum += exact(value);
      count += 1n;
    }
  return count === 0n ? null : exactText(divideRounded(sum, count));
}

/** The state that gas of a span is converted by: what was read in it, and for what was not what is set for the meter. */
export const stateIn = (set: GasState, shown: GasShown | undefined, from: number, to: number): GasState =>
  shown === undefined
    ? set
    : {
        ...set,
        gauge: meanIn(shown.pressure, from, to) ?? set.gauge,
        temperature: meanIn(shown.temperature, from, to) ?? set.temperature,
      };

/** By how much a cubic metre that flowed is more at the standard state: 1.0946 of 12 kPa and 25 ℃. */
export const standardFactor = (state: GasState): string => standardVolume('1', state);

/** `表压 12 kPa、大气压 100.8 kPa、25 ℃，1 m³ 工况 = 1.0946 m³ 标况` */
export const gasWords = (state: GasState): string =>
  `表压 ${state.gauge} kPa、大气压 ${state.air} kPa、${state.temperature} ℃，1 m³ 工况 = ${exactText(exact(standardFactor(state)), 4)} m³ 标况`;

/** What is wrong with a state, by field; null where it can be. */
export function checkGasState(state: GasState): { readonly path: keyof GasState; readonly message: string } | null {
  const value = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
  const within = (text: string, low: number, high: number): boolean => value(text) >= low && value(text) <= high;
  if (!within(state.gauge, -50, 10_000)) return { path: 'gauge', message: '表压应在 -50~10000 kPa 之间' };
  if (!within(state.air, 50, 110)) return { path: 'air', message: '大气压应在 50~110 kPa 之间' };
  if (!within(state.temperature, -40, 100)) return { path: 'temperature', message: '介质温度应在 -40~100 ℃ 之间' };
  return value(state.gauge) + value(state.air) > 0
    ? null
    : { path: 'gauge', message: '表压与大气压之和应大于 0，请核对' };
}

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

/** The state of reference: 20 ℃ unless said otherwise. */
export type GasReference = 0 | 20;

const atReference = (reference: GasReference): Exact => (reference === 20 ? TWENTY : ZERO);

/**
 * Vn = Vg × (P + Pa) / 101.325 × 293.15 / (273.15 + t), in m³, rounded once.
 * @throws RangeError for a state that cannot be (no pressure, below absolute zero).
 */
export function standardVolume(volume: string, state: GasState, reference: GasReference = 20, places = 6): string {
  const pressure = exact(state.gauge) + exact(state.air);
  const kelvin = ZERO + exact(state.temperature);
  if (pressure <= 0n || kelvin <= 0n) throw new RangeError('气体状态不合理，请核对压力与温度');
  return exactText(divideRounded(exact(volume) * pressure * atReference(reference), STANDARD * kelvin), places);
}

/** The same gas at the other reference: 0 °C to 20 °C is 7.32 % more cubic metres. */
export const toReference = (volume: string, from: GasReference, to: GasReference, places = 6): string =>
  exactText(divideRounded(exact(volume) * atReference(to), atReference(from)), places);

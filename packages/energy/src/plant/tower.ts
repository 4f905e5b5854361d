/** Water that cooling towers lose. Rejected heat in kW gives kg/h; in kWh it gives kg. 1000 kg of water are 1 m³. */
import { notNegative } from '../number.ts';

/** kWh of heat that leave with 1 kg of evaporated water: 2430 kJ/kg at about 30 ℃ (domain/energy.md). */
export const EVAPORATION_KWH_PER_KG = 0.675;

/** Evaporated water in kg/h of kW, or in kg of kWh: Q_rej / 0.675. */
export const evaporation = (rejected: number): number =>
  notNegative('rejected heat', rejected) / EVAPORATION_KWH_PER_KG;

/**
 * 排污: evaporation / (N − 1), N being how much saltier the circulating water may be than its make-up (浓缩倍数).
 * @throws RangeError where N is not above 1: all water would have to go.
 */
export function blowdown(evaporated: number, cycles: number): number {
  if (!(cycles > 1) || !Number.isFinite(cycles)) throw new RangeError(`cycles of concentration not above 1: ${cycles}`);
  return notNegative('evaporation', evaporated) / (cycles - 1);
}

export interface TowerWater {
  readonly evaporation: number;
  readonly blowdown: number;
  readonly drift: number;
  /** Their sum: what the make-up meter has to show. */
  readonly makeUp: number;
}

/**
 * Water of a tower: kg/h where heat and drift are of an hour, kg where they are of a time.
 * @param drift 飘水, in kg; what drifts is blown down as well, so that it shortens the blow-down.
 */
export function towerWater(rejected: number, cycles: number, drift = 0): TowerWater {
  const lost = evaporation(rejected);
  const bleed = Math.max(0, blowdown(lost, cycles) - notNegative('drift', drift));
  return { evaporation: lost, blowdown: bleed, drift, makeUp: lost + bleed + drift };
}

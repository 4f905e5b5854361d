/** Heat in water and in gas. Powers in kW, amounts in kWh, flows of water and gas in m³/h, calorific values in MJ/m³. */
import { finite, notNegative, positive, sum } from '../number.ts';

/** kW in 1 m³/h of water for each kelvin: ρ·c/3600 at 1000 kg/m³ and 4.1868 kJ/(kg·K) (catalogue `shared.energy`; domain/energy.md). */
export const WATER_KW_PER_M3H_K = 1.163;

/**
 * 瞬时冷热量 in kW: 1.163 · V · |Δt|. What the water carries does not ask which pipe was called supply.
 * @throws RangeError for a flow below zero or what is no number.
 */
export const heatPower = (flowM3h: number, deltaK: number): number =>
  WATER_KW_PER_M3H_K * notNegative('flow', flowM3h) * Math.abs(finite('temperature difference', deltaK));

/**
 * Temperature difference in K that carries `powerKw` at a flow in m³/h.
 * @throws RangeError where nothing flows.
 */
export const deltaFor = (powerKw: number, flowM3h: number): number =>
  notNegative('power', powerKw) / (WATER_KW_PER_M3H_K * positive('flow', flowM3h));

/**
 * Heat of burning gas in kW: V · LHV / 3.6. Volume and calorific value have to be of the same reference state.
 * @throws RangeError for what is below zero or no number, and a calorific value of zero.
 */
export const gasPower = (flowM3h: number, lhvMjPerM3: number): number =>
  (notNegative('gas flow', flowM3h) * positive('calorific value', lhvMjPerM3)) / 3.6;

/** Heat of burning an amount of gas in kWh: V[m³] · LHV[MJ/m³] / 3.6. */
export const gasHeat = (gasM3: number, lhvMjPerM3: number): number => gasPower(gasM3, lhvMjPerM3);

export interface WaterSample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly flowM3h: number;
  readonly supplyC: number;
  readonly returnC: number;
}

export interface AccumulatedHeat {
  readonly kwh: number;
  /** Hours that the amount stands for. */
  readonly coveredHours: number;
  /** Hours between samples that lie too far apart; nothing is assumed for them. */
  readonly gapHours: number;
}

/**
 * Cold or heat over a time, from samples of flow and temperatures in order of time: trapezoids between neighbours.
 * @param maxGapMs neighbours further apart leave a gap that is counted, not filled; half an hour as freshness has it.
 * @throws RangeError where samples are not in order of time.
 */
export function accumulateHeat(samples: readonly WaterSample[], maxGapMs = 30 * 60_000): AccumulatedHeat {
  const parts: number[] = [];
  let covered = 0;
  let gaps = 0;
  samples.forEach((sample, index) => {
    const before = samples[index - 1];
    if (before === undefined) return;
    const ms = sample.at - before.at;
    if (!(ms > 0)) throw new RangeError('samples are not in order of time');
    if (ms > maxGapMs) {
      gaps += ms;
      return;
    }
    covered += ms;
    const power = ({ flowM3h, supplyC, returnC }: WaterSample): number => heatPower(flowM3h, supplyC - returnC);
    parts.push((((power(before) + power(sample)) / 2) * ms) / 3_600_000);
  });
  return { kwh: sum(parts), coveredHours: covered / 3_600_000, gapHours: gaps / 3_600_000 };
}

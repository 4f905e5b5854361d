/** Heat in water and in gas. Powers in kW, amounts in kWh, flows of water and gas in m³/h, calorific values in MJ/m³. */
import { finite, notNegative, positive } from '../number.ts';

/** kW in 1 m³/h of water for each kelvin: ρ·c/3600 at 1000 kg/m³ and 4.1868 kJ/(kg·K) (catalogue `shared.energy`; domain/energy.md). */
export const WATER_KW_PER_M3H_K = 1.163;

/**
 * 瞬时冷热量 in kW: 1.163 · V · |Δt|. What the water carries does not ask which pipe was called supply.
 * @throws RangeError for a flow below zero or what is no number.
 */
export const heatPower = (flowM3h: number, deltaK: number): number =>
  WATER_KW_PER_M3H_K * notNegative('flow', flowM3h) * Math.abs(finite('temperature difference', deltaK));

/**
 * Heat of burning gas in kW: V · LHV / 3.6. Volume and calorific value have to be of the same reference state.
 * @throws RangeError for what is below zero or no number, and a calorific value of zero.
 */
export const gasPower = (flowM3h: number, lhvMjPerM3: number): number =>
  (notNegative('gas flow', flowM3h) * positive('calorific value', lhvMjPerM3)) / 3.6;

/** Heat of burning an amount of gas in kWh: V[m³] · LHV[MJ/m³] / 3.6. */
export const gasHeat = (gasM3: number, lhvMjPerM3: number): number => gasPower(gasM3, lhvMjPerM3);

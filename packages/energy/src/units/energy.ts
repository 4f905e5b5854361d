/** Amounts of energy and power in the units that people choose. Everything here calculates in kWh and kW. */
import { finite } from '../number.ts';

/**
 * kWh in one unit. GJ and 万大卡 (10⁴ kcal of 4.1868 kJ) are exact; a ton of refrigeration is 3.517 kW as the catalogue and
 * Chinese nameplates round it (exactly 3.51685).
 */
const KWH_IN = { kWh: 1, MWh: 1000, GJ: 1000 / 3.6, RTh: 3.517, 万大卡: 11.63 } as const;
export type EnergyUnit = keyof typeof KWH_IN;
export const ENERGY_UNITS = Object.keys(KWH_IN) as readonly EnergyUnit[];

/** kW in one unit. */
const KW_IN = { kW: 1, MW: 1000, RT: KWH_IN.RTh, '万大卡/h': KWH_IN.万大卡 } as const;
export type PowerUnit = keyof typeof KW_IN;
export const POWER_UNITS = Object.keys(KW_IN) as readonly PowerUnit[];

/**
 * An amount of energy in another unit: `convertEnergy(1, 'GJ', 'kWh')` is 277.78.
 * @throws RangeError where the amount is no number.
 */
export const convertEnergy = (amount: number, from: EnergyUnit, to: EnergyUnit): number =>
  from === to ? finite('amount', amount) : (finite('amount', amount) * KWH_IN[from]) / KWH_IN[to];

/**
 * A power in another unit: `convertPower(1, 'RT', 'kW')` is 3.517.
 * @throws RangeError where the power is no number.
 */
export const convertPower = (power: number, from: PowerUnit, to: PowerUnit): number =>
  from === to ? finite('power', power) : (finite('power', power) * KW_IN[from]) / KW_IN[to];

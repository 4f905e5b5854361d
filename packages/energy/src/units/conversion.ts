/** Between units of one quantity, which nobody has to register: people write them in several ways. */
import { convertEnergy, ENERGY_UNITS, type EnergyUnit } from './energy.ts';

const ALIASES: Readonly<Record<string, string>> = {
  m3: 'm³',
  nm3: 'nm³',
  立方米: 'm³',
  方: 'm³',
  升: 'l',
  吨: 't',
  千克: 'kg',
  公斤: 'kg',
  度: 'kwh',
  千瓦时: 'kwh',
};

/** The same text for the same unit: nobody minds case, m3 is m³, 吨 is t. */
export const plainUnit = (unit: string): string => {
  const plain = unit.trim().toLowerCase();
  return ALIASES[plain] ?? plain;
};

/** In kg; in m³ of the state that meters refer to (20 ℃; Nm³ of designers is at 0 ℃ and holds 7.3 % more). */
const MASS: Readonly<Record<string, number>> = { kg: 1, t: 1000, g: 0.001 };
const VOLUME: Readonly<Record<string, number>> = { 'm³': 1, l: 0.001, '万m³': 10_000, 'nm³': 293.15 / 273.15 };
const ENERGY: ReadonlyMap<string, EnergyUnit> = new Map(ENERGY_UNITS.map((unit) => [plainUnit(unit), unit]));

/**
 * How many of a unit are in one of another where both measure the same: `knownConversion('MWh', 'GJ')` is 3.6, `('kg', 't')` 0.001.
 * @returns null where it depends on what is measured: litres of a fuel and its kilograms
 */
export function knownConversion(from: string, to: string): number | null {
  const [a, b] = [plainUnit(from), plainUnit(to)];
  if (a === b) return 1;
  const [energyA, energyB] = [ENERGY.get(a), ENERGY.get(b)];
  if (energyA !== undefined && energyB !== undefined) return convertEnergy(1, energyA, energyB);
  for (const table of [MASS, VOLUME]) {
    const [one, other] = [table[a], table[b]];
    if (one !== undefined && other !== undefined) return one / other;
  }
  return null;
}

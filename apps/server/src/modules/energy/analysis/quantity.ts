import type { QuantityName } from '@hengneng/energy/units';

/** How amounts of an energy are written. */
const QUANTITY: Readonly<Record<string, QuantityName>> = {
  elec: 'electricity',
  gas: 'gas',
  steam: 'steam',
  water: 'water',
  softWater: 'water',
  hotWater: 'water',
  cooling: 'heat',
  heating: 'heat',
};

export const quantityOf = (energy: string): QuantityName | undefined => QUANTITY[energy];

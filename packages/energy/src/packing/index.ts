export { packReadings, type PackedReading, unpackReadings } from './pack.ts';
export { decimalsOf, inUnits, unitsText } from './units.ts';

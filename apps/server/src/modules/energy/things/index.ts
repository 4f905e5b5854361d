/** What is measured, and with what: rooms, systems, devices, energies, meters and what happened to them. */
import './schema.ts';

export { registerThings } from './calls.ts';
export { type DemoMeterThing, demoInstalled, demoMeters, demoSeed, seedThings } from './demo.ts';
export { DEVICE_PAPER, seesDevice } from './devices.ts';
export { roomSurveys } from './floors.ts';
export { hostEnergies, mainEnergies, mainEnergy } from './host-energies.ts';
export { type Install, meterLines, type MeterThing } from './lines.ts';
export { IS_MAIN, mainMeters, METERS, UNIT_NO } from './mains.ts';
export { readMeter } from './meters-read.ts';
export { numberTaken } from './meters-write.ts';
export { endStanding, keepMeters, queueRecalc, queueRecalcs, queueStanding, type Recalc } from './queue.ts';
export { RATIO_PAPER, seesRatio } from './ratios.ts';
export { lockThings } from './rooms.ts';
export type { BreakRegisters, RegisterTexts } from './schema.ts';
export { DEVICES, isoText, plainNumber, REPLACE } from './screens.ts';
export { type VisibleMeter, visibleMeters } from './visible.ts';

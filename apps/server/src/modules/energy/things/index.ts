/** What is measured, and with what: rooms, systems, devices, energies, meters and what happened to them. */
import './schema.ts';

export { type DemoMeterThing, DEMO_SEED, demoInstalled, demoMeters, seedThings } from './demo.ts';
export { type Install, meterLines, type MeterThing } from './lines.ts';
export { queueRecalc, queueRecalcs, type Recalc } from './queue.ts';
export type { BreakRegisters, RegisterTexts } from './schema.ts';
export { type VisibleMeter, visibleMeters } from './visible.ts';

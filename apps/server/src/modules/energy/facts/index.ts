/** From readings to the facts of days: the only place that works them out. */
export { CALC, frequencyOf, lineSince } from './days.ts';
export { drainQueue, factsJobs, settle } from './queue.ts';
export { type Sample, type SampleSource, takeSamplesFrom } from './samples.ts';
export { noSample, sound, uncertainDay } from './sound.ts';
export { type DayChange, FILLED } from './store.ts';
export { daysAsOf, foresee, type Supposed, workOut, workOutAll, type WorkedOut } from './work-out.ts';
export type { DayRow } from './days.ts';

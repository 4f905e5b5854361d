export * from './days.ts';
export * from './degree-days.ts';
export * from './plan.ts';

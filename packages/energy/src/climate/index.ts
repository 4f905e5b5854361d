export * from './days.ts';
export * from './degree-days.ts';

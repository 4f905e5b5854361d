export * from './balance.ts';
export * from './efficiency.ts';
export * from './heat.ts';
export * from './load.ts';
export * from './run.ts';
export * from './standards.ts';
export * from './tower.ts';

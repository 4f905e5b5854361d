export * from './units/index.ts';
export * from './plant/index.ts';

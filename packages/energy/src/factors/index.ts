export * from './choose.ts';
export * from './factor.ts';
export * from './freeze.ts';

export * from './below.ts';
export * from './checks.ts';

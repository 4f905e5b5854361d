export * from './energy.ts';
export * from './quantity.ts';

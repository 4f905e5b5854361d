export * from './conversion.ts';
export * from './energy.ts';
export * from './quantity.ts';

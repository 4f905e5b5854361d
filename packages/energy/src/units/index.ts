export * from './conversion.ts';
export * from './energy.ts';
export * from './heat.ts';
export * from './quantity.ts';

export * from './conversion.ts';
export * from './energy.ts';
export * from './heat.ts';
export * from './heat-day.ts';
export * from './heat-many.ts';
export * from './quantity.ts';

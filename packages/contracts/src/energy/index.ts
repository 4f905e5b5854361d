export * from './base-information.ts';
export * from './devices.ts';
export * from './exchange.ts';
export * from './ingest.ts';
export * from './prices.ts';
export * from './readings.ts';
export * from './reports.ts';
export * from './settings.ts';

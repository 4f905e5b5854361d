export * from './readings.ts';
export * from './settings.ts';

export * from './waterfall.ts';

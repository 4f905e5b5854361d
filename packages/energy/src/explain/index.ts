export * from './compare.ts';
export * from './peers.ts';
export * from './shown.ts';
export * from './waterfall.ts';

export * from './choose.ts';
export * from './factor.ts';
export * from './measure.ts';
export * from './regions.ts';
export { source, unchecked } from '../source.ts';

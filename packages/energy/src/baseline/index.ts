export * from './change-point.ts';
export { fProbability, tProbability, tQuantile } from './distributions.ts';
export { leastSquares, type LeastSquares, type RankDeficient } from './least-squares.ts';
export * from './lag.ts';
export * from './linear.ts';
export * from './qualify.ts';
export * from './statistics.ts';

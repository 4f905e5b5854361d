export * from './ast.ts';
export * from './evaluate.ts';
export * from './types.ts';
export * from './explain.ts';
export * from './never.ts';
export * from './parse.ts';
export * from './value.ts';

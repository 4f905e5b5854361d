export * from './ast.ts';
export * from './evaluate.ts';
export * from './types.ts';
export * from './parse.ts';
export * from './value.ts';

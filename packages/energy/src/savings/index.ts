export * from './avoided.ts';
export * from './statement.ts';

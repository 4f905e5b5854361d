export * from './define.ts';
export * from './fields.ts';
export type { CheckExpr } from './names.ts';

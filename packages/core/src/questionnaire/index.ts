export * from './check-answer.ts';
export * from './check-design.ts';
export * from './model.ts';
export * from './scores.ts';
export * from './values.ts';
export * from './visible.ts';

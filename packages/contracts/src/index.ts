export * from './call.ts';
export * from './approval.ts';
export * from './demo.ts';
export * from './forms.ts';

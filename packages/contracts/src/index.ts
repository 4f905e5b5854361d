export * from './call.ts';
export * from './approval.ts';

/** Calls of 物业收费 (/pmsapi). */
export * from './bills.ts';
export * from './cashier-papers.ts';
export * from './cashier.ts';
export * from './common.ts';
export * from './income.ts';
export * from './metering.ts';
export * from './notices.ts';
export * from './papers.ts';
export * from './payments.ts';
export * from './registry-community.ts';
export * from './registry-fee.ts';
export * from './registry-room.ts';
export * from './secret-use.ts';
export * from './statement.ts';
export * from './suspension-public.ts';
export * from './suspension-words.ts';
export * from './suspension.ts';

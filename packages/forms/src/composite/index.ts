export * from './feePaymentBehalf.form.ts';
export * from './outService.form.ts';

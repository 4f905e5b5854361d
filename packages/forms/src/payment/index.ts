export * from './borrowing.form.ts';
export * from './expenseReimbursement.form.ts';
export * from './fundBudget.form.ts';
export * from './invoiceCancel.form.ts';
export * from './invoiceHedging.form.ts';
export * from './payment.form.ts';
export * from './preOpen.form.ts';

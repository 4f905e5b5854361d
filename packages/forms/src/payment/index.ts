export * from './borrowing.form.ts';
export * from './expenseReimbursement.form.ts';
export * from './fundBudget.form.ts';
export * from './payment.form.ts';

export * from './EMCProjectCheck.form.ts';
export * from './entryHandover.form.ts';
export * from './feePaymentBehalf.form.ts';
export * from './outService.form.ts';
export * from './providerAnnualReview.form.ts';
export * from './staffRent.form.ts';
export * from './technicalRegistration.form.ts';

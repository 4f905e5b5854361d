export * from './cancelSettlement.form.ts';
export * from './lossProjectAnalysis.form.ts';
export * from './measurementCharge.form.ts';
export * from './paymentReceived.form.ts';
export * from './userSettlement.form.ts';

export * from './detection.form.ts';
export * from './maintain.form.ts';
export * from './maintenance.form.ts';
export * from './otherSource.form.ts';
export * from './strategicAgreement.form.ts';
export * from './waterProcurement.form.ts';

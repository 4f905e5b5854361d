export * from './projectInspectionCheck.form.ts';

export * from './roomInspectionRecord.form.ts';

export * from './airUsage.form.ts';
export * from './customerVisitRegistration.form.ts';
export * from './interviewRecord.form.ts';

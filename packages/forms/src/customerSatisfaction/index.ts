export * from './interviewRecord.form.ts';

export * from './assessmentReport.form.ts';
export * from './employeeInterview.form.ts';

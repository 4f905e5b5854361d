export * from './dutySchedule.form.ts';
export * from './jobTransfer.form.ts';
export * from './resignationReport.form.ts';
export * from './userEntry.form.ts';
export * from './userFormal.form.ts';

export * from './departmentalWorkContact.form.ts';
export * from './emcProblemRectification.form.ts';
export * from './userComplaint.form.ts';
export * from './userInterviewRecord.form.ts';
export * from './userInterviewRecordTel.form.ts';

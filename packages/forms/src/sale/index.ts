export * from './EMCProjectBidSummary.form.ts';
export * from './EMCTechnicalSupportTravel.form.ts';
export * from './departmentalWorkContact.form.ts';
export * from './emcProblemRectification.form.ts';
export * from './projectVisitApplication.form.ts';
export * from './userComplaint.form.ts';
export * from './userInterviewRecord.form.ts';
export * from './userInterviewRecordTel.form.ts';

export * from './monthlyTrainingPlan.form.ts';
export * from './monthlyTrainingProcessRecord.form.ts';
export * from './trainingFeedback.form.ts';

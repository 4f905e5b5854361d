export * from './problemDetectionFeedback.form.ts';
export * from './seasonPlanClient.form.ts';
export * from './yearPlanInner.form.ts';

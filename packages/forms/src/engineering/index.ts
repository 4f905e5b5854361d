export * from './ServiceEvaluationA.form.ts';
export * from './ServiceEvaluationB.form.ts';
export * from './ServiceEvaluationC.form.ts';
export * from './serviceProvider.form.ts';

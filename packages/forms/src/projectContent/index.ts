export * from './consult.form.ts';
export * from './consultProject.form.ts';

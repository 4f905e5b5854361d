export * from './airTechnicianEvaluation.form.ts';
export * from './monitorEstablish.form.ts';

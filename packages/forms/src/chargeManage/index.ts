export * from './chargePreOpen.form.ts';
export * from './suspend.form.ts';

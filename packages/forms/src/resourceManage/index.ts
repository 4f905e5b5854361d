export * from './renewalTracking.form.ts';

export * from './outHandover.form.ts';
export * from './renewalTracking.form.ts';

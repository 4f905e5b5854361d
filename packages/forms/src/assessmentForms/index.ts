export * from './aircrewBurn.form.ts';

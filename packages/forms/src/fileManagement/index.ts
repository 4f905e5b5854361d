export * from './dailyInformation.form.ts';

export * from './projectStaticsInfo.form.ts';

export * from './electricityMeter.form.ts';

export * from './departmentalWorkContact.form.ts';

export * from './lightInStorage.form.ts';
export * from './lightOutStorage.form.ts';

export * from './jobTransfer.form.ts';
export * from './userEntry.form.ts';

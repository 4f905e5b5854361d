export * from './certificateManage.form.ts';
export * from './credentials.form.ts';
export * from './credentialsBorrow.form.ts';

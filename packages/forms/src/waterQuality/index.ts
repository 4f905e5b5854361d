export * from './constructionNotice.form.ts';

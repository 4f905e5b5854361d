export * from './problemDetectionFeedback.form.ts';

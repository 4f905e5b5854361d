/** Asking customers for what they owe. */
export { registerCollection } from './calls.ts';
export { tellBrokenPromises } from './promises.ts';

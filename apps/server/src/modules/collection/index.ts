/** Asking customers for what they owe. */
export { registerCollection } from './calls.ts';
export { tellLateContracts } from './late.ts';
export { tellBrokenPromises } from './promises.ts';

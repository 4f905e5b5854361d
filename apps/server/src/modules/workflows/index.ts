/** Chains of modules: versions that people edit, try out and publish. */
export { registerWorkflows } from './calls.ts';

/** Settings, messages, search and the audit log. */
export { registerSystem } from './calls.ts';
export { sendMessage } from './messages.ts';

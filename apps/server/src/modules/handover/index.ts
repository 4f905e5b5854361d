/** Projects that were won, handed over to those who build and run them. */
export { registerProjectHandover } from './calls.ts';
export { tellHandovers } from './remind.ts';
export { HANDOVER_PAPER, seesHandoverPaper } from './store.ts';

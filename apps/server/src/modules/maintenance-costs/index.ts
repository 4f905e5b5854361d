/** Costs of repairs, entered, checked and closed by month. */
export { registerMaintenanceCosts, seesCostPaper } from './calls.ts';
export { COST_PAPER } from './rows.ts';

/** Costs of repairs, entered, checked and closed by month. */
export { COST_PAPER, registerMaintenanceCosts, seesCostPaper } from './calls.ts';

/** What energy costs, from days of meters and versions of prices. */
export { type ChangedCost, changedCosts, type ChangedDay } from './changed.ts';
export { seenCostsOfDays } from './seen.ts';
export { dayCosts, type EnergyCost, isBought, type MonthCost, monthCosts, spanCosts } from './costs.ts';
export { openCosts } from './open.ts';
export { type CostSum, fenOf, seesCostPrices, seesCosts, sumCosts, takesCosts } from './sums.ts';

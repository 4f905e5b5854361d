/** What energy costs, and what it makes of coal and carbon. */
export { registerPrices, seesPrice } from './calls.ts';
export { factorsFor } from './coefficients.ts';
export { seedPrices } from './demo.ts';
export { PRICE_PAPER } from './rows.ts';
export { pricesWhere, type StoredPrice, versionOf } from './rows.ts';
export { dayKindOf } from './read.ts';

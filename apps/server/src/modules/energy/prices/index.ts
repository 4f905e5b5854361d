/** What energy costs, and what it makes of coal and carbon. */
export { registerPrices, seesFactor, seesPrice } from './calls.ts';
export { FACTOR_PAPER } from './coefficients.ts';
export { closedKeysOf, factorsFor, factorsForAll } from './coefficients.ts';
export { seedPrices } from './demo.ts';
export { MECHANISM_PAPER, PROPOSAL_PAPER, seesMechanism, seesProposal } from './mechanism.ts';
export { PRICE_PAPER, pricesWhere, type StoredPrice, storedPrices, versionOf } from './rows.ts';

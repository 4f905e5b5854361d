/** What energy costs, and what it makes of coal and carbon. */
export { registerPrices, seesFactor, seesPrice } from './calls.ts';
export { priceWords } from './across.ts';
export { closedKeysOf, FACTOR_PAPER, factorsFor, factorsForAll } from './coefficients.ts';
export { seedPrices } from './demo.ts';
export { MECHANISM_PAPER, PROPOSAL_PAPER, seesMechanism, seesProposal } from './mechanism.ts';
export { PRICE_PAPER, pricesWhere, type StoredPrice, storedPrices, versionOf } from './rows.ts';

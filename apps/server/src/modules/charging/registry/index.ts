/** Who is charged for what: communities, rooms, people, fees and prices, and who sees them. */
export { registerRegistry, seesFeePrice } from './calls.ts';
export { seedRegistry } from './demo.ts';
export { FEE_PRICE_PAPER } from './fees-write.ts';
export { communityReferences, feeReferences, roomReferences } from './references.ts';
export { BARE_CODE, bareCode } from './room-code.ts';
export { communitiesVisible, managersOf, type SeenCommunity, TODAY, todayOf, visibleCommunity } from './scope.ts';
export { registryJobs } from './spelled.ts';

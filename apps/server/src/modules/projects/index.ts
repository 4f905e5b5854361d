/** Projects, contracts, devices and suppliers, as the other parts of the server see them. */
export { contractReferences, deviceReferences, projectReferences, supplierReferences } from './references.ts';
export { inScope, projectsVisible } from './visible.ts';
export { registerProjects } from './calls.ts';
export { setProjectManager } from './project-write.ts';
export { seenProject } from './seen.ts';
export { areaChanges, areaOn, listChanges } from './project-changes.ts';
export { carbonTargetOf, PROFILE_PAPER, readProfile, seesProfile } from './project-profile.ts';
export { listAdditions, listProjects, readProjectFull } from './project-read.ts';
export {
  CONTRACT_PRICE_PAPER,
  followPrice,
  projectPrices,
  seesContractPricePaper,
  tellOf as tellOfPrices,
} from './contract-prices.ts';
export { lockContract } from './contracts.ts';
export { priceSettled, SETTLEMENTS } from './settled.ts';

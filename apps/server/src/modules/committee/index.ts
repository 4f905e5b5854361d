/** The experts' committee: reviews of schemes and technical meetings. */
export { registerCommittee } from './calls.ts';
export { REVIEW_PAPER, seesReviewPaper } from './store.ts';
export { tellFixes } from './write.ts';

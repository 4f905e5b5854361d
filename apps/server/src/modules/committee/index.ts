/** The experts' committee: reviews of schemes and technical meetings. */
export { registerCommittee } from './calls.ts';
export { CONSULTANT_PAPER, seesConsultantPaper, tellEndingConsultants } from './consultants.ts';
export { tellLatePlans } from './plans.ts';
export { REVIEW_PAPER, seesReviewPaper } from './store.ts';
export { tellFixes } from './write.ts';

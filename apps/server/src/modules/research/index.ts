/** Topics of the institute: set up, reported, closed, and of use. */
export { registerResearch } from './calls.ts';
export { BENEFIT_FILES, REPORT_FILES, seesBenefit, seesReport } from './store.ts';

/** Who holds the pages of statistics from the start. */
import { LEADERS, type LookedAt } from './hands.ts';

export const STATISTICS_PAGES: Readonly<Record<string, LookedAt>> = {
  '/formFlow/statisticalAnalysis/contractRenewal': {
    makers: [...LEADERS, 'projectManager', 'legal'],
    viewers: ['finance', 'emcDirector', 'sales'],
  },
  '/sale/saleStatistics/EMCProjectBidSummaryStatistics': {
    makers: ['sales', 'salesTechnical', 'emcDirector'],
    viewers: [...LEADERS, 'deptDirector', 'technicalDirector', 'finance'],
  },
  '/sale/saleStatistics/userFeedbackStatistics': {
    makers: [...LEADERS, 'sales', 'projectManager', 'emcDirector'],
    viewers: ['technicalDirector', 'finance'],
  },
  '/formFlow/statisticalAnalysis/satisfactionAnalysis': {
    makers: [...LEADERS, 'sales', 'projectManager', 'emcDirector'],
    viewers: ['technicalDirector', 'finance'],
  },
  '/formFlow/statisticalAnalysis/trainingReport': {
    makers: ['hr', ...LEADERS, 'projectManager', 'deptDirector'],
    viewers: ['safetyOfficer'],
  },
  '/formFlow/statisticalAnalysis/personnelAnalysis': {
    makers: ['hr', ...LEADERS, 'projectManager', 'deptDirector'],
    viewers: ['finance', 'emcDirector', 'technicalDirector', 'researchCto'],
  },
};

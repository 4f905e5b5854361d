/** Who holds the pages of statistics from the start. */
import type { RoleCode } from '@hengneng/core';

const LEADERS: readonly RoleCode[] = ['generalManager', 'operationDirector', 'areaManager'];

/** Makers have every button of the page, viewers look and take along; each sees what is within their scope. */
interface Hands {
  readonly makers: readonly RoleCode[];
  readonly viewers: readonly RoleCode[];
}

export const STATISTICS_PAGES: Readonly<Record<string, Hands>> = {
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
};

/** Who looks at the statistics of money and operation from the start, each within their scope. */
import type { RoleCode } from '@hengneng/core';
import { LEADERS, type LookedAt } from './hands.ts';

export const MONEY_STATISTICS_PAGES: Readonly<Record<string, readonly RoleCode[]>> = {
  '/formFlow/statisticalAnalysis/waterManageAnalysis': [
    ...LEADERS,
    'waterEngineer',
    'technicalDirector',
    'projectManager',
  ],
  // What repairs cost: those who carry projects and their machines, each within their scope.
  '/formFlow/statisticalAnalysis/maintenanceCost': [
    ...LEADERS,
    'finance',
    'projectManager',
    'engineer',
    'technicalDirector',
    'hvacLeader',
    'purchaser',
  ],
};

/** Pages on which some do something about what they see: months are reviewed by finance, comments written by who leads. */
export const MONEY_STATISTICS_WORK: Readonly<Record<string, LookedAt>> = {
  '/formFlow/statisticalAnalysis/incomeExpenseAnalysis': {
    makers: ['finance'],
    viewers: [...LEADERS, 'projectManager'],
  },
  '/formFlow/statisticalAnalysis/costAnalysis': {
    makers: [...LEADERS, 'finance', 'energyAnalyst'],
    viewers: ['projectManager'],
  },
  '/formFlow/statisticalAnalysis/businessAnalysis': {
    makers: [...LEADERS, 'finance'],
    viewers: ['projectManager'],
  },
};

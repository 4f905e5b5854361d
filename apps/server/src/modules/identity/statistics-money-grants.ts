/** Who looks at the statistics of money and operation from the start, each within their scope. */
import type { RoleCode } from '@hengneng/core';
import { LEADERS } from './hands.ts';

export const MONEY_STATISTICS_PAGES: Readonly<Record<string, readonly RoleCode[]>> = {
  '/formFlow/statisticalAnalysis/incomeExpenseAnalysis': [...LEADERS, 'finance', 'projectManager'],
  '/formFlow/statisticalAnalysis/waterManageAnalysis': [
    ...LEADERS,
    'waterEngineer',
    'technicalDirector',
    'projectManager',
  ],
  '/formFlow/statisticalAnalysis/costAnalysis': [...LEADERS, 'finance', 'energyAnalyst', 'projectManager'],
  '/formFlow/statisticalAnalysis/businessAnalysis': [...LEADERS, 'finance', 'projectManager'],
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

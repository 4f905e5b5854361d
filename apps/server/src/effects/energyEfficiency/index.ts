/** 能效管理: how projects are to run, what tests say of machines and systems, and what was found wrong. */
import { energyAbnormalReportEffects } from './energyAbnormalReport.ts';
import { operationsPlanEffects } from './operationsPlan.ts';
import { testEffects } from './tests.ts';

export const energyEfficiencyEffects = { ...energyAbnormalReportEffects, ...operationsPlanEffects, ...testEffects };

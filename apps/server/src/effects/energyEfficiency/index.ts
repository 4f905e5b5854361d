/** 能效管理: how projects are to run, what tests and inspections say of them, what was saved, and what is worth taking on. */
import { energyAbnormalReportEffects } from './energyAbnormalReport.ts';
import { evaluationAndSavingEffects } from './evaluation.ts';
import { inspectionAndDataEffects } from './inspection.ts';
import { managementPlanEffects } from './managementPlan.ts';
import { operationsPlanEffects } from './operationsPlan.ts';
import { testEffects } from './tests.ts';

export const energyEfficiencyEffects = {
  ...energyAbnormalReportEffects,
  ...evaluationAndSavingEffects,
  ...inspectionAndDataEffects,
  ...managementPlanEffects,
  ...operationsPlanEffects,
  ...testEffects,
};

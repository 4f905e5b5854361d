/** 考核表单: tests and upkeep of the machines. */
import { aircrewBurnEffects } from './aircrewBurn.ts';
import { maintenanceEffects } from './maintenance.ts';
import { testEffects } from './tests.ts';

export const assessmentFormsEffects = { ...aircrewBurnEffects, ...maintenanceEffects, ...testEffects };

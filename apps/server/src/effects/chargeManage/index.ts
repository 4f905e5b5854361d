/** 物业收费: every module's effects. */
import { chargePreOpenEffects } from './chargePreOpen.ts';
import { suspendEffects } from './suspend.ts';

export const chargeManageEffects = { ...chargePreOpenEffects, ...suspendEffects };

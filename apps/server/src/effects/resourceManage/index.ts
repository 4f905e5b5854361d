/** 资源管理: every module's effects. */
import { outHandoverEffects } from './outHandover.ts';
import { renewalTrackingEffects } from './renewalTracking.ts';

export const resourceManageEffects = { ...outHandoverEffects, ...renewalTrackingEffects };

/** 资源管理: every module's effects. */
import { renewalTrackingEffects } from './renewalTracking.ts';

export const resourceManageEffects = { ...renewalTrackingEffects };

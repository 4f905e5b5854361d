/** 计划总结: every module's effects. */
import { problemDetectionFeedbackEffects } from './problemDetectionFeedback.ts';
import { seasonPlanClientEffects } from './seasonPlanClient.ts';
import { yearPlanInnerEffects } from './yearPlanInner.ts';

export const planSummaryEffects = {
  ...problemDetectionFeedbackEffects,
  ...seasonPlanClientEffects,
  ...yearPlanInnerEffects,
};

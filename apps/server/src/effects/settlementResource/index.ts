/** 结算资源: what meters, areas and extra supply come to, confirmed by both sides. */
import { airConditioningAreaEffects } from './airConditioningArea.ts';
import { electricityMeterEffects } from './electricityMeter.ts';
import { statementEffects } from './statements.ts';
import { temporaryContactEffects } from './temporaryContact.ts';

export const settlementResourceEffects = {
  ...airConditioningAreaEffects,
  ...electricityMeterEffects,
  ...statementEffects,
  ...temporaryContactEffects,
};

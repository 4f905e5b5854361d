/** 收款结算: settlements with customers, receipts, and what is taken back of either. */
import { cancelSettlementEffects } from './cancelSettlement.ts';
import { lossProjectAnalysisEffects } from './lossProjectAnalysis.ts';
import { measurementChargeEffects } from './measurementCharge.ts';
import { paymentReceivedEffects } from './paymentReceived.ts';
import { userSettlementEffects } from './userSettlement.ts';

export const collectionSettlementEffects = {
  ...cancelSettlementEffects,
  ...lossProjectAnalysisEffects,
  ...measurementChargeEffects,
  ...paymentReceivedEffects,
  ...userSettlementEffects,
};

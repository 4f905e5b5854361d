/** 综合管理: every module's effects. */
import { feePaymentBehalfEffects } from './feePaymentBehalf.ts';
import { outServiceEffects } from './outService.ts';

export const compositeEffects = { ...feePaymentBehalfEffects, ...outServiceEffects };

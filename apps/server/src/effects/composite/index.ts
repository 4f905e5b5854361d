/** 综合管理: every module's effects. */
import { EMCProjectCheckEffects } from './EMCProjectCheck.ts';
import { entryHandoverEffects } from './entryHandover.ts';
import { feePaymentBehalfEffects } from './feePaymentBehalf.ts';
import { outServiceEffects } from './outService.ts';
import { providerAnnualReviewEffects } from './providerAnnualReview.ts';
import { staffRentEffects } from './staffRent.ts';
import { technicalRegistrationEffects } from './technicalRegistration.ts';

export const compositeEffects = {
  ...EMCProjectCheckEffects,
  ...entryHandoverEffects,
  ...feePaymentBehalfEffects,
  ...outServiceEffects,
  ...providerAnnualReviewEffects,
  ...staffRentEffects,
  ...technicalRegistrationEffects,
};

/** 合同管理: every module's effects. */
import { operationRenewalEffects, supplementaryAgreementEffects } from './changes.ts';
import { emcOperateContractEffects, operateMainContractEffects } from './customer.ts';
import { joinVentureAgreementEffects, projectInvestReviewEffects } from './invest.ts';
import {
  detectionEffects,
  maintainEffects,
  maintenanceEffects,
  otherSourceEffects,
  waterProcurementEffects,
} from './outsourcing.ts';
import { purchaseContractEffects } from './purchaseContract.ts';
import { strategicAgreementEffects } from './strategicAgreement.ts';

export const contractManageEffects = {
  ...detectionEffects,
  ...emcOperateContractEffects,
  ...joinVentureAgreementEffects,
  ...maintainEffects,
  ...maintenanceEffects,
  ...operateMainContractEffects,
  ...operationRenewalEffects,
  ...otherSourceEffects,
  ...projectInvestReviewEffects,
  ...purchaseContractEffects,
  ...strategicAgreementEffects,
  ...supplementaryAgreementEffects,
  ...waterProcurementEffects,
};

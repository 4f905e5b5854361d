/** 合同管理: every module's effects. */
import {
  detectionEffects,
  maintainEffects,
  maintenanceEffects,
  otherSourceEffects,
  waterProcurementEffects,
} from './outsourcing.ts';
import { strategicAgreementEffects } from './strategicAgreement.ts';

export const contractManageEffects = {
  ...detectionEffects,
  ...maintainEffects,
  ...maintenanceEffects,
  ...otherSourceEffects,
  ...strategicAgreementEffects,
  ...waterProcurementEffects,
};

/** Every form module of the product by id. The web loads single definitions from `@hengneng/forms/load`. */
import * as assessmentForms from './assessmentForms/index.ts';
import * as assessIncentives from './assessIncentives/index.ts';
import * as composite from './composite/index.ts';
import * as chargeManage from './chargeManage/index.ts';
import * as standardRoom from './standardRoom/index.ts';
import * as inspectionSystem from './inspectionSystem/index.ts';
import * as planSummary from './planSummary/index.ts';
import * as safetyManagement from './safetyManagement/index.ts';
import * as energyEfficiency from './energyEfficiency/index.ts';
import * as laborDispatch from './laborDispatch/index.ts';
import * as otherRepair from './otherRepair/index.ts';
import * as assetsAndCertificate from './assetsAndCertificate/index.ts';
import * as collectionSettlement from './collectionSettlement/index.ts';
import * as contractManage from './contractManage/index.ts';
import * as costQuotation from './costQuotation/index.ts';
import * as customerSatisfaction from './customerSatisfaction/index.ts';
import * as engineering from './engineering/index.ts';
import * as fileManagement from './fileManagement/index.ts';
import * as payment from './payment/index.ts';
import * as personnelManagement from './personnelManagement/index.ts';
import * as profitAccounting from './profitAccounting/index.ts';
import * as projectContent from './projectContent/index.ts';
import * as repairMaintenance from './repairMaintenance/index.ts';
import * as resourceManage from './resourceManage/index.ts';
import * as sale from './sale/index.ts';
import * as settlementResource from './settlementResource/index.ts';
import * as systemManage from './systemManage/index.ts';
import * as trainingManagement from './trainingManagement/index.ts';
import * as waterQuality from './waterQuality/index.ts';

export * from './books/index.ts';
export * from './views/index.ts';
export * from './imports/index.ts';
export { EFFECTS, type EffectName } from './effects.ts';
export * from './derived.ts';
export * from './entities.ts';
export { OWN_PROPS } from './props.ts';
export type { FormProps } from './env.ts';
export * from './assessmentForms/index.ts';
export * from './assessIncentives/index.ts';
export * from './composite/index.ts';
export * from './chargeManage/index.ts';
export * from './standardRoom/index.ts';
export * from './inspectionSystem/index.ts';
export * from './planSummary/index.ts';
export * from './safetyManagement/index.ts';
export * from './energyEfficiency/index.ts';
export * from './laborDispatch/index.ts';
export * from './otherRepair/index.ts';
export * from './assetsAndCertificate/index.ts';
export * from './collectionSettlement/index.ts';
export * from './contractManage/index.ts';
export * from './costQuotation/index.ts';
export * from './customerSatisfaction/index.ts';
export * from './engineering/index.ts';
export * from './fileManagement/index.ts';
export * from './payment/index.ts';
export * from './personnelManagement/index.ts';
export * from './profitAccounting/index.ts';
export * from './projectContent/index.ts';
export * from './repairMaintenance/index.ts';
export * from './resourceManage/index.ts';
export * from './sale/index.ts';
export * from './settlementResource/index.ts';
export * from './systemManage/index.ts';
export * from './trainingManagement/index.ts';
export * from './waterQuality/index.ts';

export const FORMS = {
  ...assessmentForms,
  ...assessIncentives,
  ...composite,
  ...chargeManage,
  ...standardRoom,
  ...inspectionSystem,
  ...planSummary,
  ...safetyManagement,
  ...energyEfficiency,
  ...laborDispatch,
  ...otherRepair,
  ...assetsAndCertificate,
  ...collectionSettlement,
  ...contractManage,
  ...costQuotation,
  ...customerSatisfaction,
  ...engineering,
  ...fileManagement,
  ...payment,
  ...personnelManagement,
  ...profitAccounting,
  ...projectContent,
  ...repairMaintenance,
  ...resourceManage,
  ...sale,
  ...settlementResource,
  ...systemManage,
  ...trainingManagement,
  ...waterQuality,
} as const;

/** Modules that have a definition. */
export type DefinedModuleId = keyof typeof FORMS;

/** What an approval changes, by name; `apps/server/src/effects` has exactly one implementation for each. */
import { EFFECTS as assessmentForms } from './assessmentForms/effects.ts';
import { EFFECTS as assessIncentives } from './assessIncentives/effects.ts';
import { EFFECTS as composite } from './composite/effects.ts';
import { EFFECTS as chargeManage } from './chargeManage/effects.ts';
import { EFFECTS as standardRoom } from './standardRoom/effects.ts';
import { EFFECTS as inspectionSystem } from './inspectionSystem/effects.ts';
import { EFFECTS as planSummary } from './planSummary/effects.ts';
import { EFFECTS as safetyManagement } from './safetyManagement/effects.ts';
import { EFFECTS as energyEfficiency } from './energyEfficiency/effects.ts';
import { EFFECTS as laborDispatch } from './laborDispatch/effects.ts';
import { EFFECTS as otherRepair } from './otherRepair/effects.ts';
import { EFFECTS as assetsAndCertificate } from './assetsAndCertificate/effects.ts';
import { EFFECTS as collectionSettlement } from './collectionSettlement/effects.ts';
import { EFFECTS as contractManage } from './contractManage/effects.ts';
import { EFFECTS as costQuotation } from './costQuotation/effects.ts';
import { EFFECTS as customerSatisfaction } from './customerSatisfaction/effects.ts';
import { EFFECTS as engineering } from './engineering/effects.ts';
import { EFFECTS as fileManagement } from './fileManagement/effects.ts';
import { EFFECTS as payment } from './payment/effects.ts';
import { EFFECTS as personnelManagement } from './personnelManagement/effects.ts';
import { EFFECTS as profitAccounting } from './profitAccounting/effects.ts';
import { EFFECTS as projectContent } from './projectContent/effects.ts';
import { EFFECTS as repairMaintenance } from './repairMaintenance/effects.ts';
import { EFFECTS as resourceManage } from './resourceManage/effects.ts';
import { EFFECTS as sale } from './sale/effects.ts';
import { EFFECTS as settlementResource } from './settlementResource/effects.ts';
import { EFFECTS as systemManage } from './systemManage/effects.ts';
import { EFFECTS as trainingManagement } from './trainingManagement/effects.ts';
import { EFFECTS as waterQuality } from './waterQuality/effects.ts';

export const EFFECTS = {
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

export type EffectName = keyof typeof EFFECTS;

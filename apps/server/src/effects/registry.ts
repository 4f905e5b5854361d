/** Every effect by name. The type makes the list exhaustive: a new name in `packages/forms/src/effects.ts` does not compile without its effect. */
import type { EffectName } from '@hengneng/forms';
import { chargeManageEffects } from './chargeManage/index.ts';
import { airUsageEffects } from './customer/airUsage.effect.ts';
import { assessmentFormsEffects } from './assessmentForms/index.ts';
import { assessIncentivesEffects } from './assessIncentives/index.ts';
import { assetsAndCertificateEffects } from './assetsAndCertificate/index.ts';
import { collectionSettlementEffects } from './collectionSettlement/index.ts';
import { compositeEffects } from './composite/index.ts';
import { contractManageEffects } from './contractManage/index.ts';
import { costQuotationEffects } from './costQuotation/index.ts';
import { energyEfficiencyEffects } from './energyEfficiency/index.ts';
import { fileManagementEffects } from './fileManagement/index.ts';
import { customerVisitRegistrationEffects } from './customer/customerVisitRegistration.effect.ts';
import { departmentalWorkContactEffects } from './customer/departmentalWorkContact.effect.ts';
import { constructionEffects } from './engineering/construction.ts';
import { invoicesEffects } from './engineering/invoices.ts';
import { payMoneyEffects } from './engineering/pay-money.ts';
import { providersEffects } from './engineering/providers.ts';
import { standingEffects } from './engineering/standing.ts';
import { acceptanceEffects, shipmentEffects } from './engineering/deliveries.ts';
import { purchaseEffects } from './engineering/purchases.ts';
import { tendersEffects } from './engineering/tenders.ts';
import { interviewRecordEffects } from './customer/interviewRecord.effect.ts';
import type { Effect } from '../engine/forms/effect.ts';
import { borrowingEffects } from './payment/borrowing.effect.ts';
import { expenseReimbursementEffects } from './payment/expenseReimbursement.effect.ts';
import { fundBudgetEffects } from './payment/fundBudget.effect.ts';
import { invoiceCancelEffects } from './payment/invoiceCancel.effect.ts';
import { invoiceHedgingEffects } from './payment/invoiceHedging.effect.ts';
import { otherRepairEffects } from './otherRepair/index.ts';
import { paymentEffects } from './payment/payment.effect.ts';
import { paymentNotEnergyEffects } from './payment/paymentNotEnergy.effect.ts';
import { preOpenEffects } from './payment/preOpen.effect.ts';
import { quotaReimburseEffects } from './payment/quotaReimburse.effect.ts';
import { laborDispatchEffects } from './laborDispatch/index.ts';
import { planSummaryEffects } from './planSummary/index.ts';
import { projectStaticsInfoEffects } from './profitAccounting/index.ts';
import { projectContentEffects } from './projectContent/index.ts';
import { dutyScheduleEffects } from './people/dutySchedule.effect.ts';
import { jobTransferEffects } from './people/jobTransfer.effect.ts';
import { repairMaintenanceEffects } from './repairMaintenance/index.ts';
import { resourceManageEffects } from './resourceManage/index.ts';
import { saleEffects } from './sale/index.ts';
import { safetyManagementEffects } from './safetyManagement/index.ts';
import { inspectionSystemEffects } from './inspectionSystem/index.ts';
import { standardRoomEffects } from './standardRoom/index.ts';
import { systemManageEffects } from './systemManage/index.ts';
import { settlementResourceEffects } from './settlementResource/index.ts';
import { trainingManagementEffects } from './trainingManagement/index.ts';
import { resignationReportEffects } from './people/resignationReport.effect.ts';
import { userEntryEffects } from './people/userEntry.effect.ts';
import { userFormalEffects } from './people/userFormal.effect.ts';
import { constructionNoticeEffects } from './site/constructionNotice.effect.ts';
import { maintenanceRecordsEffects } from './site/maintenanceRecords.effect.ts';
import { roomInspectionRecordEffects } from './site/roomInspectionRecord.effect.ts';
import { waterChemicalsEffects } from './waterQuality/chemicals.ts';
import { waterQualityEffects } from './waterQuality/index.ts';

// The record type of an effect is that of its module, which the engine guarantees: `never` accepts them all without a cast.
export const EFFECT_REGISTRY: Readonly<Record<EffectName, Effect<never>>> = {
  ...airUsageEffects,
  ...assessmentFormsEffects,
  ...assessIncentivesEffects,
  ...assetsAndCertificateEffects,
  ...borrowingEffects,
  ...chargeManageEffects,
  ...collectionSettlementEffects,
  ...constructionNoticeEffects,
  ...compositeEffects,
  ...contractManageEffects,
  ...costQuotationEffects,
  ...customerVisitRegistrationEffects,
  ...departmentalWorkContactEffects,
  ...energyEfficiencyEffects,
  ...dutyScheduleEffects,
  ...expenseReimbursementEffects,
  ...fileManagementEffects,
  ...fundBudgetEffects,
  ...interviewRecordEffects,
  ...invoiceCancelEffects,
  ...invoiceHedgingEffects,
  ...jobTransferEffects,
  ...laborDispatchEffects,
  ...maintenanceRecordsEffects,
  ...otherRepairEffects,
  ...paymentEffects,
  ...paymentNotEnergyEffects,
  ...preOpenEffects,
  ...quotaReimburseEffects,
  ...constructionEffects,
  ...invoicesEffects,
  ...payMoneyEffects,
  ...providersEffects,
  ...standingEffects,
  ...purchaseEffects,
  ...shipmentEffects,
  ...acceptanceEffects,
  ...planSummaryEffects,
  ...projectContentEffects,
  ...projectStaticsInfoEffects,
  ...repairMaintenanceEffects,
  ...resignationReportEffects,
  ...resourceManageEffects,
  ...roomInspectionRecordEffects,
  ...saleEffects,
  ...safetyManagementEffects,
  ...inspectionSystemEffects,
  ...standardRoomEffects,
  ...systemManageEffects,
  ...settlementResourceEffects,
  ...tendersEffects,
  ...trainingManagementEffects,
  ...userEntryEffects,
  ...userFormalEffects,
  ...waterChemicalsEffects,
  ...waterQualityEffects,
};

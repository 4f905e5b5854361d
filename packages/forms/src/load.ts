import type { FormShape } from '@hengneng/form-kit';

/** Loads one definition on its own, so that a page carries only the form it shows. */
export const FORM_LOADERS: Readonly<Record<string, () => Promise<FormShape>>> = {
  aircrewBurn: () => import('./assessmentForms/aircrewBurn.form.ts').then((m) => m.aircrewBurn),
  borrowing: () => import('./payment/borrowing.form.ts').then((m) => m.borrowing),
  constructionNotice: () => import('./waterQuality/constructionNotice.form.ts').then((m) => m.constructionNotice),
  consult: () => import('./projectContent/consult.form.ts').then((m) => m.consult),
  consultProject: () => import('./projectContent/consultProject.form.ts').then((m) => m.consultProject),
  departmentalWorkContact: () =>
    import('./sale/departmentalWorkContact.form.ts').then((m) => m.departmentalWorkContact),
  electricityMeter: () => import('./settlementResource/electricityMeter.form.ts').then((m) => m.electricityMeter),
  expenseReimbursement: () => import('./payment/expenseReimbursement.form.ts').then((m) => m.expenseReimbursement),
  fundBudget: () => import('./payment/fundBudget.form.ts').then((m) => m.fundBudget),
  interviewRecord: () => import('./customerSatisfaction/interviewRecord.form.ts').then((m) => m.interviewRecord),
  jobTransfer: () => import('./personnelManagement/jobTransfer.form.ts').then((m) => m.jobTransfer),
  maintenanceRecords: () => import('./repairMaintenance/maintenanceRecords.form.ts').then((m) => m.maintenanceRecords),
  payment: () => import('./payment/payment.form.ts').then((m) => m.payment),
  roomInspectionRecord: () => import('./systemManage/roomInspectionRecord.form.ts').then((m) => m.roomInspectionRecord),
  userEntry: () => import('./personnelManagement/userEntry.form.ts').then((m) => m.userEntry),
  monthlyTrainingPlan: () =>
    import('./trainingManagement/monthlyTrainingPlan.form.ts').then((m) => m.monthlyTrainingPlan),
  monthlyTrainingProcessRecord: () =>
    import('./trainingManagement/monthlyTrainingProcessRecord.form.ts').then((m) => m.monthlyTrainingProcessRecord),
  tenderApplication: () => import('./engineering/tenderApplication.form.ts').then((m) => m.tenderApplication),
  InvitationUnit: () => import('./engineering/InvitationUnit.form.ts').then((m) => m.InvitationUnit),
  purchase: () => import('./engineering/purchase.form.ts').then((m) => m.purchase),
  purchaseCheckAccept: () => import('./engineering/purchaseCheckAccept.form.ts').then((m) => m.purchaseCheckAccept),
  purchaseSend: () => import('./engineering/purchaseSend.form.ts').then((m) => m.purchaseSend),
  serviceProvider: () => import('./engineering/serviceProvider.form.ts').then((m) => m.serviceProvider),
  ServiceEvaluationC: () => import('./engineering/ServiceEvaluationC.form.ts').then((m) => m.ServiceEvaluationC),
  ServiceEvaluationB: () => import('./engineering/ServiceEvaluationB.form.ts').then((m) => m.ServiceEvaluationB),
  ServiceEvaluationA: () => import('./engineering/ServiceEvaluationA.form.ts').then((m) => m.ServiceEvaluationA),
  trainingFeedback: () => import('./trainingManagement/trainingFeedback.form.ts').then((m) => m.trainingFeedback),
  cancelSettlement: () => import('./collectionSettlement/cancelSettlement.form.ts').then((m) => m.cancelSettlement),
  paymentReceived: () => import('./collectionSettlement/paymentReceived.form.ts').then((m) => m.paymentReceived),
  userSettlement: () => import('./collectionSettlement/userSettlement.form.ts').then((m) => m.userSettlement),
  preOpen: () => import('./payment/preOpen.form.ts').then((m) => m.preOpen),
  invoiceHedging: () => import('./payment/invoiceHedging.form.ts').then((m) => m.invoiceHedging),
  invoiceCancel: () => import('./payment/invoiceCancel.form.ts').then((m) => m.invoiceCancel),
  lossProjectAnalysis: () =>
    import('./collectionSettlement/lossProjectAnalysis.form.ts').then((m) => m.lossProjectAnalysis),
  projectStaticsInfo: () => import('./profitAccounting/projectStaticsInfo.form.ts').then((m) => m.projectStaticsInfo),
  detection: () => import('./contractManage/detection.form.ts').then((m) => m.detection),
  maintain: () => import('./contractManage/maintain.form.ts').then((m) => m.maintain),
  maintenance: () => import('./contractManage/maintenance.form.ts').then((m) => m.maintenance),
  otherSource: () => import('./contractManage/otherSource.form.ts').then((m) => m.otherSource),
  strategicAgreement: () => import('./contractManage/strategicAgreement.form.ts').then((m) => m.strategicAgreement),
  waterProcurement: () => import('./contractManage/waterProcurement.form.ts').then((m) => m.waterProcurement),
  EMCOperateContract: () => import('./contractManage/EMCOperateContract.form.ts').then((m) => m.EMCOperateContract),
  joinVentureAgreement: () =>
    import('./contractManage/joinVentureAgreement.form.ts').then((m) => m.joinVentureAgreement),
  operateMainContract: () => import('./contractManage/operateMainContract.form.ts').then((m) => m.operateMainContract),
  projectInvestReview: () => import('./contractManage/projectInvestReview.form.ts').then((m) => m.projectInvestReview),
  renewalTracking: () => import('./resourceManage/renewalTracking.form.ts').then((m) => m.renewalTracking),
  operationRenewal: () => import('./contractManage/operationRenewal.form.ts').then((m) => m.operationRenewal),
  supplementaryAgreement: () =>
    import('./contractManage/supplementaryAgreement.form.ts').then((m) => m.supplementaryAgreement),
  CostQuotationInquiry: () =>
    import('./costQuotation/CostQuotationInquiry.form.ts').then((m) => m.CostQuotationInquiry),
  projectEstimatedCost: () =>
    import('./costQuotation/projectEstimatedCost.form.ts').then((m) => m.projectEstimatedCost),
  dailyInformation: () => import('./fileManagement/dailyInformation.form.ts').then((m) => m.dailyInformation),
  outHandover: () => import('./resourceManage/outHandover.form.ts').then((m) => m.outHandover),
  manageRecord: () => import('./waterQuality/manageRecord.form.ts').then((m) => m.manageRecord),
  detectReport: () => import('./waterQuality/detectReport.form.ts').then((m) => m.detectReport),
  waterManagementDiary: () => import('./waterQuality/waterManagementDiary.form.ts').then((m) => m.waterManagementDiary),
  coolTowerWaterTankRecord: () =>
    import('./waterQuality/coolTowerWaterTankRecord.form.ts').then((m) => m.coolTowerWaterTankRecord),
  softWaterUsageStatistical: () =>
    import('./waterQuality/softWaterUsageStatistical.form.ts').then((m) => m.softWaterUsageStatistical),
  yearWaterCappReport: () => import('./waterQuality/yearWaterCappReport.form.ts').then((m) => m.yearWaterCappReport),
  waterChemicalsApplication: () =>
    import('./waterQuality/waterChemicalsApplication.form.ts').then((m) => m.waterChemicalsApplication),
  certificateManage: () => import('./assetsAndCertificate/certificateManage.form.ts').then((m) => m.certificateManage),
  credentials: () => import('./assetsAndCertificate/credentials.form.ts').then((m) => m.credentials),
  credentialsBorrow: () => import('./assetsAndCertificate/credentialsBorrow.form.ts').then((m) => m.credentialsBorrow),
  userFormal: () => import('./personnelManagement/userFormal.form.ts').then((m) => m.userFormal),
  resignationReport: () => import('./personnelManagement/resignationReport.form.ts').then((m) => m.resignationReport),
  dutySchedule: () => import('./personnelManagement/dutySchedule.form.ts').then((m) => m.dutySchedule),
  monitorEstablish: () => import('./laborDispatch/monitorEstablish.form.ts').then((m) => m.monitorEstablish),
  airTechnicianEvaluation: () =>
    import('./laborDispatch/airTechnicianEvaluation.form.ts').then((m) => m.airTechnicianEvaluation),
  operatePurchase: () => import('./repairMaintenance/operatePurchase.form.ts').then((m) => m.operatePurchase),
  operatePurchaseSend: () =>
    import('./repairMaintenance/operatePurchaseSend.form.ts').then((m) => m.operatePurchaseSend),
  operatePurchaseAccept: () =>
    import('./repairMaintenance/operatePurchaseAccept.form.ts').then((m) => m.operatePurchaseAccept),
  technicalRenovationRecord: () =>
    import('./repairMaintenance/technicalRenovationRecord.form.ts').then((m) => m.technicalRenovationRecord),
  qualityExceptionFeedback: () =>
    import('./repairMaintenance/qualityExceptionFeedback.form.ts').then((m) => m.qualityExceptionFeedback),
  lightInStorage: () => import('./otherRepair/lightInStorage.form.ts').then((m) => m.lightInStorage),
  lightOutStorage: () => import('./otherRepair/lightOutStorage.form.ts').then((m) => m.lightOutStorage),
};

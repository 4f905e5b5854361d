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
  payMoney: () => import('./engineering/payMoney.form.ts').then((m) => m.payMoney),
  payMoneyApproval: () => import('./engineering/payMoneyApproval.form.ts').then((m) => m.payMoneyApproval),
  purchaseInvoice: () => import('./engineering/purchaseInvoice.form.ts').then((m) => m.purchaseInvoice),
  providerStanding: () => import('./engineering/providerStanding.form.ts').then((m) => m.providerStanding),
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
  paymentNotEnergy: () => import('./payment/paymentNotEnergy.form.ts').then((m) => m.paymentNotEnergy),
  quotaReimburse: () => import('./payment/quotaReimburse.form.ts').then((m) => m.quotaReimburse),
  purchaseContract: () => import('./contractManage/purchaseContract.form.ts').then((m) => m.purchaseContract),
  constructionLog: () => import('./engineering/constructionLog.form.ts').then((m) => m.constructionLog),
  constructionApplication: () =>
    import('./engineering/constructionApplication.form.ts').then((m) => m.constructionApplication),
  completionCheck: () => import('./engineering/completionCheck.form.ts').then((m) => m.completionCheck),
  suspend: () => import('./chargeManage/suspend.form.ts').then((m) => m.suspend),
  chargePreOpen: () => import('./chargeManage/chargePreOpen.form.ts').then((m) => m.chargePreOpen),
  measurementCharge: () => import('./collectionSettlement/measurementCharge.form.ts').then((m) => m.measurementCharge),
  systemSafetyCheck: () => import('./safetyManagement/systemSafetyCheck.form.ts').then((m) => m.systemSafetyCheck),
  specialSafetyCheck: () => import('./safetyManagement/specialSafetyCheck.form.ts').then((m) => m.specialSafetyCheck),
  specialFireSafetyCheck: () =>
    import('./safetyManagement/specialFireSafetyCheck.form.ts').then((m) => m.specialFireSafetyCheck),
  constructionSafetyInspection: () =>
    import('./safetyManagement/constructionSafetyInspection.form.ts').then((m) => m.constructionSafetyInspection),
  suddenAccidentRecord: () =>
    import('./safetyManagement/suddenAccidentRecord.form.ts').then((m) => m.suddenAccidentRecord),
  fireDrillRecords: () => import('./safetyManagement/fireDrillRecords.form.ts').then((m) => m.fireDrillRecords),
  pressureVesselCheck: () =>
    import('./safetyManagement/pressureVesselCheck.form.ts').then((m) => m.pressureVesselCheck),
  safetyOfficerPressureVesselCheck: () =>
    import('./safetyManagement/safetyOfficerPressureVesselCheck.form.ts').then(
      (m) => m.safetyOfficerPressureVesselCheck,
    ),
  boilerCheck: () => import('./safetyManagement/boilerCheck.form.ts').then((m) => m.boilerCheck),
  safetyOfficerBoilerCheck: () =>
    import('./safetyManagement/safetyOfficerBoilerCheck.form.ts').then((m) => m.safetyOfficerBoilerCheck),
  equipmentMaintenanceRecord: () =>
    import('./systemManage/equipmentMaintenanceRecord.form.ts').then((m) => m.equipmentMaintenanceRecord),
  systemMaintenance: () => import('./systemManage/systemMaintenance.form.ts').then((m) => m.systemMaintenance),
  systemMaintenanceFeedback: () =>
    import('./systemManage/systemMaintenanceFeedback.form.ts').then((m) => m.systemMaintenanceFeedback),
  hydraulicBalanceRecord: () =>
    import('./systemManage/hydraulicBalanceRecord.form.ts').then((m) => m.hydraulicBalanceRecord),
  systemCheck: () => import('./systemManage/systemCheck.form.ts').then((m) => m.systemCheck),
  transmissionSystemMaintenance: () =>
    import('./systemManage/transmissionSystemMaintenance.form.ts').then((m) => m.transmissionSystemMaintenance),
  valveMaintenance: () => import('./systemManage/valveMaintenance.form.ts').then((m) => m.valveMaintenance),
  endPipeMaintenance: () => import('./systemManage/endPipeMaintenance.form.ts').then((m) => m.endPipeMaintenance),
  toolManagementRecord: () => import('./systemManage/toolManagementRecord.form.ts').then((m) => m.toolManagementRecord),
  projectInspectionCheck: () =>
    import('./inspectionSystem/projectInspectionCheck.form.ts').then((m) => m.projectInspectionCheck),
  EMCRoomConstruction: () => import('./standardRoom/EMCRoomConstruction.form.ts').then((m) => m.EMCRoomConstruction),
  standardRoomCheck: () => import('./standardRoom/standardRoomCheck.form.ts').then((m) => m.standardRoomCheck),
  coldAndHeatMeter: () => import('./settlementResource/coldAndHeatMeter.form.ts').then((m) => m.coldAndHeatMeter),
  mainEnergySource: () => import('./settlementResource/mainEnergySource.form.ts').then((m) => m.mainEnergySource),
  sanitaryHotWater: () => import('./settlementResource/sanitaryHotWater.form.ts').then((m) => m.sanitaryHotWater),
  waterMeter: () => import('./settlementResource/waterMeter.form.ts').then((m) => m.waterMeter),
  airConditioningArea: () =>
    import('./settlementResource/airConditioningArea.form.ts').then((m) => m.airConditioningArea),
  temporaryContact: () => import('./settlementResource/temporaryContact.form.ts').then((m) => m.temporaryContact),
  aircrewVacuum: () => import('./assessmentForms/aircrewVacuum.form.ts').then((m) => m.aircrewVacuum),
  burnerMaintenanceRecord: () =>
    import('./assessmentForms/burnerMaintenanceRecord.form.ts').then((m) => m.burnerMaintenanceRecord),
  notElectricMaintenanceRecord: () =>
    import('./assessmentForms/notElectricMaintenanceRecord.form.ts').then((m) => m.notElectricMaintenanceRecord),
  electricMaintenanceRecord: () =>
    import('./assessmentForms/electricMaintenanceRecord.form.ts').then((m) => m.electricMaintenanceRecord),
  annualSolutionTestingReport: () =>
    import('./assessmentForms/annualSolutionTestingReport.form.ts').then((m) => m.annualSolutionTestingReport),
  energyCoolTest: () => import('./energyEfficiency/energyCoolTest.form.ts').then((m) => m.energyCoolTest),
  hostHootTest: () => import('./energyEfficiency/hostHootTest.form.ts').then((m) => m.hostHootTest),
  systemEnergyTest: () => import('./energyEfficiency/systemEnergyTest.form.ts').then((m) => m.systemEnergyTest),
  energyAbnormalReport: () =>
    import('./energyEfficiency/energyAbnormalReport.form.ts').then((m) => m.energyAbnormalReport),
  operationsPlan: () => import('./energyEfficiency/operationsPlan.form.ts').then((m) => m.operationsPlan),
  projectEnergyInspection: () =>
    import('./energyEfficiency/projectEnergyInspection.form.ts').then((m) => m.projectEnergyInspection),
  projectDataRequire: () => import('./energyEfficiency/projectDataRequire.form.ts').then((m) => m.projectDataRequire),
  energySavingEvaluation: () =>
    import('./energyEfficiency/energySavingEvaluation.form.ts').then((m) => m.energySavingEvaluation),
  newProjectEvaluation: () =>
    import('./energyEfficiency/newProjectEvaluation.form.ts').then((m) => m.newProjectEvaluation),
  managementPlan: () => import('./energyEfficiency/managementPlan.form.ts').then((m) => m.managementPlan),
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
  userComplaint: () => import('./sale/userComplaint.form.ts').then((m) => m.userComplaint),
  emcProblemRectification: () =>
    import('./sale/emcProblemRectification.form.ts').then((m) => m.emcProblemRectification),
  userInterviewRecord: () => import('./sale/userInterviewRecord.form.ts').then((m) => m.userInterviewRecord),
  userInterviewRecordTel: () => import('./sale/userInterviewRecordTel.form.ts').then((m) => m.userInterviewRecordTel),
  EMCProjectCheck: () => import('./composite/EMCProjectCheck.form.ts').then((m) => m.EMCProjectCheck),
  providerAnnualReview: () => import('./composite/providerAnnualReview.form.ts').then((m) => m.providerAnnualReview),
  technicalRegistration: () => import('./composite/technicalRegistration.form.ts').then((m) => m.technicalRegistration),
  entryHandover: () => import('./composite/entryHandover.form.ts').then((m) => m.entryHandover),
  outService: () => import('./composite/outService.form.ts').then((m) => m.outService),
  feePaymentBehalf: () => import('./composite/feePaymentBehalf.form.ts').then((m) => m.feePaymentBehalf),
  projectVisitApplication: () =>
    import('./sale/projectVisitApplication.form.ts').then((m) => m.projectVisitApplication),
  EMCTechnicalSupportTravel: () =>
    import('./sale/EMCTechnicalSupportTravel.form.ts').then((m) => m.EMCTechnicalSupportTravel),
  EMCProjectBidSummary: () => import('./sale/EMCProjectBidSummary.form.ts').then((m) => m.EMCProjectBidSummary),
  customerVisitRegistration: () =>
    import('./customerSatisfaction/customerVisitRegistration.form.ts').then((m) => m.customerVisitRegistration),
  problemDetectionFeedback: () =>
    import('./planSummary/problemDetectionFeedback.form.ts').then((m) => m.problemDetectionFeedback),
  lightInStorage: () => import('./otherRepair/lightInStorage.form.ts').then((m) => m.lightInStorage),
  lightOutStorage: () => import('./otherRepair/lightOutStorage.form.ts').then((m) => m.lightOutStorage),
  offer: () => import('./projectContent/offer.form.ts').then((m) => m.offer),
  ecuOffer: () => import('./projectContent/ecuOffer.form.ts').then((m) => m.ecuOffer),
  saleOffer: () => import('./projectContent/saleOffer.form.ts').then((m) => m.saleOffer),
  ecuConsult: () => import('./projectContent/ecuConsult.form.ts').then((m) => m.ecuConsult),
  saleConsult: () => import('./projectContent/saleConsult.form.ts').then((m) => m.saleConsult),
  internalRelation: () => import('./projectContent/internalRelation.form.ts').then((m) => m.internalRelation),
  internalRelationNew: () => import('./projectContent/internalRelationNew.form.ts').then((m) => m.internalRelationNew),
  employeeInterview: () => import('./assessIncentives/employeeInterview.form.ts').then((m) => m.employeeInterview),
  assessmentReport: () => import('./assessIncentives/assessmentReport.form.ts').then((m) => m.assessmentReport),
  airUsage: () => import('./customerSatisfaction/airUsage.form.ts').then((m) => m.airUsage),
  yearPlanInner: () => import('./planSummary/yearPlanInner.form.ts').then((m) => m.yearPlanInner),
  seasonPlanClient: () => import('./planSummary/seasonPlanClient.form.ts').then((m) => m.seasonPlanClient),
  staffRent: () => import('./composite/staffRent.form.ts').then((m) => m.staffRent),
};

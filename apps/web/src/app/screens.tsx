/** Which screens have a page, and its component. A screen without one has no route and no menu entry. */
import { SCREENS, type Screen, shortCodeOf } from '@hengneng/core';
import { bookScreens, formScreens } from '../engine/screens.tsx';
import { canOpen } from '../lib/permission.ts';
import { type LaterPage, laterPage } from '../ui/later-page.tsx';

const features: Readonly<Record<string, LaterPage>> = {
  '/chargeManage/chargeNotice': laterPage(() => import('../features/charging/notices/ChargeNoticePage.tsx')),
  '/chargeManage/chargeFee': laterPage(() => import('../features/charging/registry/ChargeFeePage.tsx')),
  '/chargeManage/chargeBill': laterPage(() => import('../features/charging/bills/ChargeBillPage.tsx')),
  '/chargeManage/chargeBillAudit': laterPage(() => import('../features/charging/bills/BillAuditPage.tsx')),
  '/chargeManage/suspend/suspendTask': laterPage(() => import('../features/charging/suspension/SuspendTaskPage.tsx')),
  '/chargeManage/suspend/suspendList': laterPage(() => import('../features/charging/suspension/SuspendListPage.tsx')),
  '/chargeManage/suspend/weChatApplySuspendTask': laterPage(
    () => import('../features/charging/suspension/WishesPage.tsx'),
  ),
  '/chargeManage/chargeRoom': laterPage(() => import('../features/charging/registry/ChargeRoomPage.tsx')),
  '/chargeManage/chargeCommunity': laterPage(() => import('../features/charging/registry/ChargeCommunityPage.tsx')),
  '/main': laterPage(() => import('../features/main/MainPage.tsx')),
  '/system/users': laterPage(() => import('../features/system/UsersPage.tsx')),
  '/system/roles': laterPage(() => import('../features/system/RolesPage.tsx')),
  '/system/depts': laterPage(() => import('../features/system/DeptsPage.tsx')),
  '/system/menus': laterPage(() => import('../features/system/MenusPage.tsx')),
  '/system/dictionaries': laterPage(() => import('../features/system/DictionariesPage.tsx')),
  '/system/workflows': laterPage(() => import('../features/system/WorkflowsPage.tsx')),
  '/system/delegations': laterPage(() => import('../features/absence/DelegationsPage.tsx')),
  '/system/calendar': laterPage(() => import('../features/system/CalendarPage.tsx')),
  '/system/stuck': laterPage(() => import('../features/system/StuckPage.tsx')),
  '/system/jobs': laterPage(() => import('../features/system/JobsPage.tsx')),
  '/system/messages': laterPage(() => import('../features/system/MessagesPage.tsx')),
  '/system/health': laterPage(() => import('../features/system/HealthPage.tsx')),
  '/monitorManage/warnManage': laterPage(() => import('../features/energy/warnings/WarningsPage.tsx')),
  '/formFlow/laborDispatch/monitorEstablish/projectMonitorList': laterPage(
    () => import('../features/ledgers/ProjectMonitorsPage.tsx'),
  ),
  '/formFlow/payment/expenseReimbursement/expenseReimbursementImport': laterPage(
    () => import('../features/payment/QuotaImportPage.tsx'),
  ),
  '/formFlow/payment/expenseReimbursement/appropriationImport': laterPage(
    () => import('../features/payment/AppropriationImportPage.tsx'),
  ),
  '/formFlow/payment/fundBudget/fundBudgetLedger': laterPage(() => import('../features/payment/FundsPage.tsx')),
  '/formFlow/payment/expenseReimbursement/balanceList': laterPage(() => import('../features/payment/BalancesPage.tsx')),
  '/formFlow/collectionSettlement/paymentReceived/paymentReceivedImport': laterPage(
    () => import('../features/payment/ReceiptImportPage.tsx'),
  ),
  '/configurableQuestionnaireList': laterPage(() => import('../features/questionnaire/QuestionnairesPage.tsx')),
  '/formFlow/collectionSettlement/contractManage/contractList': laterPage(
    () => import('../features/ledgers/ContractCollectionPage.tsx'),
  ),
  '/formFlow/collectionSettlement/paymentStatisticsTotal': laterPage(
    () => import('../features/ledgers/PaymentTotalPage.tsx'),
  ),
  '/formFlow/otherRepair/lightStatistics/lightAllowance': laterPage(
    () => import('../features/ledgers/LampAllowancePage.tsx'),
  ),
  '/formFlow/otherRepair/lightDevice/lightDeviceList': laterPage(
    () => import('../features/ledgers/LampDevicesPage.tsx'),
  ),
  '/formFlow/waterQuality/waterChemicalsApplication/chemicalStock': laterPage(
    () => import('../features/ledgers/ChemicalStockPage.tsx'),
  ),
  '/formFlow/repairMaintenance/maintenanceRecords/sparePartStock': laterPage(
    () => import('../features/ledgers/SparePartStockPage.tsx'),
  ),
  '/formFlow/waterQuality/waterChemicalsApplication/pharmaceuticalSupplierManage': laterPage(
    () => import('../features/ledgers/ChemicalSuppliersPage.tsx'),
  ),
  '/formFlow/personnelManagement/transferNotice/transferNoticeList': laterPage(
    () => import('../features/ledgers/TransferNoticesPage.tsx'),
  ),
  '/formFlow/personnelManagement/applicationMaterials/applicationMaterialsList': laterPage(
    () => import('../features/ledgers/EntryMaterialsPage.tsx'),
  ),
  '/formFlow/assetsAndCertificate/credentialsManage/credentialsAnalysis': laterPage(
    () => import('../features/ledgers/CredentialsAnalysisPage.tsx'),
  ),
  '/formFlow/assetsAndCertificate/credentialsManage/borrowAndReturnCredentialsList': laterPage(
    () => import('../features/ledgers/CredentialLoansPage.tsx'),
  ),
  '/formFlow/resourceManage/lettersList': laterPage(() => import('../features/ledgers/LettersPage.tsx')),
  '/formFlow/resourceManage/enterHandoverList': laterPage(() => import('../features/ledgers/EntryHandoversPage.tsx')),
  '/formFlow/resourceManage/EMCOperateContract/EMCOperateContractLatestList': laterPage(
    () => import('../features/ledgers/LatestContractsPage.tsx'),
  ),
  '/formFlow/resourceManage/renewalTracking/trackingList': laterPage(
    () => import('../features/ledgers/MyRenewalsPage.ts'),
  ),
  '/formFlow/resourceManage/renewalTracking/trackingAllList': laterPage(
    () => import('../features/ledgers/AllRenewalsPage.ts'),
  ),
  '/formFlow/repairMaintenance/qualityExceptionFeedback/maintenanceCostInputList': laterPage(
    () => import('../features/ledgers/MaintenanceCostsPage.tsx'),
  ),
  '/operationContent/setting/energyPriceSet': laterPage(
    () => import('../features/energy/prices/EnergyPriceSetPage.tsx'),
  ),
  '/operationContent/setting/energyCoefficient': laterPage(
    () => import('../features/energy/prices/EnergyCoefficientPage.tsx'),
  ),
  '/engineering/purchase/purchaseList': laterPage(() => import('../features/works/PurchasesPage.tsx')),
  '/engineering/serviceProvider/serviceProviderList': laterPage(() => import('../features/works/SuppliersPage.tsx')),
  '/engineering/payMoney/payMoneyList': laterPage(() => import('../features/works/WorksPaysPage.tsx')),
  '/engineering/contract/contractList': laterPage(() => import('../features/ledgers/WorksContractsPage.tsx')),
  '/engineering/information/engineerInfoList': laterPage(() => import('../features/works/WorksProjectsPage.tsx')),
  '/engineering/check/checkResourceList': laterPage(() => import('../features/works/WorksPapersPage.tsx')),
  '/engineering/fileData/techInfoList': laterPage(() => import('../features/works/TechDocumentsPage.tsx')),
  '/engineering/fileData/lettersList': laterPage(() => import('../features/works/WorksLettersPage.tsx')),
  '/contractManage/otherContractList': laterPage(() => import('../features/ledgers/OtherContractsPage.tsx')),
  '/engineering/tender/projectList': laterPage(() => import('../features/works/TendersPage.tsx')),
  '/projectContent/contractContent/EMCContract': laterPage(() => import('../features/contracts/EmcContractsPage.tsx')),
  '/projectContent/contractContent/importContractSetList': laterPage(
    () => import('../features/contracts/KeyContractsPage.tsx'),
  ),
  '/projectContent/contractContent/contractInfo': laterPage(() => import('../features/contracts/ContractInfoPage.tsx')),
  '/projectContent/contractContent/buyerContract': laterPage(
    () => import('../features/contracts/BuyerContractsPage.tsx'),
  ),
  '/contractManage/contractList': laterPage(() => import('../features/ledgers/AllContractsPage.tsx')),
  '/formFlow/statisticalAnalysis/incomeExpenseAnalysis': laterPage(
    () => import('../features/statistics/IncomePage.tsx'),
  ),
  '/formFlow/statisticalAnalysis/waterManageAnalysis': laterPage(() => import('../features/statistics/WaterPage.tsx')),
  '/formFlow/statisticalAnalysis/costAnalysis': laterPage(() => import('../features/statistics/CostPage.tsx')),
  '/formFlow/statisticalAnalysis/businessAnalysis': laterPage(() => import('../features/statistics/BusinessPage.tsx')),
  '/formFlow/statisticalAnalysis/maintenanceCost': laterPage(
    () => import('../features/statistics/RepairCostsPage.tsx'),
  ),
  '/projectContent/consultStatistics/project': laterPage(() => import('../features/consult/ConsultProjectsPage.tsx')),
  '/projectContent/consultFormListHVAC': laterPage(() => import('../features/consult/HvacConsultsPage.tsx')),
  '/projectContent/consultStatistics/consult': laterPage(() => import('../features/consult/ConsultOrdersPage.tsx')),
  '/projectContent/consultStatistics/broadCityGroup': laterPage(
    () => import('../features/consult/ConsultRegionsPage.tsx'),
  ),
  '/committeeContent/committeeList': laterPage(() => import('../features/committee/ReviewsPage.tsx')),
  '/committeeContent/committeeTable': laterPage(() => import('../features/committee/MembersPage.tsx')),
  '/committeeContent/planTable': laterPage(() => import('../features/committee/PlansPage.tsx')),
  '/committeeContent/consultantTable': laterPage(() => import('../features/committee/ConsultantsPage.tsx')),
  '/researchProjectSummary': laterPage(() => import('../features/research/ResearchPage.tsx')),
  '/costQuotation/unitEngineeringPrice': laterPage(() => import('../features/prices/EngineeringPricesPage.tsx')),
  '/costQuotation/projectEstimatesDetail': laterPage(() => import('../features/prices/EstimatesPage.tsx')),
  '/projectContent/handOver/index': laterPage(() => import('../features/handover/WaitingHandoversPage.tsx')),
  '/projectContent/handOver/handOverList': laterPage(() => import('../features/handover/HandoversPage.tsx')),
  '/operationContent/deviceManage/baseInformation': laterPage(
    () => import('../features/energy/things/BaseInformationPage.tsx'),
  ),
  '/operationContent/deviceManage/projectDeviceSet': laterPage(
    () => import('../features/energy/things/ProjectDeviceSetPage.tsx'),
  ),
  '/operationContent/setting/magnification': laterPage(() => import('../features/energy/things/MagnificationPage.tsx')),
  '/operationContent/setting/setDeviceName': laterPage(() => import('../features/energy/things/DeviceNamesPage.tsx')),
  '/operationContent/operationProjectManage': laterPage(
    () => import('../features/energy/things/ProjectArchivePage.tsx'),
  ),
  '/chargeManage/chargeCashier': laterPage(() => import('../features/charging/cashier/CashierPage.tsx')),
  '/operationContent/setting/userPayAccount': laterPage(
    () => import('../features/energy/accounts/UserPayAccountPage.tsx'),
  ),
  '/operationContent/setting/userReceivedAccount': laterPage(
    () => import('../features/energy/accounts/UserReceivedAccountPage.tsx'),
  ),
  '/operationContent/setting/energyPayeeAccount': laterPage(
    () => import('../features/energy/accounts/EnergyPayeeAccountPage.tsx'),
  ),
  '/operationContent/setting/operationalSetWorkOvertime': laterPage(
    () => import('../features/energy/overtime/WorkOvertimePage.tsx'),
  ),
  '/operationContent/setting/deviationSetting': laterPage(
    () => import('../features/energy/deviation/DeviationSettingPage.tsx'),
  ),
  '/operationContent/energyPriceSet': laterPage(() => import('../features/energy/prices-across/PricesAcrossPage.tsx')),
  '/operationContent/operationList': laterPage(() => import('../features/energy/operation/OperationListPage.tsx')),
  '/operationContent/handleRecord/deviceReplaceRecord': laterPage(
    () => import('../features/energy/exchange/DeviceReplaceRecordPage.tsx'),
  ),
  '/system/audit': laterPage(() => import('../features/system/AuditPage.tsx')),
  '/formFlow/inspectionSystem/inspectionAnalysis': laterPage(
    () => import('../features/inspection/InspectionAnalysisPage.tsx'),
  ),
  '/formFlow/inspectionSystem/inspectionAnalysisArea': laterPage(
    () => import('../features/inspection/InspectionAnalysisAreaPage.tsx'),
  ),
  '/formFlow/trainingManagement/trainingLearn/learningDatabase': laterPage(
    () => import('../features/learning/LearningPage.tsx'),
  ),
  '/operationContent/handleRecord/dataReplaceRecord': laterPage(
    () => import('../features/energy/changes/DataReplaceRecordPage.tsx'),
  ),
  '/operationContent/DataInput/allNewDataInput': laterPage(
    () => import('../features/energy/all/AllNewDataInputPage.tsx'),
  ),
  '/operationContent/DataInput/oldDataInput': laterPage(
    () => import('../features/energy/history/OldDataInputPage.tsx'),
  ),
  '/operationContent/DataInput/dayReportEdit': laterPage(
    () => import('../features/energy/day-report/DayReportEditPage.tsx'),
  ),
  '/operationContent/DataInput/dataEdit': laterPage(() => import('../features/energy/edit/DataEditPage.tsx')),
  '/operationContent/DataInput/projectInputCount': laterPage(
    () => import('../features/energy/count/ProjectInputCountPage.tsx'),
  ),
  '/operationContent/DataInput/dataReplenish': laterPage(
    () => import('../features/energy/replenish/DataReplenishPage.tsx'),
  ),
  '/operationContent/setting/operationalSet': laterPage(
    () => import('../features/energy/settings/OperationalSetPage.tsx'),
  ),
  '/operationContent/DataInput/newDataInput': laterPage(() => import('../features/energy/entry/NewDataInputPage.tsx')),
  '/operationContent/stateMents/dayStateMents': laterPage(() => import('../features/energy/reports/DailyPage.tsx')),
  '/operationContent/stateMents/projectDataReport': laterPage(
    () => import('../features/energy/reports/LedgerPage.tsx'),
  ),
  '/operationContent/stateMents/dayStateMentsNew': laterPage(() => import('../features/energy/reports/DaysPage.tsx')),
  '/operationContent/stateMents/yearStateMents': laterPage(() => import('../features/energy/reports/YearPage.tsx')),
  '/operationContent/stateMents/energyConsumptionYOYKe': laterPage(
    () => import('../features/energy/reports/ClientPage.tsx'),
  ),
  '/operationContent/stateMents/energyConsumptionYOYArea': laterPage(
    () => import('../features/energy/reports/AreaPage.tsx'),
  ),
  '/operationContent/stateMents/monthStateMents': laterPage(() => import('../features/energy/reports/MonthPage.tsx')),
  '/operationContent/DataInputIn': laterPage(() => import('../features/energy/bills/BillsPage.tsx')),
  '/chargeManage/chargeIncome': laterPage(() => import('../features/charging/income/IncomePage.tsx')),
  '/operationContent/dayStateMentsIn': laterPage(() => import('../features/energy/reports/InternalPage.tsx')),
  '/operationContent/stateMents/totalAnalysisReport': laterPage(
    () => import('../features/energy/analysis/TotalReportPage.tsx'),
  ),
  '/operationContent/accountStateMents': laterPage(() => import('../features/energy/settle/SettlePage.tsx')),
  '/operationContent/stateMents/energyConsumptionYOY': laterPage(
    () => import('../features/energy/reports/YoyPage.tsx'),
  ),
  '/operationContent/stateMents/varyStateMents': laterPage(() => import('../features/energy/analysis/ChangePage.tsx')),
  '/operationContent/energyConsume/comparedSelf': laterPage(
    () => import('../features/energy/analysis/ComparePage.tsx'),
  ),
  '/operationContent/energyConsume/totalAnalysis': laterPage(
    () => import('../features/energy/analysis/PortfolioPage.tsx'),
  ),
  '/operationContent/energyConsume/energyAnalysis': laterPage(
    () => import('../features/energy/analysis/AnalysisPage.tsx'),
  ),
  '/formFlow/statisticalAnalysis/contractRenewal': laterPage(
    () => import('../features/statistics/people/RenewalPage.tsx'),
  ),
  '/sale/saleStatistics/EMCProjectBidSummaryStatistics': laterPage(
    () => import('../features/statistics/people/BidsPage.tsx'),
  ),
  '/sale/saleStatistics/userFeedbackStatistics': laterPage(
    () => import('../features/statistics/people/FeedbackPage.tsx'),
  ),
  '/formFlow/statisticalAnalysis/satisfactionAnalysis': laterPage(
    () => import('../features/statistics/people/SatisfactionPage.tsx'),
  ),
  '/formFlow/statisticalAnalysis/personnelAnalysis': laterPage(
    () => import('../features/statistics/people/StaffPage.tsx'),
  ),
  '/formFlow/statisticalAnalysis/trainingReport': laterPage(
    () => import('../features/statistics/people/TrainingPage.tsx'),
  ),
  '/formFlow/inspectionSystem/pointSet': laterPage(() => import('../features/inspection/PointSetPage.tsx')),
};

const pages: Readonly<Record<string, LaterPage>> = { ...formScreens, ...bookScreens, ...features };

export const pageAt = (path: string): LaterPage | undefined => pages[path];

const byCode = new Map(
  SCREENS.filter((screen) => pages[screen.path]).map((screen) => [shortCodeOf(screen.path), screen]),
);

/** The screen of a ShortCode, if it has a page. */
export const screenOfCode = (code: string): Screen | undefined => byCode.get(code);

/** Everything this person may open; worked out once after signing in. */
export const grantedScreens = (): readonly Screen[] =>
  [...byCode.values()].filter((screen) => canOpen(shortCodeOf(screen.path)));

/**
 * Forms of modules this person has no menu of. Someone picked to handle one record reaches it from a to-do or a message
 * all the same; the server answers for each record.
 */
export const recordOnlyScreens = (): readonly Screen[] =>
  [...byCode.values()].filter((screen) => screen.kind === 'form' && !canOpen(shortCodeOf(screen.path)));

/** Whether an address names one record. */
export const namesRecord = (params: URLSearchParams): boolean => params.has('BusinessId') || params.has('O_BusinessId');

/** Whether an address leads this person somewhere. */
export const canVisit = (address: string): boolean => {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  const screen = byCode.get(shortCodeOf(pathname));
  return (
    screen !== undefined && (canOpen(shortCodeOf(pathname)) || (screen.kind === 'form' && namesRecord(searchParams)))
  );
};

/** Paths that only lead on to another, where the person holds that one. */
export const grantedRedirects = (
  granted: readonly Screen[],
): readonly { readonly from: string; readonly to: string }[] => {
  const open = new Set(granted.map((screen) => screen.path));
  return SCREENS.flatMap((screen) =>
    screen.kind === 'redirect' && screen.redirect && screen.path !== '/' && open.has(screen.redirect)
      ? [{ from: screen.path, to: screen.redirect }]
      : [],
  );
};

/** Where the actions of the catalogue's pages are done by another call here, or need no button of their page; for the tests that compare the two. */

export interface CataloguePage {
  readonly path: string;
  readonly actions?: readonly {
    readonly label: string;
    readonly call: string;
    readonly button: string;
    readonly checks?: readonly string[];
  }[];
}

/** Files of pages/*.yaml that are compared. */
export const PAGE_AREAS = ['formFlow', 'engineering', 'projectContent', 'statistics', 'others'] as const;

const HOURS = 'hours are a field of the step in which they were worked';
const OPENING = 'opening is a step of the form for both who open: its effect shows the prices once both have agreed';

/** `page label` → the call that does it here, or in brackets why none does. */
export const DONE_BY: Readonly<Record<string, string | readonly [reason: string]>> = {
  '/formFlow/personnelManagement/transferNotice/transferNoticeList 重发通知': 'POST /bpmapi/Transfer/Resend',
  '/formFlow/personnelManagement/applicationMaterials/applicationMaterialsList 催补': 'POST /bpmapi/UserEntry/Remind',
  '/formFlow/payment/expenseReimbursement/balanceList 催清': 'POST /bpmapi/QuotaReimburse/UrgeBalance',
  '/formFlow/collectionSettlement/paymentStatisticsTotal 下达催收': 'POST /bpmapi/Statement/CollectOrder',
  '/formFlow/otherRepair/lightDevice/lightDeviceList 导出': 'POST /bpmapi/LampDevice/ExportKinds',
  '/formFlow/assetsAndCertificate/credentialsManage/borrowAndReturnCredentialsList 催还':
    'POST /bpmapi/BorrowManager/Remind',
  '/engineering/tender/projectList 开标': [OPENING],
  '/engineering/tender/InvitationUnit 确认开标': [OPENING],
  '/engineering/fileData/lettersList 导出': 'POST /srmapi/DataManagement/ExportLetters',
  '/projectContent/contractContent/contractInfo 打印合同卡': 'POST /emcapi/Contract/PrintCard',
  '/projectContent/contractContent/contractInfo 上传附件': 'POST /emcapi/Contract/AddFile',
  '/projectContent/consultStatistics/consult 导出': 'POST /bpmapi/ConsultStatistics/ExportConsult',
  '/projectContent/consultStatistics/broadCityGroup 维护城市群': 'POST /bpmapi/ConsultStatistics/SaveCityClusters',
  '/projectContent/consultStatistics/broadCityGroup 导出': 'POST /bpmapi/ConsultStatistics/ExportBroadCityGroup',
  '/projectContent/handOver/handOverList 打印': 'POST /bpmapi/ConsultProject/PrintHandOver',
  '/projectContent/consultFormListHVAC 记工时': [HOURS],
  '/projectContent/HVACEngineerNode 记工时': [HOURS],
  '/formFlow/statisticalAnalysis/trainingReport 提醒未达标': 'POST /bpmapi/StatisticalAnalysis/Remind',
  '/sale/saleStatistics/EMCProjectBidSummaryStatistics 催退保证金': 'POST /bpmapi/StatisticalAnalysis/Remind',
  '/costQuotation/projectEstimatesDetail 写差异说明': [
    'the estimate’s own note says why: it is written with the version',
  ],
  '/committeeContent/consultantTable 发通知': 'POST /bpmapi/Consultant/Notify',
  '/contractManage/otherContractList 导出': 'POST /bpmapi/ContractLedger/ExportOthers',
};

/** Calls that ask for the button themselves, by what is done, or go by whose thing it is: `need(…)` in their handler. */
export const DECIDES: Readonly<Record<string, string>> = {
  'POST /bpmapi/NodeRecord/EditPrintNumber': 'whoever sees a record may print it: the copy is counted',
  'POST /bpmapi/ServiceResource/Upload': 'a file belongs to nobody’s record until what names it is saved',
  'POST /bpmapi/LampDevice/Import': 'imports ask for import on their own screen',
  'POST /bpmapi/PerambulatePoint/Save': 'add, edit or delete',
  'POST /bpmapi/PerambulatePoint/Copy': 'add or associatedProject',
  'POST /srmapi/Mail/Template': 'edit on the page of letters or of tenders',
  'POST /srmapi/DataManagement/Add': 'add or edit on the page of its kind',
  'POST /srmapi/ProviderEvaluation/Add': 'as the form of its kind: add for a new one, else by its record',
  'POST /srmapi/ProjectContract/Add': 'as the form of its kind: add for a new one, else by its record',
  'POST /srmapi/DataTechnical/Add': 'add, or edit to pass it',
  'POST /emcapi/Contract/GetContractListFromBISByProjectCode': 'only reads: whoever sees the project may compare',
  'POST /bpmapi/StatisticalAnalysis/Remind': 'edit on the page of the list that is reminded of',
  'POST /bpmapi/StatisticalAnalysis/Comment': 'the button of the page that is commented',
  'POST /webapi/UserInfo/Index': 'colleagues are no secret; their pay and papers are withheld by right',
  'POST /bpmapi/EngineeringPrice/Save': 'add or delete',
  'POST /bpmapi/ContractLedger/SaveOther': 'add or edit',
  'POST /bpmapi/Committee/Save': 'edit, but for who reports on what they had to mend',
  'POST /bpmapi/Committee/SignIn': 'the expert who was invited',
  'POST /bpmapi/Committee/Opinion': 'the expert who was invited',
  'POST /bpmapi/Committee/SavePlan': 'add or edit, but for who reports on their own work',
};

/** `page label` → why the call goes by another button, or by that of another page. */
export const OTHER_BUTTON: Readonly<Record<string, string>> = {
  '/formFlow/repairMaintenance/qualityExceptionFeedback/maintenanceCostInputList 手工补录':
    'who enters costs enters those by hand as well',
  '/engineering/information/engineerInfoList 更新进度': 'who adds works reports on them',
  '/engineering/fileData/techInfoList 收藏': 'whoever sees the page keeps what they need from it',
  '/engineering/serviceProvider/serviceProviderForm 查重': 'it is looked for among what the person sees',
};

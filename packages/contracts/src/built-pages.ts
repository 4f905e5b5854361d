import { SCREENS } from '@hengneng/core';

/** Pages that are not a form module's and exist in this version. Only these and the screens of defined modules appear in menus. */
export const BUILT_PAGES: readonly string[] = [
  '/main',
  '/system/users',
  '/system/roles',
  '/system/depts',
  '/system/audit',
  '/system/delegations',
  '/system/calendar',
  '/system/workflows',
  '/system/stuck',
  '/formFlow/inspectionSystem/pointSet',
  '/formFlow/inspectionSystem/inspectionAnalysis',
  '/formFlow/inspectionSystem/inspectionAnalysisArea',
  '/formFlow/laborDispatch/monitorEstablish/projectMonitorList',
  '/configurableQuestionnaireList',
  '/formFlow/collectionSettlement/contractManage/contractList',
  '/formFlow/collectionSettlement/paymentStatisticsTotal',
  '/formFlow/otherRepair/lightStatistics/lightAllowance',
  '/formFlow/otherRepair/lightDevice/lightDeviceList',
  '/formFlow/waterQuality/waterChemicalsApplication/pharmaceuticalSupplierManage',
  '/formFlow/personnelManagement/transferNotice/transferNoticeList',
  '/formFlow/personnelManagement/applicationMaterials/applicationMaterialsList',
  '/formFlow/assetsAndCertificate/credentialsManage/credentialsAnalysis',
  '/formFlow/resourceManage/lettersList',
  ...SCREENS.flatMap((screen) => (screen.book === undefined ? [] : [screen.path])),
];

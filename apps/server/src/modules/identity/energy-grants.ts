/** Who holds the pages of energy (运营管理) from the start. */
import { ANALYSTS, LEADERS, type LookedAt, SITE } from './hands.ts';

export const ENERGY_PAGES: Readonly<Record<string, LookedAt>> = {
  // What all projects choose from is kept by those who say what is good.
  '/operationContent/deviceManage/baseInformation': {
    makers: ANALYSTS,
    viewers: [...LEADERS, ...SITE, 'hvacEngineer'],
  },
  '/operationContent/deviceManage/projectDeviceSet': {
    makers: ['projectManager', 'hvacEngineer'],
    viewers: [...LEADERS, ...ANALYSTS, 'operator', 'engineer'],
  },
  // Whoever looks after a site sees to what is raised there.
  '/monitorManage/warnManage': {
    makers: ['projectManager', 'operator', 'engineer'],
    viewers: [...LEADERS, ...ANALYSTS, 'safetyOfficer'],
    // 项目明细 of the second set of buttons; not 报警管理, which is the handling.
    looking: new Set([3]),
  },
  '/operationContent/setting/magnification': {
    makers: ['projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  '/operationContent/setting/setDeviceName': {
    makers: ['projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  '/operationContent/operationProjectManage': {
    makers: ['projectManager', 'areaManager'],
    viewers: [...LEADERS, ...ANALYSTS, 'engineer', 'operator', 'finance'],
  },
  // The front page of operation: whoever works in it begins here.
  '/operationContent/operationList': {
    makers: ['projectManager', 'areaManager', 'operationDirector'],
    viewers: [...LEADERS, ...ANALYSTS, 'engineer', 'operator', 'finance'],
  },
  // Readings are taken by the site; its manager answers for gaps and corrections, the analyst agrees and locks.
  '/operationContent/DataInput/newDataInput': { makers: SITE, viewers: [...LEADERS, ...ANALYSTS] },
  '/operationContent/DataInput/allNewDataInput': { makers: SITE, viewers: [...LEADERS, ...ANALYSTS] },
  '/operationContent/DataInput/dataEdit': {
    makers: ['projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  '/operationContent/DataInput/dataReplenish': {
    makers: ['projectManager'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  // What no meter shows of a day: its manager says it, the analyst agrees once the day is locked.
  '/operationContent/DataInput/dayReportEdit': {
    makers: ['projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  // What was before the system is brought in by who answers for it.
  '/operationContent/DataInput/oldDataInput': {
    makers: ['projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  '/operationContent/DataInput/projectInputCount': {
    makers: ['energyAnalyst', 'areaManager', 'operationDirector'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  // Whoever answers for figures sees how they came to be; nobody changes anything there.
  '/operationContent/handleRecord/dataReplaceRecord': {
    makers: [...ANALYSTS, 'finance', 'auditor'],
    viewers: [...LEADERS, ...SITE],
  },
  '/operationContent/setting/operationalSet': {
    makers: ['projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  '/operationContent/setting/deviationSetting': {
    makers: ['projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, ...SITE, ...ANALYSTS],
  },
  // Where money comes from and goes to is kept by those who handle it.
  '/operationContent/setting/userPayAccount': {
    makers: ['finance', 'cashier'],
    viewers: [...LEADERS, 'projectManager'],
  },
  '/operationContent/setting/userReceivedAccount': {
    makers: ['finance', 'cashier'],
    viewers: [...LEADERS, 'projectManager'],
  },
  '/operationContent/setting/energyPayeeAccount': {
    makers: ['finance', 'projectManager'],
    viewers: LEADERS,
  },
  '/operationContent/setting/operationalSetWorkOvertime': {
    makers: ['projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, 'finance', 'operator', 'engineer'],
  },
  // Prices are for those only who may see them: nobody on the shift.
  '/operationContent/setting/energyPriceSet': {
    makers: ['finance', 'projectManager', 'energyAnalyst'],
    // Who keeps contract prices agrees to their changes here.
    viewers: ['generalManager', 'operationDirector', 'areaManager', 'emcDirector'],
  },
  '/operationContent/energyPriceSet': {
    makers: ['finance', 'energyAnalyst'],
    viewers: ['generalManager', 'operationDirector', 'areaManager'],
  },
  '/operationContent/setting/energyCoefficient': {
    makers: ['energyAnalyst'],
    viewers: [...LEADERS, 'finance', 'projectManager', 'technicalDirector'],
  },
  // Everybody who works with a project's energy reads its reports and takes them along.
  // The site reads the day report; who answers for it signs.
  '/operationContent/stateMents/dayStateMents': {
    makers: ['projectManager', ...ANALYSTS],
    viewers: [...LEADERS, 'operator', 'engineer'],
  },
  '/operationContent/stateMents/projectDataReport': {
    makers: [...ANALYSTS, ...SITE],
    viewers: [...LEADERS, 'finance'],
  },
  '/operationContent/stateMents/dayStateMentsNew': { makers: [...ANALYSTS, ...SITE], viewers: LEADERS },
  // Adjustments of locked months are proposed by one and agreed to by another of them; who may is asked by role besides.
  '/operationContent/stateMents/monthStateMents': {
    makers: [...ANALYSTS, 'projectManager', 'areaManager', 'operationDirector'],
    // Accounts of a month are kept by finance, who hold them against it.
    viewers: [...LEADERS, 'operator', 'engineer', 'finance'],
  },
  // Bills are kept at headquarters; the site's manager sees how they compare.
  '/operationContent/DataInputIn': {
    makers: ['energyAnalyst', 'finance'],
    viewers: [...LEADERS, 'projectManager'],
  },
  // What a day leaves is for those who answer for several projects.
  '/operationContent/dayStateMentsIn': { makers: ['energyAnalyst', 'finance'], viewers: LEADERS },
  // Billed by those who collect; nobody on the shift.
  '/operationContent/accountStateMents': {
    makers: ['finance', 'projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, 'cashier'],
  },
  // Why a month was another is written by who answers for the project.
  '/operationContent/stateMents/energyConsumptionYOY': {
    makers: [...ANALYSTS, 'projectManager'],
    viewers: [...LEADERS, 'operator', 'engineer'],
  },
  '/operationContent/stateMents/yearStateMents': { makers: [...ANALYSTS, ...SITE], viewers: [...LEADERS, 'finance'] },
  // What the customer gets is signed by who answers for the project.
  '/operationContent/stateMents/energyConsumptionYOYKe': {
    makers: ['projectManager', ...ANALYSTS],
    viewers: [...LEADERS, 'operator', 'engineer'],
  },
  '/operationContent/stateMents/totalAnalysisReport': {
    makers: ['projectManager', ...ANALYSTS],
    viewers: LEADERS,
  },
  '/operationContent/stateMents/energyConsumptionYOYArea': { makers: ANALYSTS, viewers: LEADERS },
  '/operationContent/stateMents/varyStateMents': {
    makers: [...ANALYSTS, 'projectManager'],
    viewers: [...LEADERS, 'operator', 'engineer'],
  },
  // Projects beside each other are for those who answer for several.
  '/operationContent/energyConsume/totalAnalysis': { makers: ANALYSTS, viewers: [...LEADERS, 'finance'] },
  // Whoever sets a baseline says what savings are told against.
  '/operationContent/energyConsume/comparedSelf': {
    makers: [...ANALYSTS, 'projectManager'],
    viewers: [...LEADERS, 'operator', 'engineer'],
  },
  '/operationContent/energyConsume/energyAnalysis': { makers: [...ANALYSTS, ...SITE], viewers: LEADERS },
};

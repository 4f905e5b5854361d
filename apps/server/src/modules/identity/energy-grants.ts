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
  // Prices are for those only who may see them: nobody on the shift.
  '/operationContent/setting/energyPriceSet': {
    makers: ['finance', 'projectManager', 'energyAnalyst'],
    viewers: ['generalManager', 'operationDirector', 'areaManager'],
  },
  '/operationContent/setting/energyCoefficient': {
    makers: ['energyAnalyst'],
    viewers: [...LEADERS, 'finance', 'projectManager', 'technicalDirector'],
  },
  // Everybody who works with a project's energy reads its reports and takes them along.
  '/operationContent/stateMents/dayStateMentsNew': { makers: [...ANALYSTS, ...SITE], viewers: LEADERS },
  '/operationContent/stateMents/monthStateMents': { makers: [...ANALYSTS, ...SITE], viewers: LEADERS },
  '/operationContent/stateMents/energyConsumptionYOY': { makers: [...ANALYSTS, ...SITE], viewers: LEADERS },
};

/** What the catalogue's lines of settlement, energy and assessment forms come to, as `catalogue-effects.test.ts` compares them. */

const CHAIN = ['check', 'lastReading'];

export const ENERGY_LINES = {
  energyAbnormalReport: [['ledger', 'alarms'], ['dataFix'], ['loss'], ['handle'], ['remindRecheck']],
  energyCoolTest: [['archive'], ['index'], ['handle'], ['remindRetest']],
  energySavingEvaluation: [['ledger'], ['check', 'basis'], ['renovation'], ['rectify'], ['carbon']],
  managementPlan: [['current'], ['baseline'], ['routines'], ['posts'], ['standards'], ['remindRenew']],
  newProjectEvaluation: [['library'], ['review'], 'the library keeps loads and unit costs', ['abandon']],
  projectDataRequire: [['ledger'], ['remindDestroy'], ['replenish'], ['late']],
  projectEnergyInspection: [['score'], ['issues'], ['magnification'], ['assess'], ['calibration']],
  hostHootTest: [['archive'], ['index'], ['handle'], ['condenser']],
  operationsPlan: [['current'], ['hostPlan'], ['quota'], ['timetable'], ['remindReview']],
  systemEnergyTest: [['index'], ['handle'], ['suggest'], ['index']],
  aircrewVacuum: [['archive', 'remindNext'], ['draftRepair'], ['retire'], ['pumpTimes']],
  annualSolutionTestingReport: [['archive'], ['draftMaintenance'], ['budget']],
  burnerMaintenanceRecord: [['history'], ['issueParts', 'history'], ['cost'], ['draftProblem'], ['markSupplier']],
  electricMaintenanceRecord: [['history'], ['refrigerant'], ['issueParts'], ['cost']],
  notElectricMaintenanceRecord: [['history'], ['issueParts'], ['cost'], ['solution'], ['draftProblem']],
  airConditioningArea: [['contract', 'ledger'], ['basis'], ['draftAgreement'], ['projectArea']],
  coldAndHeatMeter: [['basis'], CHAIN, ['replaceRecord']],
  electricityMeter: [['basis'], CHAIN, ['cost'], ['lockDays']],
  mainEnergySource: [['basis'], ['draftPayment'], CHAIN, ['cost'], ['draftAbnormal']],
  sanitaryHotWater: [['basis'], CHAIN, ['draftProblem']],
  temporaryContact: [['basis'], ['overtime'], ['dutyHours']],
  waterMeter: [['basis'], CHAIN, ['cost'], ['towerWater'], ['draftRepair']],
} as const;

const SWAP =
  'a meter that was replaced or has passed its last figure goes on from the new meter, or over the full scale';
const PER_PROJECT = 'unique within the project: uniqueTogether';
const FACTOR =
  'a factor goes with the calorific value that was filled in: 29.307 MJ are a kgce, 15.3 tC a TJ burn to 99 %';
const BEFORE = 'the server knows the earlier statements';

/** `module.field` → why it is not as the catalogue has it, as `catalogue-forms.test.ts` asks. */
export const ENERGY_DEPARTURES: Readonly<Record<string, string>> = {
  'operationsPlan.quotaCost 带出':
    'the yearly plan in force lays it down, as its hint says; else the project’s own page',
  'projectEnergyInspection.monthQuota 带出': 'as above, by the days of the month that have gone by',
  'coldAndHeatMeter.settleMonth 唯一': PER_PROJECT,
  'coldAndHeatMeter.supplyMode 唯一': PER_PROJECT,
  'coldAndHeatMeter.lastUsage 带出': BEFORE,
  'coldAndHeatMeter.lastYearUsage 带出': BEFORE,
  'coldAndHeatMeter.settleTotal 公式': 'a contract without a minimum bills what was metered, not nothing',
  'coldAndHeatMeter.readings.usageKwh 公式': SWAP,
  'coldAndHeatMeter 规则「本期读数小于上期读数，换表请填写换表前用量」': SWAP,
  'electricityMeter.lastMonthKwh 带出': BEFORE,
  'electricityMeter.readings.usedKwh 公式': SWAP,
  'electricityMeter 规则「本期止码小于上期止码，换表请填写换表前电量」': SWAP,
  'mainEnergySource.settleMonth 唯一': PER_PROJECT,
  'mainEnergySource.energyKind 唯一': PER_PROJECT,
  'mainEnergySource.coolOutput 带出': 'the cold and heat meters of the month, as its hint says',
  'mainEnergySource.readings.usedQty 公式': SWAP,
  'mainEnergySource 规则「本期读数小于上期读数，换表请填写换表前用量」': SWAP,
  'sanitaryHotWater.settleMonth 唯一': PER_PROJECT,
  'sanitaryHotWater.zones.usedM3 公式': SWAP,
  'sanitaryHotWater 规则「本期读数小于上期读数，换表请填写换表前用量」': SWAP,
  'energySavingEvaluation 规则「双方确认金额不能超过评估金额5%以上」':
    'where nothing was saved, nothing is confirmed: the amount is never below nothing',
  'managementPlan.yearPlan 必填': 'the yearly plan has no definition in this version, so that there is none to choose',
  'systemEnergyTest.standardCoal 公式': FACTOR,
  'systemEnergyTest.carbon 公式': FACTOR,
  'waterMeter.settleMonth 唯一': PER_PROJECT,
  'waterMeter.coolOutput 带出': BEFORE,
  'waterMeter.lastYearM3 带出': BEFORE,
  'waterMeter.readings.usedM3 公式': SWAP,
  'waterMeter 规则「本期读数小于上期读数，换表请填写换表前用量」': SWAP,
};

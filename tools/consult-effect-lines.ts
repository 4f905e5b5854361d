/** 咨询管理 and 考核激励 in `catalogue-effects.test.ts` and `catalogue-forms.test.ts`: who does what each line says, and where definitions differ. */
type Line = readonly string[] | string;

export const CONSULT_LINES = {
  assessmentReport: [['check', 'score'], ['bonus'], ['cost'], ['employees'], ['rectify']],
  consult: [
    ['updateProject'],
    ['archiveFiles'],
    ['workHours'],
    ['ecuDraft'],
    ['committeePlan'],
    'offer.consult points at it, and takes its project and area along',
  ],
  consultProject: [
    ['register'],
    ['conflictGuard'],
    ['remindProtect'],
    'the properties of the entity consultProject, from which `from` of other forms reads',
  ],
  ecuConsult: [
    ['archiveFiles'],
    ['updateProject'],
    ['workHours'],
    'ecuOffer.ecuConsult points at it, and takes its points, reserve and engineer along',
  ],
  ecuOffer: [['check', 'archive', 'merge'], ['prices'], ['costIndex'], ['platform']],
  employeeInterview: [['file'], ['demands', 'closeDemands'], ['risk'], ['nextTalk']],
  internalRelation: [['archiveFiles'], ['abnormalDraft'], ['benchmark']],
  internalRelationNew: [['cost'], ['schedule'], ['stop'], ['cooperation']],
  offer: [
    ['check', 'archive'],
    ['project'],
    ['prices'],
    'projectInvestReview.offer points at it, projectEstimatedCost at its consultation and at the prices that it left',
    ['remindValid'],
  ],
  saleConsult: [
    ['archiveFiles'],
    ['updateProject'],
    ['researchTopic'],
    ['workHours'],
    'saleOffer.saleConsult points at it, and takes its customer and extra cost along',
  ],
  saleOffer: [['modelPrices'], ['project'], ['contract'], ['archive']],
} as const satisfies Readonly<Record<string, readonly Line[]>>;

const all = (why: string, ...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, why]));

/** Keys that the catalogue gives to fields and that every record's table has for itself. */
export const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = { offer: { version: 'versionNo' } };

export const CONSULT_DEPARTURES: Readonly<Record<string, string>> = {
  'offer.lastOffer 显示条件': 'the version has a name of its own',
  ...all(
    'figures say what they are counted in',
    'offer.boq.costAmount 单位与范围',
    'offer.boq.quotePrice 单位与范围',
    'offer.boq.quoteAmount 单位与范围',
    'ecuOffer.hardware.costAmount 单位与范围',
    'ecuOffer.hardware.saleAmount 单位与范围',
    'ecuOffer.labor.laborCost 单位与范围',
    'ecuOffer.labor.laborAmount 单位与范围',
    'saleOffer.machines.guideAmount 单位与范围',
    'saleOffer.machines.machineAmount 单位与范围',
    'saleOffer.machines.machineCost 单位与范围',
    'saleOffer.accessories.accessoryAmount 单位与范围',
    'saleOffer.accessories.accessoryCostSum 单位与范围',
    'saleOffer.accessories.pieces 单位与范围',
    'employeeInterview.workLoadRate 单位与范围',
    'employeeInterview.payRate 单位与范围',
    'employeeInterview.livingRate 单位与范围',
    'employeeInterview.envRate 单位与范围',
    'employeeInterview.leaderRate 单位与范围',
    'employeeInterview.growthRate 单位与范围',
    'employeeInterview.satisfyAvg 单位与范围',
    'employeeInterview.人事跟踪闭环.solvedCount 单位与范围',
    'assessmentReport.energyCost 单位与范围',
    'assessmentReport.energyBudget 单位与范围',
    'assessmentReport.receivable 单位与范围',
    'assessmentReport.received 单位与范围',
    'assessmentReport.basePool 单位与范围',
    'assessmentReport.kpis.kpiScore 单位与范围',
    'assessmentReport.kpis.weighted 单位与范围',
    'assessmentReport.persons.baseBonus 单位与范围',
    'assessmentReport.persons.reward 单位与范围',
    'assessmentReport.persons.penalty 单位与范围',
    'assessmentReport.persons.payable 单位与范围',
    'assessmentReport.totalScore 单位与范围',
    'assessmentReport.bonusPool 单位与范围',
    'assessmentReport.totalPayable 单位与范围',
  ),
  ...all(
    'the scale stands behind the figure',
    'employeeInterview.workLoadRate 名称',
    'employeeInterview.payRate 名称',
    'employeeInterview.livingRate 名称',
    'employeeInterview.envRate 名称',
    'employeeInterview.leaderRate 名称',
    'employeeInterview.growthRate 名称',
  ),
  'employeeInterview.envRate 提示': 'what the label had in brackets',
  ...all(
    'a price of the library brings along what it is the price of',
    'offer.boq.itemName 带出',
    'offer.boq.spec 带出',
    'offer.boq.brand 带出',
    'offer.boq.unitName 带出',
  ),
  'ecuOffer.hvacOffer 显示条件': 'it is only asked for where the offer is merged',
  'saleOffer.currency 提示': 'amounts are in yuan; a rate says what they come to abroad',
  'assessmentReport.persons.reason 必填': 'a reward or a penalty has its reason',
  'assessmentReport.persons.reason 显示条件': 'as above',
};

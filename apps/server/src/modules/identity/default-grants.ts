/**
 * What the built-in roles may do from the start. Written once, when a role or a menu is new: what an administrator changed afterwards stays.
 * Makers fill forms in; viewers search, read and export; whoever takes part in an approval sees the record without any of this.
 */
import {
  DATA_CLASSES,
  type DataClass,
  isDataClass,
  MODULES,
  type ModuleId,
  ROLES,
  type RoleCode,
} from '@hengneng/core';
import type { ScopeKind } from '../../platform/context.ts';
import { CONTRACT_PAGES } from './contract-hands.ts';
import { CHARGING_PAGES } from './charging-grants.ts';
import { ENERGY_PAGES } from './energy-grants.ts';
import { type Hands, LEADERS, type LookedAt, SITE } from './hands.ts';
import type { MenuDefinition } from './menus.ts';
import { heldByAll, PAGE_BUTTONS_HELD } from './page-grants.ts';
import { STATISTICS_PAGES } from './statistics-grants.ts';
import { MONEY_STATISTICS_PAGES, MONEY_STATISTICS_WORK } from './statistics-money-grants.ts';

const MONEY: readonly RoleCode[] = ['generalManager', 'operationDirector', 'areaManager', 'finance', 'cashier'];

/** By area of the module. */
const AREAS: Readonly<Record<string, Hands>> = {
  // Areas inspect their projects themselves.
  safetyManagement: { makers: ['safetyOfficer', 'areaManager', ...SITE], viewers: LEADERS },
  customerSatisfaction: { makers: ['projectManager', 'sales'], viewers: [...LEADERS, 'finance', 'emcDirector'] },
  assessmentForms: {
    makers: [...SITE, 'hvacEngineer'],
    viewers: [...LEADERS, 'hvacLeader', 'technicalDirector', 'energyAnalyst'],
  },
  fileManagement: { makers: 'staff', viewers: [] },
  sale: {
    makers: ['sales', 'salesTechnical', 'projectManager'],
    viewers: [...LEADERS, 'emcDirector', 'technicalDirector'],
  },
  personnelManagement: {
    makers: ['hr'],
    viewers: ['generalManager', 'operationDirector', 'areaManager', 'deptDirector'],
  },
  laborDispatch: { makers: ['hr', 'projectManager'], viewers: LEADERS },
  composite: { makers: [...SITE, 'purchaser', 'hr'], viewers: [...LEADERS, 'finance', 'emcDirector'] },
  resourceManage: { makers: ['projectManager', 'legal'], viewers: [...LEADERS, 'finance', 'emcDirector'] },
  planSummary: { makers: ['projectManager', 'deptDirector'], viewers: LEADERS },
  trainingManagement: { makers: ['hr', 'projectManager', 'deptDirector'], viewers: LEADERS },
  assessIncentives: { makers: ['hr', 'areaManager', 'deptDirector'], viewers: ['generalManager', 'operationDirector'] },
  assetsAndCertificate: { makers: ['hr', 'projectManager', 'legal'], viewers: LEADERS },
  waterQuality: { makers: ['waterEngineer', ...SITE], viewers: [...LEADERS, 'safetyOfficer', 'technicalDirector'] },
  systemManage: { makers: SITE, viewers: [...LEADERS, 'safetyOfficer', 'technicalDirector'] },
  standardRoom: {
    makers: ['projectManager', 'engineer', 'areaManager', 'safetyOfficer'],
    viewers: [...LEADERS, 'emcDirector', 'technicalDirector'],
  },
  inspectionSystem: { makers: [...SITE, 'safetyOfficer', 'areaManager'], viewers: LEADERS },
  repairMaintenance: {
    makers: [...SITE, 'purchaser'],
    viewers: [...LEADERS, 'finance', 'technicalDirector', 'hvacLeader'],
  },
  otherRepair: { makers: SITE, viewers: LEADERS },
  payment: { makers: ['projectManager', 'finance'], viewers: MONEY },
  collectionSettlement: { makers: ['projectManager', 'finance', 'cashier'], viewers: MONEY },
  settlementResource: { makers: ['projectManager', 'operator', 'energyAnalyst'], viewers: [...LEADERS, 'finance'] },
  energyEfficiency: {
    makers: [...SITE, 'energyAnalyst', 'hvacEngineer'],
    viewers: [...LEADERS, 'technicalDirector', 'hvacLeader'],
  },
  profitAccounting: { makers: ['finance', 'projectManager'], viewers: MONEY },
  projectContent: {
    makers: ['sales', 'salesTechnical'],
    viewers: [
      'generalManager',
      'emcDirector',
      'deptDirector',
      'technicalDirector',
      'hvacLeader',
      'hvacEngineer',
      'automationLeader',
      'automationEngineer',
      'energyAnalyst',
      'researchCto',
      'researchEngineer',
    ],
  },
  contractManage: { makers: ['legal', 'sales', 'purchaser'], viewers: [...MONEY, 'emcDirector'] },
  engineering: {
    makers: ['purchaser', 'engineer', 'projectManager'],
    viewers: [...LEADERS, 'finance', 'emcDirector', 'technicalDirector'],
  },
  costQuotation: {
    makers: ['purchaser', 'salesTechnical'],
    viewers: ['generalManager', 'emcDirector', 'technicalDirector', 'finance'],
  },
  chargeManage: { makers: ['cashier', 'propertyManager'], viewers: ['finance', 'generalManager', 'operationDirector'] },
};

/** What a site needs of others is asked for by the site or by purchasing. */
const OUTSOURCING: Hands = { makers: ['purchaser', 'projectManager', 'legal'], viewers: [...MONEY, 'emcDirector'] };
/** Contracts with customers: those who won them, and those who carry them out. */
const CUSTOMER_CONTRACTS: Hands = { makers: ['legal', 'sales', 'projectManager'], viewers: [...MONEY, 'emcDirector'] };

/** Modules whose hands differ from their area's. */
const OWN: Partial<Record<ModuleId, Hands>> = {
  departmentalWorkContact: { makers: 'staff', viewers: [] },
  // Whoever a customer turns to takes the complaint down.
  userComplaint: { makers: ['sales', ...SITE], viewers: [...LEADERS, 'emcDirector', 'technicalDirector'] },
  // Problems are raised by those who answer for the sites.
  emcProblemRectification: {
    makers: ['areaManager', 'operationDirector', 'emcDirector', 'projectManager'],
    viewers: ['generalManager', 'technicalDirector', 'engineer', 'operator'],
  },
  // Whoever tests a machine reports what was found.
  problemDetectionFeedback: {
    makers: [...SITE, 'deptDirector', 'waterEngineer', 'hvacEngineer', 'energyAnalyst'],
    viewers: [...LEADERS, 'technicalDirector', 'hvacLeader'],
  },
  // Leaders call on customers themselves.
  userInterviewRecord: {
    makers: [...LEADERS, 'emcDirector', 'sales', 'projectManager'],
    viewers: ['technicalDirector'],
  },
  // Projects are checked by those above them, suppliers are reviewed by those who buy.
  EMCProjectCheck: {
    makers: ['areaManager', 'operationDirector', 'emcDirector', 'hvacEngineer'],
    viewers: ['generalManager', 'technicalDirector', 'safetyOfficer', 'projectManager'],
  },
  providerAnnualReview: { makers: ['purchaser'], viewers: [...MONEY, 'safetyOfficer', 'legal', 'hr'] },
  technicalRegistration: {
    makers: [...SITE, 'engineer', 'hvacEngineer', 'automationEngineer', 'researchEngineer'],
    viewers: [...LEADERS, 'technicalDirector', 'hvacLeader', 'energyAnalyst', 'researchCto'],
  },
  // Whoever is on site walks through the rooms.
  airUsage: { makers: ['sales', ...SITE], viewers: [...LEADERS, 'finance', 'emcDirector', 'hvacEngineer'] },
  borrowing: { makers: 'staff', viewers: MONEY },
  expenseReimbursement: { makers: 'staff', viewers: MONEY },
  fundBudget: {
    makers: ['projectManager', 'areaManager', 'deptDirector', 'finance', 'operationDirector'],
    viewers: MONEY,
  },
  // Whoever asks for a payment does not put it into a batch.
  payMoneyApproval: { makers: ['finance'], viewers: [...MONEY, 'emcDirector'] },
  // Anybody may be asked to teach, and whoever was taught says what it was worth.
  monthlyTrainingProcessRecord: { makers: 'staff', viewers: [] },
  trainingFeedback: { makers: 'staff', viewers: [] },
  // Whoever asks for a transfer writes salaries, so that only roles that may see them do.
  jobTransfer: {
    makers: ['hr', 'areaManager'],
    viewers: ['generalManager', 'operationDirector', 'deptDirector', 'projectManager'],
  },
  // Solution is sampled by whoever looks after the water.
  annualSolutionTestingReport: {
    makers: [...SITE, 'hvacEngineer', 'waterEngineer'],
    viewers: [...LEADERS, 'hvacLeader', 'technicalDirector', 'energyAnalyst', 'finance'],
  },
  newProjectEvaluation: {
    makers: ['sales', 'salesTechnical', 'projectManager', 'energyAnalyst'],
    viewers: [...LEADERS, 'emcDirector', 'technicalDirector', 'hvacEngineer', 'finance', 'legal'],
  },
  // Technology, commerce and finance ask for data alike.
  projectDataRequire: { makers: 'staff', viewers: [] },
  energySavingEvaluation: {
    makers: ['projectManager', 'energyAnalyst', 'sales'],
    viewers: [...LEADERS, 'emcDirector', 'technicalDirector', 'finance'],
  },
  detection: OUTSOURCING,
  maintenance: OUTSOURCING,
  maintain: OUTSOURCING,
  waterProcurement: OUTSOURCING,
  otherSource: OUTSOURCING,
  EMCOperateContract: CUSTOMER_CONTRACTS,
  operateMainContract: CUSTOMER_CONTRACTS,
  operationRenewal: CUSTOMER_CONTRACTS,
  projectInvestReview: {
    makers: ['sales', 'salesTechnical', 'projectManager', 'legal'],
    viewers: [...MONEY, 'emcDirector', 'technicalDirector'],
  },
  supplementaryAgreement: {
    makers: ['legal', 'sales', 'projectManager', 'purchaser'],
    viewers: [...MONEY, 'emcDirector'],
  },
  // Bonuses are salaries: only roles that may see them ask for them.
  assessmentReport: { makers: ['hr', 'areaManager'], viewers: ['generalManager', 'operationDirector'] },
  // Whoever leads people talks to them.
  employeeInterview: {
    makers: ['hr', 'areaManager', 'deptDirector', 'projectManager'],
    viewers: ['generalManager', 'operationDirector'],
  },
  // Whoever answers for suppliers asks for it; that it is agreed to is another's word.
  providerStanding: {
    makers: ['purchaser', 'technicalDirector', 'emcDirector', 'generalManager'],
    viewers: [...LEADERS, 'finance', 'projectManager', 'engineer'],
  },
  // Departments ask things of each other in every phase of a project.
  internalRelationNew: { makers: 'staff', viewers: [] },
  // Whoever needs a paper borrows it.
  credentialsBorrow: { makers: 'staff', viewers: LEADERS },
  // The site writes its own roster.
  dutySchedule: {
    makers: ['hr', 'projectManager'],
    viewers: [...LEADERS, 'deptDirector', 'safetyOfficer'],
  },
  resignationReport: { makers: 'staff', viewers: ['hr', 'generalManager', 'areaManager'] },
  consultProject: {
    makers: ['sales', 'salesTechnical', 'deptDirector'],
    viewers: [
      'generalManager',
      'emcDirector',
      'technicalDirector',
      'hvacLeader',
      'hvacEngineer',
      'automationLeader',
      'automationEngineer',
    ],
  },
};

/** Everybody but those who are not employed here. */
const OUTSIDERS: ReadonlySet<RoleCode> = new Set(['adviser', 'serviceProvider']);

/** Anybody may be asked for an opinion, advisers from outside first of all; those who run reviews call them. */
const REVIEWING: Partial<Record<RoleCode, readonly number[]>> = {
  ...heldByAll([3]),
  technicalDirector: [0, 2, 3, 5, 7],
  hvacLeader: [0, 2, 3, 5, 7],
  emcDirector: [0, 2, 3, 5, 7],
  generalManager: [3, 5, 7],
};

/** Pages of which roles hold different buttons. */
const PAGE_HANDS: Readonly<Record<string, Partial<Record<RoleCode, readonly number[]>>>> = {
  ...PAGE_BUTTONS_HELD,
  '/committeeContent/committeeList': REVIEWING,
  // Sales are the customers' service: they alone read whole phone numbers and turn answers into complaints.
  '/configurableQuestionnaireList': {
    sales: [0, 2, 3, 5, 10],
    projectManager: [2, 3, 5],
    areaManager: [2, 3, 5],
    operationDirector: [3, 5],
    emcDirector: [3, 5],
    generalManager: [3, 5],
  },
  // The site reports and registers what was exchanged, the analyst agrees to it.
  '/operationContent/handleRecord/deviceReplaceRecord': {
    projectManager: [0, 1, 2, 3, 5],
    energyAnalyst: [0, 1, 2, 3, 5],
    engineer: [0, 3, 5],
    operator: [0, 3, 5],
    generalManager: [3, 5],
    operationDirector: [3, 5],
    areaManager: [3, 5],
    technicalDirector: [3, 5],
    hvacLeader: [3, 5],
    finance: [3, 5],
  },
};

const PAGES: Readonly<Record<string, readonly RoleCode[]>> = {
  '/system/users': ['hr'],
  '/system/depts': ['hr'],
  ...MONEY_STATISTICS_PAGES,
};

/** Who answers for consulting as a whole. */
const CONSULTING: readonly RoleCode[] = ['generalManager', 'emcDirector', 'technicalDirector', 'researchCto'];
/** Building works: those who look after a site, and those who watch over it. */
const WORKS: Hands = {
  makers: ['engineer', 'projectManager', 'purchaser'],
  viewers: [...LEADERS, 'finance', 'legal', 'emcDirector', 'technicalDirector', 'safetyOfficer'],
};
/** What finance brings in; who pays out and who leads looks at it. */
const OF_FINANCE: Hands = { makers: ['finance'], viewers: ['generalManager', 'operationDirector', 'cashier'] };
/** Everybody sees what is left of their own; only finance presses others. */
const BALANCES = '/formFlow/payment/expenseReimbursement/balanceList';
const SEARCH = 3;
/** Pages of an area's work that are no form's: who works with them, who looks at them. */
const WORK_PAGES: Readonly<Record<string, LookedAt>> = {
  ...STATISTICS_PAGES,
  ...MONEY_STATISTICS_WORK,
  ...ENERGY_PAGES,
  ...CHARGING_PAGES,
  // Everybody learns; records of others and the lessons themselves are kept by those who train.
  '/formFlow/trainingManagement/trainingLearn/learningDatabase': {
    makers: ['hr'],
    viewers: 'staff',
    looking: new Set([SEARCH]),
  },
  '/formFlow/payment/fundBudget/fundBudgetLedger': { makers: ['finance', 'cashier', 'projectManager'], viewers: MONEY },
  '/formFlow/payment/expenseReimbursement/expenseReimbursementImport': OF_FINANCE,
  '/formFlow/payment/expenseReimbursement/appropriationImport': OF_FINANCE,
  '/formFlow/collectionSettlement/paymentReceived/paymentReceivedImport': OF_FINANCE,
  // Standards are set by those who inspect; the site walks by them and prints its labels.
  '/formFlow/inspectionSystem/pointSet': { makers: ['safetyOfficer', 'areaManager'], viewers: [...LEADERS, ...SITE] },
  // Those who answer for a project urge its problems.
  '/formFlow/inspectionSystem/inspectionAnalysis': {
    makers: [...LEADERS, 'projectManager', 'safetyOfficer', 'technicalDirector'],
    viewers: ['engineer', 'operator'],
  },
  '/formFlow/inspectionSystem/inspectionAnalysisArea': {
    makers: [...LEADERS, 'safetyOfficer', 'technicalDirector'],
    viewers: [],
  },
  // The contracts of the whole company, each within the scope of whoever looks.
  '/contractManage/contractList': {
    makers: ['legal', 'finance'],
    viewers: [...LEADERS, 'purchaser', 'sales', 'projectManager', 'emcDirector'],
  },
  ...CONTRACT_PAGES,
  // Whoever sells or draws up schemes sees how far it came, each within their scope.
  '/projectContent/consultStatistics/project': {
    makers: ['sales', 'salesTechnical', 'deptDirector'],
    viewers: CONSULTING,
  },
  '/projectContent/consultStatistics/consult': {
    makers: ['technicalDirector', 'hvacLeader', 'automationLeader', 'deptDirector'],
    viewers: [
      ...CONSULTING,
      'sales',
      'salesTechnical',
      'hvacEngineer',
      'automationEngineer',
      'researchEngineer',
      'energyAnalyst',
    ],
  },
  '/projectContent/consultStatistics/broadCityGroup': {
    makers: ['salesTechnical', 'deptDirector'],
    viewers: CONSULTING,
  },
  // Who sits on the committee is settled by those who run it, and no secret.
  '/committeeContent/committeeTable': { makers: ['technicalDirector', 'emcDirector'], viewers: 'staff' },
  // Those who sold a project hand it over; departments of every kind get something of it and sign for it.
  '/projectContent/handOver/index': { makers: 'staff', viewers: [] },
  '/projectContent/handOver/handOverList': { makers: 'staff', viewers: [] },
  '/contractManage/otherContractList': {
    makers: ['legal', 'purchaser'],
    viewers: [...LEADERS, 'finance', 'projectManager', 'emcDirector'],
  },
  // Tenders are called for by those who buy; the others watch them.
  '/engineering/tender/projectList': {
    makers: ['purchaser'],
    viewers: [...LEADERS, 'finance', 'legal', 'emcDirector', 'technicalDirector', 'projectManager', 'engineer'],
  },
  '/engineering/information/engineerInfoList': WORKS,
  '/engineering/check/checkResourceList': WORKS,
  // Letters are written by whoever looks after the works, passed by another of them, and by the lawyers where money is spoken of.
  '/engineering/fileData/lettersList': {
    makers: ['engineer', 'projectManager', 'purchaser', 'technicalDirector', 'legal'],
    viewers: [...LEADERS, 'finance', 'emcDirector', 'safetyOfficer'],
  },
  // Technicians upload and pass each other's papers; the site reads them.
  '/engineering/fileData/techInfoList': {
    makers: [
      'engineer',
      'technicalDirector',
      'hvacLeader',
      'hvacEngineer',
      'automationLeader',
      'automationEngineer',
      'projectManager',
    ],
    viewers: [...LEADERS, 'emcDirector', 'purchaser', 'operator', 'safetyOfficer', 'energyAnalyst'],
  },
  // Prices are kept by those who buy and those who say what is good.
  '/formFlow/waterQuality/waterChemicalsApplication/pharmaceuticalSupplierManage': {
    makers: ['purchaser', 'waterEngineer'],
    viewers: [...LEADERS, 'finance'],
  },
};
/** What onlookers of a page get. */
const LOOKING: ReadonlySet<number> = new Set([3, 5, 7]);

/** Pages that show what one module's forms left: who works with those works with them. */
const SAME_HANDS: Readonly<Record<string, ModuleId>> = {
  '/formFlow/waterQuality/waterChemicalsApplication/chemicalStock': 'constructionNotice',
  '/formFlow/repairMaintenance/maintenanceRecords/sparePartStock': 'maintenanceRecords',
  '/formFlow/collectionSettlement/contractManage/contractList': 'userSettlement',
  '/formFlow/collectionSettlement/paymentStatisticsTotal': 'userSettlement',
  '/formFlow/otherRepair/lightStatistics/lightAllowance': 'lightOutStorage',
  '/formFlow/otherRepair/lightDevice/lightDeviceList': 'lightOutStorage',
  '/formFlow/personnelManagement/transferNotice/transferNoticeList': 'jobTransfer',
  '/formFlow/personnelManagement/applicationMaterials/applicationMaterialsList': 'userEntry',
  '/formFlow/resourceManage/lettersList': 'dailyInformation',
  '/engineering/contract/contractList': 'payMoney',
};
/** Pages on which everybody finds their own: whoever is transferred confirms it there. */
const OWN_ROWS: ReadonlySet<string> = new Set(['/formFlow/personnelManagement/transferNotice/transferNoticeList']);

/** Task pages that carry a role's name are that role's. */
const ROLE_PAGES: readonly (readonly [RegExp, RoleCode])[] = [
  [/\.departmentDirectorNode/, 'deptDirector'],
  [/\.TechnicalDirectorNode/, 'technicalDirector'],
  [/\.HVACLeaderNode/, 'hvacLeader'],
  [/\.HVACEngineer/, 'hvacEngineer'],
  [/\.automationLeaderNode/, 'automationLeader'],
  [/\.automationEngineerNode/, 'automationEngineer'],
  [/\.energyDataAnalystNode/, 'energyAnalyst'],
  [/\.operationCTONode/, 'operationDirector'],
  [/\.EMCCTONode/, 'emcDirector'],
  [/\.EMCEngineerNode/, 'engineer'],
  [/\.RAsrtCTONode/, 'researchCto'],
  [/\.RAsrtEngineerNode/, 'researchEngineer'],
];

const PRESS = 2;
const IMPORT = 4;
/** Lists that whoever works with them fills from workbooks as well. */
const IMPORTED_INTO: ReadonlySet<string> = new Set(['/formFlow/otherRepair/lightDevice/lightDeviceList']);
const EDIT = 2;
const EXPORT = 5;
/** Agreeing, searching, taking along on paper or as a workbook, and who belongs to what. */
const VIEWING: ReadonlySet<number> = new Set([2, SEARCH, EXPORT, 7, 11, 12]);

const handsOf = (module: string): Hands =>
  OWN[module as ModuleId] ?? AREAS[MODULES[module as ModuleId].area] ?? { makers: [], viewers: [] };

/**
 * Button codes that a built-in role gets on a new menu; null where it gets none at all. Headings are granted with what is below them, so
 * they have no row of their own.
 */
export const defaultButtons = (role: RoleCode, menu: MenuDefinition): readonly number[] | null => {
  if (menu.kind === 'group') return null;
  // Backups and trial restores are given to whom they are entrusted, by name.
  if (role === 'admin' && menu.path === '/system/health') return menu.buttons.filter((button) => button !== EDIT);
  if (role === 'admin' || (role === 'auditor' && menu.path === '/system/audit')) return menu.buttons;
  if (menu.path === '/main') return menu.buttons;
  // A book is read by those who work with the forms that write it.
  if (menu.area !== null) {
    const { makers, viewers } = AREAS[menu.area] ?? { makers: [], viewers: [] };
    const works = makers === 'staff' ? !OUTSIDERS.has(role) : makers.includes(role);
    return works || viewers.includes(role) ? menu.buttons : null;
  }
  if (menu.path === BALANCES)
    return OUTSIDERS.has(role) ? null : menu.buttons.filter((code) => code !== PRESS || role === 'finance');
  const buttons = PAGE_HANDS[menu.path];
  if (buttons !== undefined) return buttons[role] ?? null;
  const page = WORK_PAGES[menu.path];
  if (page !== undefined) {
    const among = (hands: Hands['makers']) => (hands === 'staff' ? !OUTSIDERS.has(role) : hands.includes(role));
    if (among(page.makers)) return menu.buttons;
    const looking = page.looking ?? LOOKING;
    return among(page.viewers) ? menu.buttons.filter((code) => looking.has(code)) : null;
  }
  const module = SAME_HANDS[menu.path] ?? menu.module;
  if (module === null) {
    const roles = PAGES[menu.path];
    return roles?.includes(role) ? menu.buttons.filter((code) => code === SEARCH || code === EXPORT) : null;
  }
  if (!(module in MODULES)) return null;
  const named = ROLE_PAGES.find(([pattern]) => pattern.test(menu.shortCode));
  if (named !== undefined) return named[1] === role ? menu.buttons : null;
  const hands = handsOf(module);
  const makes = hands.makers === 'staff' ? !OUTSIDERS.has(role) : hands.makers.includes(role);
  if (makes) return menu.buttons.filter((code) => code !== IMPORT || IMPORTED_INTO.has(menu.path));
  if (hands.viewers.includes(role)) return menu.buttons.filter((code) => VIEWING.has(code));
  return OWN_ROWS.has(menu.path) && !OUTSIDERS.has(role) ? [SEARCH] : null;
};

/** Row scopes; several of one role are a union. */
export const DEFAULT_SCOPES: Readonly<Record<RoleCode, readonly ScopeKind[]>> = {
  admin: ['all'],
  generalManager: ['all'],
  operationDirector: ['all'],
  emcDirector: ['all'],
  areaManager: ['area'],
  projectManager: ['project'],
  operator: ['project'],
  engineer: ['project', 'area'],
  safetyOfficer: ['all'],
  waterEngineer: ['all'],
  energyAnalyst: ['all'],
  deptDirector: ['dept'],
  technicalDirector: ['all'],
  hvacLeader: ['all'],
  hvacEngineer: ['project', 'dept'],
  automationLeader: ['all'],
  automationEngineer: ['project', 'dept'],
  sales: ['self', 'project'],
  salesTechnical: ['dept', 'project'],
  finance: ['all'],
  cashier: ['all'],
  purchaser: ['all'],
  hr: ['all'],
  legal: ['all'],
  researchCto: ['dept'],
  researchEngineer: ['self'],
  adviser: ['self'],
  propertyManager: ['project'],
  serviceProvider: ['self'],
  auditor: ['self'],
};

/** Who may see what energy costs and earns; whoever fills in and checks the papers of it sees the amounts of those papers only. */
const SEE_ENERGY_COSTS: ReadonlySet<RoleCode> = new Set([
  'finance',
  'projectManager',
  'areaManager',
  'operationDirector',
  'energyAnalyst',
]);

/** What is withheld from ordinary roles at the start: salaries, identity numbers, margins, offers and what energy costs. */
export const defaultClasses = (role: RoleCode): readonly DataClass[] => {
  const classes = formClasses(role);
  return SEE_ENERGY_COSTS.has(role) ? [...classes, 'energyCost'] : classes;
};

const formClasses = (role: RoleCode): readonly DataClass[] => {
  if (OUTSIDERS.has(role)) return ['phone'];
  const open = ['phone', 'amount', 'price'] as const;
  switch (role) {
    case 'hr':
      return [...open, 'salary', 'idNo'];
    case 'generalManager':
      return Object.keys(DATA_CLASSES).filter(isDataClass);
    case 'operationDirector':
    case 'finance':
      return [...open, 'salary', 'margin', 'bid'];
    case 'areaManager':
      return [...open, 'salary', 'margin'];
    case 'safetyOfficer':
    case 'projectManager':
      return [...open, 'idNo'];
    case 'emcDirector':
    case 'sales':
    case 'legal':
      return [...open, 'bid'];
    // Those who price offers answer for what is left of them.
    case 'deptDirector':
    case 'technicalDirector':
    case 'hvacLeader':
    case 'hvacEngineer':
    case 'automationLeader':
    case 'automationEngineer':
      return [...open, 'margin'];
    default:
      return open;
  }
};

/** Salaries and identity numbers leave the product only through those whose work it is; all else by whoever sees it. */
const CARRIERS: Partial<Record<DataClass, readonly RoleCode[]>> = {
  salary: ['hr', 'finance', 'generalManager'],
  idNo: ['hr', 'generalManager'],
};
export const mayTakeAlong = (role: RoleCode, dataClass: DataClass): boolean =>
  CARRIERS[dataClass]?.includes(role) ?? true;

/**
 * Roles that one person must not hold together: who pays out approves no payment, who orders neither takes in nor pays. Who makes a record never
 * checks it, and who prepares a tender is no opener of it, whatever roles they hold: the engine sees to that.
 */
export const EXCLUSIONS: readonly (readonly [RoleCode, RoleCode, string])[] = [
  ['cashier', 'finance', '收费员与财务审核互斥'],
  ['cashier', 'areaManager', '出纳与付款审批互斥'],
  ['cashier', 'emcDirector', '出纳与付款审批互斥'],
  ['cashier', 'generalManager', '出纳与付款审批互斥'],
  ['purchaser', 'finance', '采购与付款审核互斥'],
  ['purchaser', 'projectManager', '采购与验收互斥'],
  ['purchaser', 'hvacEngineer', '采购与验收互斥'],
  ['admin', 'auditor', '审计员不能是系统管理员本人'],
];

export const ROLE_CODES = Object.keys(ROLES) as readonly RoleCode[];

import type { ModuleId } from '../modules.ts';

/**
 * To-do pages that carry a role's name show that role's steps of their module only. The table of screens is the catalogue's, so that they
 * stand here; a test holds them against the definitions.
 */
interface PageStep {
  readonly key: string;
  readonly name: string;
}

const steps = (named: Readonly<Record<string, string>>): readonly PageStep[] =>
  Object.entries(named).map(([key, name]) => ({ key, name }));

const ROLE_STEPS: Readonly<Record<string, readonly PageStep[]>> = {
  // consult
  '/projectContent/departmentDirectorNode': steps({ s1: '部门主任分派', s7: '部门主任签发' }),
  '/projectContent/TechnicalDirectorNode': steps({ s2: '技术总监分派', s6: '技术总监审定' }),
  '/projectContent/HVACLeaderNode': steps({ s3: '暖通组长分派', s5: '暖通组长复核' }),
  '/projectContent/HVACEngineerNode': steps({ s4: '暖通工程师编制' }),
  // ecuConsult
  '/projectContent/HVACEngineerNodeAutonomous': steps({ s1: '暖通工程师给条件', s5: '暖通工程师核对' }),
  '/projectContent/automationLeaderNode': steps({ s2: '自控组长分派', s4: '自控组长复核' }),
  '/projectContent/automationEngineerNode': steps({ s3: '自控工程师编制' }),
  // saleConsult
  '/projectContent/TechnicalDirectorNodeMarket': steps({ s1: '技术总监分派', s6: '技术总监审定' }),
  '/projectContent/HVACEngineerNodeMarket': steps({ s2: '暖通工程师选型' }),
  '/projectContent/RAsrtCTONodeMarket': steps({ s3: '研究所技术总监分派', s5: '研究所技术总监审核' }),
  '/projectContent/RAsrtEngineerNodeMarket': steps({ s4: '研究所工程师解答' }),
  // internalRelation
  '/projectContent/HVACEngineerinternalRelation': steps({ s1: '暖通工程师确认需求', s7: '暖通工程师接收' }),
  '/projectContent/operationCTONode': steps({ s2: '运营总监分派' }),
  '/projectContent/energyDataAnalystNode': steps({ s3: '能源数据分析师提供' }),
  '/projectContent/EMCCTONode': steps({ s4: 'EMC总监分派', s6: 'EMC总监审核' }),
  '/projectContent/EMCEngineerNode': steps({ s5: 'EMC工程师实测' }),
};

/** The steps that a to-do page is for; null where it is for all of its module. */
export const roleStepsOf = (path: string): readonly PageStep[] | null => ROLE_STEPS[path] ?? null;

/** What stands beside a record without being a field of it. */
export type BesideColumn =
  /** A field of the record that a field of this one points at. */
  | { readonly kind: 'through'; readonly link: string; readonly module: ModuleId; readonly field: string }
  /** A field of the newest record that points at this one. */
  | { readonly kind: 'from'; readonly link: string; readonly module: ModuleId; readonly field: string }
  /** Why it was sent back last. */
  | { readonly kind: 'lastReject' };

interface PageColumns {
  /** Fields of the record, beside what every to-do shows. */
  readonly keys: readonly string[];
  readonly beside?: readonly BesideColumn[];
  /** The field by whose day it is wanted; how many days are left is shown with it. */
  readonly due: string;
}

const EXPECT_AMOUNT: BesideColumn = {
  kind: 'through',
  link: 'consultProject',
  module: 'consultProject',
  field: 'expectAmount',
};
const LAST_REJECT: BesideColumn = { kind: 'lastReject' };

const ROLE_COLUMNS: Readonly<Record<string, PageColumns>> = {
  '/projectContent/departmentDirectorNode': {
    keys: ['consultType', 'businessMode', 'urgency'],
    beside: [EXPECT_AMOUNT],
    due: 'needDate',
  },
  '/projectContent/TechnicalDirectorNode': {
    keys: ['consultType', 'businessMode', 'urgency', 'designCooling', 'techRoute', 'leaderScore'],
    beside: [{ kind: 'from', link: 'consult', module: 'offer', field: 'grossMargin' }],
    due: 'needDate',
  },
  '/projectContent/HVACLeaderNode': {
    keys: ['consultType', 'designCooling', 'planHours', 'planDue', 'hvacEngineer', 'leaderScore'],
    due: 'needDate',
  },
  '/projectContent/HVACEngineerNode': {
    keys: ['consultType', 'designCooling', 'planHours'],
    beside: [LAST_REJECT],
    due: 'planDue',
  },
  '/projectContent/HVACEngineerNodeAutonomous': {
    keys: ['renovation', 'hostCount', 'chilledPumps', 'coolingPumps', 'towerFans'],
    due: 'needDate',
  },
  '/projectContent/automationLeaderNode': {
    keys: ['renovation', 'hardTotal', 'busTotal', 'pointTotal'],
    due: 'needDate',
  },
  '/projectContent/automationEngineerNode': {
    keys: ['controlScope', 'hostProtocol', 'planHours'],
    beside: [LAST_REJECT],
    due: 'needDate',
  },
  '/projectContent/TechnicalDirectorNodeMarket': {
    keys: ['customerName', 'productLine', 'coolCapacity', 'nonStandard'],
    beside: [EXPECT_AMOUNT],
    due: 'needDate',
  },
  '/projectContent/HVACEngineerNodeMarket': {
    keys: ['customerName', 'productLine', 'question'],
    beside: [LAST_REJECT],
    due: 'needDate',
  },
  '/projectContent/RAsrtCTONodeMarket': { keys: ['productLine', 'nonStandardItems', 'question'], due: 'researchDue' },
  '/projectContent/RAsrtEngineerNodeMarket': {
    keys: ['productLine', 'nonStandardItems', 'question'],
    beside: [LAST_REJECT],
    due: 'researchDue',
  },
  '/projectContent/HVACEngineerinternalRelation': {
    keys: ['dataSubject', 'useFor', 'periodFrom', 'periodTo', 'needField'],
    due: 'needDate',
  },
  '/projectContent/energyDataAnalystNode': {
    keys: ['dataSubject', 'dataKinds', 'granularity', 'periodFrom', 'periodTo', 'outward'],
    due: 'needDate',
  },
  '/projectContent/operationCTONode': { keys: ['dataSubject', 'useFor', 'outward'], due: 'needDate' },
  '/projectContent/EMCCTONode': { keys: ['dataSubject', 'needField', 'outward', 'overBiasCount'], due: 'needDate' },
  '/projectContent/EMCEngineerNode': { keys: ['dataSubject', 'testPlanDate'], due: 'needDate' },
};

/** What a role's to-do page shows of each record besides; null where it shows what every to-do page does. */
export const roleColumnsOf = (path: string): PageColumns | null => ROLE_COLUMNS[path] ?? null;

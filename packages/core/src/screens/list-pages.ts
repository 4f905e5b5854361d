/**
 * Lists of one module that several pages show, each for the people of another trade (咨询总览, 暖通咨询列表): which of its columns and filters stand
 * there, and what stands beside the records. The table of screens is the catalogue's, so that they stand here; a test holds them against the definitions.
 */
import type { BesideColumn } from './role-steps.ts';

/** A column that is no field of the record. */
export interface ListBeside {
  /** Its name among the columns; the name of a field of the module is not taken. */
  readonly key: string;
  readonly label: string;
  readonly unit?: string;
  readonly as: 'money' | 'number' | 'text';
  readonly of:
    | Exclude<BesideColumn, { readonly kind: 'lastReject' }>
    /** Hours since the step that it stands at began. */
    | { readonly kind: 'stay' }
    /** Days until it is wanted, less than nothing where it is late. */
    | { readonly kind: 'left'; readonly field: string }
    /** How often it was sent back. */
    | { readonly kind: 'rejects' }
    /** What the person who looks at it has to do with it: 申请, 经办, 抄送. */
    | { readonly kind: 'role' };
}

export interface ListPage {
  /** Fields and columns from beside, in their order. */
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly beside: readonly ListBeside[];
  /** Only records that the person has to do with. Otherwise all that they may see: whose area it is, data scope says. */
  readonly scope?: 'person';
  /** How many stand at each step is said above the rows. */
  readonly board?: true;
}

const through = (link: string, field: string): ListBeside['of'] => ({
  kind: 'through',
  link,
  module: 'consultProject',
  field,
});
const project = (field: string): ListBeside['of'] => through('consultProject', field);

const STAY: ListBeside = { key: 'stay', label: '停留', unit: 'h', as: 'number', of: { kind: 'stay' } };
const LEFT: ListBeside = { key: 'left', label: '剩余', unit: '天', as: 'number', of: { kind: 'left', field: 'needDate' } };
const REJECTS: ListBeside = { key: 'rejects', label: '驳回次数', unit: '次', as: 'number', of: { kind: 'rejects' } };
const OWNER: ListBeside = { key: 'owner', label: '客户', as: 'text', of: project('ownerName') };
const SALESMAN: ListBeside = { key: 'salesman', label: '业务员', as: 'text', of: project('salesman') };
const EXPECTED: ListBeside = {
  key: 'expectAmount',
  label: '预计合同额',
  unit: '元',
  as: 'money',
  of: project('expectAmount'),
};
const WIN_RATE: ListBeside = { key: 'winRate', label: '成交概率', unit: '%', as: 'number', of: project('winRate') };

/** What the newest offer that came of the record says. */
const offered = (module: 'offer' | 'ecuOffer' | 'saleOffer', link: string) => {
  const of = (field: string): ListBeside['of'] => ({ kind: 'from', link, module, field });
  return {
    serial: { key: 'offer', label: '报价单', as: 'text', of: of('serial') },
    total: { key: 'offerTotal', label: '最新报价', unit: '元', as: 'money', of: of('offerTotal') },
    margin: {
      key: 'margin',
      label: '毛利率',
      unit: '%',
      as: 'number',
      of: of(module === 'offer' ? 'grossMargin' : 'margin'),
    },
    result: { key: 'result', label: '客户结果', as: 'text', of: of(module === 'saleOffer' ? 'result' : 'customerResult') },
  } as const satisfies Readonly<Record<string, ListBeside>>;
};
const HVAC = offered('offer', 'consult');
const ECU = offered('ecuOffer', 'ecuConsult');
const SALE = offered('saleOffer', 'saleConsult');

const LIST_PAGES: Readonly<Record<string, ListPage>> = {
  '/projectContent/consultIndex': {
    board: true,
    columns: [
      'consultProject',
      'owner',
      'district',
      'consultType',
      'businessMode',
      'urgency',
      'currentStep',
      'stay',
      'needDate',
      'left',
      'applicant',
      'applicantDept',
      'coolingArea',
      'designCooling',
      'coolingIndex',
      'hvacLeader',
      'hvacEngineer',
      'offer',
      'satisfaction',
    ],
    filters: [
      'consultProject',
      'step',
      'consultType',
      'urgency',
      'businessMode',
      'applicantDept',
      'hvacEngineer',
      'needDate',
      'status',
    ],
    beside: [OWNER, { key: 'district', label: '省市区', as: 'text', of: project('district') }, STAY, LEFT, HVAC.serial],
  },
  '/projectContent/consultAreaList': {
    board: true,
    columns: [
      'consultProject',
      'salesman',
      'consultType',
      'urgency',
      'currentStep',
      'stay',
      'needDate',
      'left',
      'expectAmount',
      'winRate',
      'applicant',
      'applicantDept',
    ],
    filters: ['applicantDept', 'applicant', 'step', 'status', 'createdAt'],
    beside: [SALESMAN, STAY, LEFT, EXPECTED, WIN_RATE],
  },
  '/projectContent/consultPersonList': {
    columns: ['consultProject', 'consultType', 'role', 'currentStep', 'needDate', 'left', 'offer', 'offerTotal'],
    filters: ['consultProject', 'status', 'createdAt'],
    beside: [
      { key: 'role', label: '我的角色', as: 'text', of: { kind: 'role' } },
      LEFT,
      HVAC.serial,
      HVAC.total,
    ],
    scope: 'person',
  },
  '/projectContent/consultFormList': {
    columns: [
      'consultProject',
      'consultType',
      'applicant',
      'hvacEngineer',
      'createdAt',
      'submitDate',
      'deliverDate',
      'actualHours',
      'recommend',
      'savingRate',
      'offer',
      'offerTotal',
      'margin',
      'customerReply',
      'result',
    ],
    filters: ['consultProject', 'hvacEngineer', 'createdAt', 'customerReply', 'consultType', 'step', 'status'],
    beside: [HVAC.serial, HVAC.total, HVAC.margin, HVAC.result],
  },
  '/projectContent/consultFormListHVAC': {
    board: true,
    columns: [
      'consultProject',
      'consultType',
      'designCooling',
      'planHours',
      'actualHours',
      'currentStep',
      'planDue',
      'needDate',
      'left',
      'hvacLeader',
      'hvacEngineer',
      'coEngineers',
      'rejects',
    ],
    filters: ['hvacEngineer', 'hvacLeader', 'needDate', 'step', 'planDue', 'status'],
    beside: [LEFT, REJECTS],
  },
  '/projectContent/autonomousFormList': {
    board: true,
    columns: [
      'consultProject',
      'hvacConsult',
      'renovation',
      'hostCount',
      'hostProtocol',
      'hardTotal',
      'busTotal',
      'pointTotal',
      'cabinets',
      'automationLeader',
      'automationEngineer',
      'currentStep',
      'needDate',
      'left',
      'offerTotal',
      'perPoint',
    ],
    filters: ['consultProject', 'step', 'renovation', 'needDate', 'automationEngineer', 'status'],
    beside: [
      {
        key: 'cabinets',
        label: '控制柜',
        unit: '台',
        as: 'number',
        of: { kind: 'from', link: 'ecuConsult', module: 'ecuOffer', field: 'cabinetCount' },
      },
      LEFT,
      ECU.total,
      {
        key: 'perPoint',
        label: '每点造价',
        unit: '元/点',
        as: 'money',
        of: { kind: 'from', link: 'ecuConsult', module: 'ecuOffer', field: 'perPoint' },
      },
    ],
  },
  '/projectContent/marketFormList': {
    board: true,
    columns: [
      'consultProject',
      'customerName',
      'productLine',
      'salesman',
      'hvacEngineer',
      'researchEngineer',
      'currentStep',
      'needDate',
      'left',
      'coolCapacity',
      'selectedCooling',
      'nonStandard',
      'offerTotal',
      'result',
      'usedResult',
    ],
    filters: ['consultProject', 'step', 'productLine', 'applicant', 'createdAt', 'status'],
    beside: [SALESMAN, LEFT, SALE.total, SALE.result],
  },
  '/projectContent/internalRelationList': {
    columns: [
      'project',
      'dataSubject',
      'useFor',
      'periodFrom',
      'periodTo',
      'energyAnalyst',
      'emcEngineer',
      'heatTotal',
      'gasRate',
      'overBiasCount',
      'usable',
      'currentStep',
      'needDate',
      'left',
    ],
    filters: ['project', 'dataSubject', 'step', 'createdAt', 'useFor', 'status'],
    beside: [LEFT],
  },
  '/engineering/check/completionCheck/checkList': {
    columns: [
      'project',
      'subProject',
      'supplier',
      'checkKind',
      'createdAt',
      'checkDate',
      'badCount',
      'missingDocs',
      'rectifyDone',
      'perfResult',
      'contractAmount',
      'visaTotal',
      'applySettle',
      'auditSettle',
      'cutAmount',
      'cutRate',
      'delayDays',
      'netSettle',
      'warrantyFrom',
      'warrantyTo',
    ],
    filters: ['project', 'supplier', 'checkKind', 'checkDate', 'subProject', 'perfResult', 'status'],
    beside: [],
  },
};

/** What a page of a module's list shows of its own; null where it shows what the module's definition says. */
export const listPageOf = (path: string): ListPage | null => LIST_PAGES[path] ?? null;

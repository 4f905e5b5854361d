/** Lines of 合同管理, 成本报价, 文件管理 and 资源管理 in `catalogue-effects.test.ts`: who does what each says. */
type Line = readonly string[] | string;

export const CONTRACT_LINES = {
  EMCOperateContract: [
    ['ledger'],
    ['prices'],
    ['checkTerms', 'collectionPlan'],
    ['operate'],
    ['settleReview'],
    'the clock: tellUntracked begins a tracking half a year before the end',
  ],
  detection: [
    ['ledger'],
    ['tasks'],
    'the report comes in as 日常资料: dailyInformation writes the dates of the device and closes the task',
    ['customerPlan'],
  ],
  joinVentureAgreement: [['ledger'], ['equity'], ['payIn'], ['subsidiary']],
  maintain: [
    ['ledger'],
    ['tasks'],
    'times done are counted on the tasks, which carry their price',
    'tasks carry what a missed one costs; the month that has ended is gone through by the clock',
    ['remindRenewal'],
  ],
  maintenance: [
    ['ledger'],
    ['repairDraft'],
    ['issueParts'],
    'maintenanceRecords.cost: the repair that repairDraft begins carries the amount of the contract',
    ['warranty'],
  ],
  operateMainContract: [
    ['checkTerms', 'ledger'],
    ['collectionPlan'],
    ['devices'],
    ['posts'],
    ['bond'],
    ['handover'],
    'the clock: tellUntracked begins a tracking half a year before the end',
  ],
  operationRenewal: [['extend'], ['prices'], ['replan'], ['extend'], ['investDraft']],
  otherSource: [['ledger'], ['posts'], ['deposit'], ['remindLicense']],
  projectInvestReview: [
    ['ledger'],
    'project.approvedInvest, which estimates and contracts are held against',
    ['conditions'],
    ['remindExpiry'],
  ],
  renewalTracking: [['begin', 'result'], ['renewalDraft'], ['exitTodo'], ['begin'], 'the clock: tellUntracked'],
  strategicAgreement: [
    ['ledger'],
    ['pricing'],
    'purchaseContract, which names the agreement that it orders under',
    'purchaseContract, with each order',
    ['remindEnd'],
  ],
  supplementaryAgreement: [['checkTerms', 'newVersion'], ['prices'], ['replan'], ['retroDraft'], ['purchased']],
  waterProcurement: [
    ['ledger'],
    ['prices'],
    ['standards'],
    'the report on water quality, which is judged by these standards',
    ['prices'],
  ],
} as const satisfies Readonly<Record<string, readonly Line[]>>;

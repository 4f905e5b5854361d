/** Customers, sales and plans in `catalogue-effects.test.ts` and `catalogue-forms.test.ts`: who does what each line says, and where definitions differ. */
type Line = readonly string[] | string;

export const CUSTOMER_LINES = {
  EMCProjectBidSummary: [['ledger'], ['review'], ['deposit'], ['follow']],
  EMCTechnicalSupportTravel: [
    ['loan'],
    'the claim names the journey, which counts its claims; its loan is offset there',
    ['follow'],
    ['attendance'],
  ],
  airUsage: [['usage'], ['confirmArea'], ['opinions'], ['comfort']],
  customerVisitRegistration: [['contacts'], ['complaint'], ['reimburse'], ['promises']],
  emcProblemRectification: [['open', 'close'], ['cost'], ['assess'], ['renew']],
  problemDetectionFeedback: [['open', 'close'], ['cost'], ['saving'], ['history'], ['retest']],
  projectVisitApplication: [
    ['calendar', 'notify'],
    'the claim names the visit, which counts its claims',
    ['follow'],
    ['count'],
  ],
  seasonPlanClient: [['commitment'], ['stops'], ['works'], ['check', 'estimates'], ['archive']],
  yearPlanInner: [
    ['check', 'baseline'],
    ['quota'],
    ['works'],
    'the yearly budget that fund budgets are asked against is the cost of the baseline in force',
  ],
  userComplaint: [['ledger'], ['relief'], ['cost'], ['penalty'], ['rectify']],
  userInterviewRecord: [['ledger'], ['rectify'], ['renewal'], ['collection'], ['contacts']],
  userInterviewRecordTel: [['ledger'], ['complaint'], ['retry'], ['repair']],
} as const satisfies Readonly<Record<string, readonly Line[]>>;

export const CUSTOMER_DEPARTURES: Readonly<Record<string, string>> = {
  'airUsage.lastYearOpenArea 带出': 'the book of surveys knows the month of the year before',
  'emcProblemRectification.source 选项': 'what was not in order at a handover is put right, too',
  'seasonPlanClient.lastTempRate 带出': 'the surveys of the quarter before know it',
  'seasonPlanClient.lastTempRate 提示': 'as above',
  'seasonPlanClient.estimates.lastYearUsage 提示': 'says which units are meant',
  'yearPlanInner.chargeArea 带出': 'the contract knows the area that is charged for',
  'yearPlanInner.lastIncome 带出': 'the books of the year before know it',
  'yearPlanInner.lastCost 带出': 'as above',
  'yearPlanInner.lastGas 带出': 'as above',
  'yearPlanInner.lastPower 带出': 'as above',
  'userInterviewRecord.overdueAmount 带出': 'the receivables of the contract say what is overdue',
  'userInterviewRecordTel.totalScore 公式':
    'hot water counts where it is supplied, and a call that nobody answered has no score at all',
};

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
  customerVisitRegistration: [['contacts'], ['complaint'], ['reimburse'], ['promises']],
  emcProblemRectification: [['open', 'close'], ['cost'], ['assess'], ['renew']],
  problemDetectionFeedback: [['open', 'close'], ['cost'], ['saving'], ['history'], ['retest']],
  projectVisitApplication: [
    ['calendar', 'notify'],
    'the claim names the visit, which counts its claims',
    ['follow'],
    ['count'],
  ],
  userComplaint: [['ledger'], ['relief'], ['cost'], ['penalty'], ['rectify']],
  userInterviewRecord: [['ledger'], ['rectify'], ['renewal'], ['collection'], ['contacts']],
  userInterviewRecordTel: [['ledger'], ['complaint'], ['retry'], ['repair']],
} as const satisfies Readonly<Record<string, readonly Line[]>>;

export const CUSTOMER_DEPARTURES: Readonly<Record<string, string>> = {
  'userInterviewRecord.overdueAmount 带出': 'the receivables of the contract say what is overdue',
  'userInterviewRecordTel.totalScore 公式':
    'hot water counts where it is supplied, and a call that nobody answered has no score at all',
};

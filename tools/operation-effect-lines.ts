/** Lines of 水质管理 and the other areas of running a site in `catalogue-effects.test.ts`: who does what each says. */
type Line = readonly string[] | string;

export const OPERATION_LINES = {
  certificateManage: [
    ['register'],
    ['revoke'],
    'the clock: tellExpiries goes over the book of certificates',
    ['reimburse'],
    ['serviceTerm'],
    'duty schedules take the expiry from the book of certificates',
  ],
  coolTowerWaterTankRecord: [['devices'], ['issueDisinfectant'], ['cost'], ['draftRepair']],
  credentials: [['register'], ['retire'], 'the clock: tellExpiries goes over the book of credentials', ['device']],
  credentialsBorrow: [['check', 'lend'], ['takeBack'], ['lost'], ['remindReturn'], ['lend', 'takeBack']],
  detectReport: [['archive'], ['retest'], ['cost']],
  manageRecord: [['archive'], ['cost'], ['draftProblem']],
  softWaterUsageStatistical: [['readings'], ['issueSalt'], ['cost'], ['draftRepair']],
  waterChemicalsApplication: [['stockIn'], ['holdBudget'], ['supply'], ['payable']],
  waterManagementDiary: [['issueChemicals'], ['readings'], ['readings', 'monthDosing'], ['callEngineer']],
  yearWaterCappReport: [['archive'], ['plan'], ['budget']],
} as const satisfies Readonly<Record<string, readonly Line[]>>;

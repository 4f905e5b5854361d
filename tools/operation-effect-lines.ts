/** Lines of 水质管理 and the other areas of running a site in `catalogue-effects.test.ts`: who does what each says. */
type Line = readonly string[] | string;

export const OPERATION_LINES = {
  airTechnicianEvaluation: [['archive'], ['fee'], ['draftResignation'], ['trainingNeed'], ['supplier']],
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
  dutySchedule: [['roster'], ['operators'], ['hours'], ['tell']],
  manageRecord: [['archive'], ['cost'], ['draftProblem']],
  monitorEstablish: [['list'], ['post'], ['dutyLeader'], ['allowance'], ['remindEnd']],
  resignationReport: [
    ['leave'],
    ['handOver'],
    'resignationReport.leave: the day after the last applyDueResignations stops the certificates',
    ['settleLoans'],
    ['pay'],
    ['dorm'],
    'resignationReport.leave: analyses read the book of resignations',
  ],
  softWaterUsageStatistical: [['readings'], ['issueSalt'], ['cost'], ['draftRepair']],
  userFormal: [['formalise'], ['extend'], ['salary'], ['draftResignation'], ['archive']],
  waterChemicalsApplication: [['stockIn'], ['holdBudget'], ['supply'], ['payable']],
  waterManagementDiary: [['issueChemicals'], ['readings'], ['readings', 'monthDosing'], ['callEngineer']],
  yearWaterCappReport: [['archive'], ['plan'], ['budget']],
} as const satisfies Readonly<Record<string, readonly Line[]>>;

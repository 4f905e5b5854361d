/** Lines of 水质管理 and the other areas of running a site in `catalogue-effects.test.ts`: who does what each says. */
type Line = readonly string[] | string;

export const OPERATION_LINES = {
  coolTowerWaterTankRecord: [['devices'], ['issueDisinfectant'], ['cost'], ['draftRepair']],
  detectReport: [['archive'], ['retest'], ['cost']],
  manageRecord: [['archive'], ['cost'], ['draftProblem']],
  softWaterUsageStatistical: [['readings'], ['issueSalt'], ['cost'], ['draftRepair']],
  waterChemicalsApplication: [['stockIn'], ['holdBudget'], ['supply'], ['payable']],
  waterManagementDiary: [['issueChemicals'], ['readings'], ['readings', 'monthDosing'], ['callEngineer']],
  yearWaterCappReport: [['archive'], ['plan'], ['budget']],
} as const satisfies Readonly<Record<string, readonly Line[]>>;

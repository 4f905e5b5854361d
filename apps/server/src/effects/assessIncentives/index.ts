/** 考核激励: every module's effects. */
import { assessmentReportEffects } from './assessmentReport.ts';
import { employeeInterviewEffects } from './employeeInterview.ts';

export const assessIncentivesEffects = { ...assessmentReportEffects, ...employeeInterviewEffects };

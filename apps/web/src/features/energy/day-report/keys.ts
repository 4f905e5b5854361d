export const SCREEN = 'operationContent.DataInput.dayReportEdit';
/** Everything of days' reports that is asked for. */
export const DAYS = 'dayReports';

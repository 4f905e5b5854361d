import { shortCodeOf } from '@hengneng/core';

export const DAY_REPORT_SCREEN = shortCodeOf('/operationContent/DataInput/dayReportEdit');

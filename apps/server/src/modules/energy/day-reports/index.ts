/** 日报修改: what of a day is no meter's reading, as people corrected it. */
import { dayReportList, dayReportUpdate } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { listDays } from './read.ts';
import { updateDay } from './write.ts';

export { hoursOf, type HostRow } from './content.ts';
export { type CorrectedDay, correctedDay } from './recorded.ts';

const SCREEN = shortCodeOf('/operationContent/DataInput/dayReportEdit');

export const registerDayReports = (registry: CallRegistry): void => {
  registry.handle(dayReportList, { access: { screen: SCREEN, button: 'search' } }, (ctx, input) =>
    listDays(ctx, input),
  );
  registry.handle(dayReportUpdate, { access: { screen: SCREEN, button: 'edit' } }, (ctx, input) =>
    updateDay(ctx, input),
  );
};

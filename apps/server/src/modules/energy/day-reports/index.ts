/** 日报修改: what of a day is no meter's reading, as people corrected it. */
import { dayReportList, dayReportUpdate } from '@hengneng/contracts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { listDays } from './read.ts';
import { DAY_REPORT_SCREEN } from './screen.ts';
import { updateDay } from './write.ts';

export { type DayContent, fieldsOf, hoursOf, type HostRow, merged } from './content.ts';
export {
  type CorrectedDay,
  correctedBy,
  correctedDay,
  type DayStates,
  dayStates,
  dayVersions,
  holdingOf,
  type StoredVersion,
} from './recorded.ts';
export { hostsRan, type HostsRan } from './ran.ts';
export { DAY_REPORT_SCREEN } from './screen.ts';

export const registerDayReports = (registry: CallRegistry): void => {
  registry.handle(dayReportList, { access: { screen: DAY_REPORT_SCREEN, button: 'search' } }, (ctx, input) =>
    listDays(ctx, input),
  );
  registry.handle(dayReportUpdate, { access: { screen: DAY_REPORT_SCREEN, button: 'edit' } }, (ctx, input) =>
    updateDay(ctx, input),
  );
};

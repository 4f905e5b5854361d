import { statisticsComment, statisticsFreeze, statisticsRemind, statisticsUrge } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { incomeMonths } from '@hengneng/forms';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { writeComment } from './comment.ts';
import { freezeMonth } from './freeze.ts';
import { remindPeople, urgeReports } from './tell.ts';

const INCOME = shortCodeOf(incomeMonths.screen);

/** What is done on the pages of statistics besides looking. */
export const registerStatistics = (registry: CallRegistry): void => {
  registry.handle(statisticsFreeze, { access: { screen: INCOME, button: 'edit' } }, (ctx, input) =>
    freezeMonth(ctx, input),
  );
  registry.handle(statisticsUrge, { access: { screen: INCOME, button: 'search' } }, (ctx, input) =>
    urgeReports(ctx, input),
  );
  // Which page's button it needs follows from what is named.
  registry.handle(statisticsRemind, { access: 'signedIn' }, (ctx, input) => remindPeople(ctx, input));
  registry.handle(statisticsComment, { access: 'signedIn' }, (ctx, input) => writeComment(ctx, input));
};

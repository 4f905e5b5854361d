/** 收入报表. */
import {
  incomeExport,
  incomeImport,
  incomeLineRooms,
  incomeMatch,
  incomeMatchLines,
  incomeMatchOptions,
  incomePage,
  incomePrepaid,
  incomeReviewed,
  incomeStatements,
  incomeSummary,
  incomeTakeLine,
  incomeWithdraw,
  trialBalance,
  trialLines,
  trialMonitors,
} from '@hengneng/contracts';
import { today } from '@hengneng/core';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { addUpOpen } from '../ledger/index.ts';
import { exportIncome } from './export.ts';
import { INCOME_PAGE as PAGE, sumDays } from './facts.ts';
import { readMatchOptions } from './match-options.ts';
import { readPage, readPrepaid } from './page.ts';
import { reviewMonths } from './review.ts';
import { matchStatements, readMatchLines } from './statement-acts.ts';
import { importStatement, listStatements, withdrawStatement } from './statement-files.ts';
import { readSummary } from './summary.ts';
import { readLineRooms, takeLine } from './take-line.ts';
import { readMonitors, readTrial, readTrialLines } from './trial.ts';

const sees = { access: { screen: PAGE, button: 'search' } } as const;

/** Days that are over, and what bills have open, are added up beside what people do. */
export const chargingIncomeJobs = (db: Db, clock: Clock): readonly Job[] => [
  { name: 'charging.income', cron: '*/30 * * * *', run: () => sumDays(db, today(clock())) },
  { name: 'charging.open', cron: '* * * * *', run: () => addUpOpen(db) },
];

export const registerIncome = (calls: CallRegistry): void => {
  calls.handle(incomeSummary, sees, readSummary);
  calls.handle(incomePage, sees, readPage);
  calls.handle(incomePrepaid, sees, readPrepaid);
  calls.handle(incomeMatch, sees, matchStatements);
  calls.handle(incomeMatchLines, sees, readMatchLines);
  calls.handle(incomeMatchOptions, sees, readMatchOptions);
  calls.handle(incomeLineRooms, sees, readLineRooms);
  calls.handle(incomeTakeLine, { access: { screen: PAGE, button: 'edit' }, numberedBy: 'requestId' }, takeLine);
  calls.handle(incomeStatements, sees, listStatements);
  calls.handle(incomeWithdraw, { access: { screen: PAGE, button: 'edit' } }, withdrawStatement);
  calls.handle(incomeReviewed, { access: { screen: PAGE, button: 'edit' } }, reviewMonths);
  calls.upload(incomeImport, { access: { screen: PAGE, button: 'import' } }, importStatement);
  calls.stream(incomeExport, { access: { screen: PAGE, button: 'export' } }, exportIncome);
  calls.handle(trialBalance, sees, readTrial);
  calls.handle(trialMonitors, sees, readMonitors);
  calls.handle(trialLines, sees, readTrialLines);
};

/** Bills: runs, who checks them, what was made of them, taking back, reducing, bringing in. */
import {
  chargeBillAging,
  chargeBillAudit,
  chargeBillAuditPaper,
  chargeBillBatches,
  chargeBillCancel,
  chargeBillDiffs,
  chargeBillExport,
  chargeBillGenerate,
  chargeBillImport,
  chargeBillList,
  chargeBillPage,
  chargeBillPrint,
  chargeBillReduce,
  chargeBillRelease,
  chargeBillRequests,
  chargeBillSummary,
  chargeFeeSummary,
  chargeMeters,
  chargeSaveMeter,
  chargeUsage,
  sharedCostSave,
  sharedParts,
  sharedPools,
  sharedPoolSave,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { holds } from '../../identity/index.ts';
import { communitiesVisible } from '../registry/index.ts';
import { DEDUCT_JOB, deductRun } from './deduct.ts';
import { findBills } from './explain.ts';
import { GENERATE_JOB, generate } from './generate.ts';
import { importBills } from './import.ts';
import { exportBills, largestDiffs, printNotices } from './paper.ts';
import { readAuditPaper } from './audit-paper.ts';
import { listParts, listPools, saveCost, savePool } from './pool-calls.ts';
import { listBills, listRuns } from './read.ts';
import { askReduction, auditReduction, cancelBills, listRequests } from './requests.ts';
import { auditRun, releaseRun } from './review.ts';
import { AUDIT_PAGE, BILL_PAGE, goOn } from './run.ts';
import { ageOf, summarize, summarizeFees } from './summary.ts';
import { releaseDue } from './timed.ts';
import { listMeters, listUsage, saveMeter } from './usage.ts';

export { consumeAhead, type Invoiceable, invoiceable, markInvoiced, markPaidAhead, postInvoice } from './invoices.ts';
export { feeOfCategory, type MadeBill, type MeteredLine, meteredBills, undoMetered } from './metered.ts';
export { letOffBy, lostOfBill, takeBackLetOff } from './let-off.ts';
export { type Reduced, reduceBill, takeRequestNo, undoReduction } from './reduce.ts';
export { billReferences } from './references.ts';
export { BILL_REQUEST_PAPER } from './requests.ts';
export { type Affected, affectedBills, type FeeSpan, redraft, reissueBills } from './suspended.ts';
export { remake, reverseBill } from './reverse.ts';
export { seedBillRuns } from './demo.ts';

const INCOME = shortCodeOf('/chargeManage/chargeIncome');
const CASHIER = shortCodeOf('/chargeManage/chargeCashier');
const BOTH = [BILL_PAGE, AUDIT_PAGE] as const;

export const registerChargeBills = (calls: CallRegistry): void => {
  const sees = { access: { screen: BOTH, button: 'search' } } as const;
  const counter = { access: { screen: [...BOTH, CASHIER], button: 'search' } } as const;
  calls.handle(chargeBillPage, sees, listBills);
  calls.handle(chargeBillList, counter, findBills);
  calls.handle(chargeBillBatches, sees, listRuns);
  calls.handle(chargeBillDiffs, sees, largestDiffs);
  calls.handle(chargeBillRequests, sees, listRequests);
  calls.handle(chargeBillSummary, sees, summarize);
  calls.handle(chargeFeeSummary, { access: { screen: [...BOTH, CASHIER, INCOME], button: 'search' } }, summarizeFees);
  calls.handle(chargeBillAging, sees, ageOf);
  calls.handle(chargeUsage, sees, listUsage);
  calls.handle(chargeMeters, sees, listMeters);
  calls.handle(chargeSaveMeter, { access: { screen: BILL_PAGE, button: 'edit' } }, saveMeter);
  calls.handle(sharedPools, sees, listPools);
  calls.handle(sharedParts, sees, listParts);
  calls.handle(sharedPoolSave, { access: { screen: BILL_PAGE, button: 'edit' } }, savePool);
  calls.handle(sharedCostSave, { access: { screen: BILL_PAGE, button: 'edit' } }, saveCost);
  calls.handle(chargeBillGenerate, { access: { screen: BILL_PAGE, button: 'add' } }, generate);
  // Asking is the bills' page, agreeing the checkers'; which of them it is follows from what is sent.
  calls.handle(chargeBillCancel, { access: { screen: BOTH, button: 'edit' } }, (ctx, input) => cancelBills(ctx, input));
  calls.handle(chargeBillReduce, { access: { screen: BILL_PAGE, button: 'edit' } }, askReduction);
  calls.handle(chargeBillAudit, { access: { screen: AUDIT_PAGE, button: 'edit' } }, (ctx, input) =>
    input.requestId === null ? auditRun(ctx, input) : auditReduction(ctx, input),
  );
  calls.handle(chargeBillRelease, { access: { screen: AUDIT_PAGE, button: 'edit' } }, releaseRun);
  calls.upload(chargeBillImport, { access: { screen: BILL_PAGE, button: 'import' } }, importBills);
  calls.stream(chargeBillExport, { access: { screen: BOTH, button: 'export' } }, exportBills);
  calls.handle(chargeBillAuditPaper, { access: { screen: AUDIT_PAGE, button: 'download' } }, readAuditPaper);
  calls.handle(chargeBillPrint, { access: { screen: BILL_PAGE, button: 'download' } }, printNotices);
};

/** Large runs are gone on with beside what people do; what is to be released at a time is. */
export const chargingBillJobs = (db: Db, clock: Clock): readonly Job[] => [
  {
    name: GENERATE_JOB,
    cron: null,
    run: (payload, report) => goOn(db, String((payload as { id: unknown }).id), report),
  },
  {
    name: DEDUCT_JOB,
    cron: null,
    run: async (payload, report) =>
      void (await deductRun(db, String((payload as { id: unknown }).id), clock(), report)),
  },
  { name: 'charging.release', cron: '*/5 * * * *', run: () => releaseDue(db, clock()) },
];

/** Papers of a request are seen with its community's bills. */
export const seesBillRequest: SeesPaper = async (db, session, id) => {
  if (!holds(session, BILL_PAGE, 'search') && !holds(session, AUDIT_PAGE, 'search')) return false;
  const { rows } =
    await sql`select 1 from bill_request q join community c on c.id = q.community_id where q.id = ${id} and ${communitiesVisible(session)}`.execute(
      db,
    );
  return rows.length > 0;
};

/** 收费公告: templates, drafts, sending, what came of it, and the pages that links lead to. */
import {
  feeAnnouncementCount,
  feeAnnouncementDeliver,
  feeAnnouncementDetail,
  feeAnnouncementDraft,
  feeAnnouncementExport,
  feeAnnouncementIndex,
  feeAnnouncementOpen,
  feeAnnouncementOptOut,
  feeAnnouncementPreview,
  feeAnnouncementPrint,
  feeAnnouncementReceipt,
  feeAnnouncementSaveTemplate,
  feeAnnouncementSend,
  feeAnnouncementTemplates,
  feeAnnouncementWithdraw,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { admits } from '../../../platform/auth/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { countMeant, draft, preview } from './draft.ts';
import { sendDue, sendOn } from './job.ts';
import { printLetters } from './letters.ts';
import { openNotice, optOut } from './open.ts';
import { exportSends, listNotices, readNotice } from './read.ts';
import { NOTICE_PAGE } from './record.ts';
import { hearReceipt } from './receipts.ts';
import { deliverLetters, SEND_JOB, sendNotice, withdrawNotice } from './send.ts';
import type { NoticeWays } from './senders.ts';
import { listTemplates, saveTemplate } from './templates.ts';

export { demoNotices, demoStops } from './demo.ts';
export { draftAfterRelease } from './draft.ts';
export { type NoticeWays, noticeWays } from './senders.ts';

const BILL_PAGE = shortCodeOf('/chargeManage/chargeBill');

export const registerNotices = (calls: CallRegistry, ways: NoticeWays): void => {
  const at = (button: 'add' | 'edit' | 'search' | 'export' | 'download') =>
    ({ access: { screen: NOTICE_PAGE, button } }) as const;
  calls.handle(feeAnnouncementIndex, at('search'), listNotices);
  calls.handle(feeAnnouncementDetail, at('search'), readNotice);
  // The bills' page dunns whom it has ticked.
  calls.handle(
    feeAnnouncementTemplates,
    { access: { screen: [NOTICE_PAGE, BILL_PAGE], button: 'search' } },
    (ctx, input) => listTemplates(ctx, ways, input),
  );
  calls.handle(feeAnnouncementSaveTemplate, at('search'), (ctx, input) => {
    const adds = input.action === 'usual' || input.id === null;
    if (!admits({ screen: NOTICE_PAGE, button: adds ? 'add' : 'edit' }, ctx.session)) throw forbidden();
    return saveTemplate(ctx, input);
  });
  calls.handle(feeAnnouncementCount, at('add'), countMeant);
  calls.handle(feeAnnouncementPreview, at('add'), (ctx, input) => preview(ctx, ways, input));
  calls.handle(feeAnnouncementDraft, at('add'), (ctx, input) => draft(ctx, ways, input));
  calls.handle(feeAnnouncementSend, at('edit'), (ctx, input) => sendNotice(ctx, ways, input));
  calls.handle(feeAnnouncementWithdraw, at('edit'), withdrawNotice);
  calls.handle(feeAnnouncementDeliver, at('edit'), deliverLetters);
  calls.handle(feeAnnouncementPrint, at('download'), printLetters);
  calls.stream(feeAnnouncementExport, at('export'), exportSends);
  calls.handle(feeAnnouncementOpen, { access: 'public' }, openNotice);
  calls.handle(feeAnnouncementReceipt, { access: 'public', aMinute: 600 }, (ctx, input) =>
    hearReceipt(ctx, ways, input),
  );
  calls.handle(feeAnnouncementOptOut, { access: 'public' }, optOut);
};

/** Sends beside what people do; what is planned begins at its time, and what was left in the middle goes on. */
export const noticeJobs = (db: Db, clock: Clock, ways: NoticeWays): readonly Job[] => [
  {
    name: SEND_JOB,
    cron: null,
    run: (payload, report) => sendOn(db, ways, String((payload as { id: unknown }).id), clock, report),
  },
  { name: 'charging.notice.due', cron: '*/5 * * * *', run: () => sendDue(db, ways, clock) },
];

/** What runs by the clock: reminders, transfers and grades that take effect, closing audit links, clearing away. Each runs once, whichever process takes it. */
import { sql } from 'kysely';
import { archiveAudit } from '../platform/audit/archive.ts';
import { chainAudit, verifyAndNote } from '../platform/audit/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/schema.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { pathOf, tellPeople } from '../engine/index.ts';
import { settleOldMail } from '../platform/mail/mail.ts';
import { runDelegations } from '../modules/absence/index.ts';
import { tellBrokenPromises, tellLateContracts } from '../modules/collection/index.ts';
import { tellEndingConsultants, tellFixes, tellLatePlans } from '../modules/committee/index.ts';
import { refreshKeyContracts, tellEndingOthers } from '../modules/contracts/index.ts';
import { tellHandovers } from '../modules/handover/index.ts';
import { applyDueMoves } from '../modules/identity/index.ts';
import { tellLateLearners } from '../modules/learning/index.ts';
import { urgeLetters } from '../modules/works/index.ts';
import type { Engine } from '../engine/index.ts';
import { tellExpiries } from './assetsAndCertificate/expiries.ts';
import { tellHeld } from '../platform/messages/send.ts';
import { dayOf } from './books/source.ts';
import { expireInvestments } from './contractManage/invest.ts';
import { expireOffers } from './projectContent/offers.ts';
import { applyDueGrades, restrictExpired } from './engineering/grades.ts';
import { tellPosts } from './laborDispatch/posts.ts';
import { applyDueTransfers } from './people/jobTransfer.effect.ts';
import { applyDueResignations } from './people/resignations.ts';
import { handOutYearWorks } from './planSummary/yearPlanInner.ts';
import { applyDueSalaries } from './people/salaries.ts';
import { tellUncleared } from './payment/uncleared.ts';
import { tellUntracked } from './resourceManage/untracked.ts';
import { tellMissingControls } from './safetyManagement/missing.ts';

/** Sends the reminders whose day has come, once a day each; repeated ones again after their interval. @returns how many people were told */
const sendReminders = (db: Db, today: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string; title: string; module: string; record: string }>`
      with due as (
        update reminder set last_sent_on = ${today}, ended_at = case when every_days is null then now() end
        where id in (select id from reminder where ended_at is null and on_day <= ${today}
          and (last_sent_on is null or (every_days is not null and last_sent_on + every_days <= ${today}::date)) for update skip locked)
        returning title, user_ids, role_code, project_code, source_module, source_id)
      , told as (
        select d.title, d.source_module, d.source_id, d.project_code, unnest(d.user_ids) as user_id from due d
        union select d.title, d.source_module, d.source_id, d.project_code, ur.user_id from due d
          join role r on r.code = d.role_code join user_role ur on ur.role_id = r.id join app_user u on u.id = ur.user_id and u.state = 'active')
      , left_over as (
        insert into follow_up (kind, title, project_code, user_id, source_module, source_id, source_effect)
        select '到期提醒', title, project_code, user_id, source_module, source_id, 'reminder' from told
        returning id, user_id, title, source_module, source_id)
      , read_by as (insert into follow_up_reader (follow_up_id, user_id) select id, user_id from left_over)
      select user_id::text, title, source_module as module, source_id::text as record from left_over`.execute(tx);
    for (const { user_id, title, module, record } of rows)
      await tellPeople(tx, [user_id], {
        topic: 'reminder',
        title,
        path: pathOf({ module, id: record }),
        record: { module, id: record },
      });
    return rows.length;
  });

/** Rows that only serve for a while. */
async function clearAway(db: Db): Promise<void> {
  await sql`delete from live_event where at < now() - interval '1 hour'`.execute(db);
  await sql`delete from app_session where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from idempotency where created_at < now() - interval '7 days'`.execute(db);
  await sql`delete from verification_code where sent_at < now() - interval '7 days'`.execute(db);
  await sql`delete from job_failure where at < now() - interval '30 days'`.execute(db);
  await sql`delete from job_progress where at < now() - interval '7 days'`.execute(db);
  await sql`delete from outbox where sent_at < now() - interval '7 days'`.execute(db);
  await settleOldMail(db);
}

/** Numbers of changes that connections left which are gone, so that they stay few. */
export const foldChanges = async (db: Db): Promise<void> => void (await sql`call form_change_fold()`.execute(db));

export const scheduledJobs = (
  db: Db,
  deps: {
    readonly clock: Clock;
    readonly engine: Engine;
    readonly orphans: () => Promise<number>;
    readonly timeouts: (now: Date) => Promise<number>;
  },
): readonly Job[] => [
  { name: 'audit-chain', cron: '* * * * *', run: async () => void (await chainAudit(db)) },
  { name: 'delegations', cron: '* * * * *', run: () => runDelegations(db, deps.clock()) },
  {
    name: 'held-messages',
    cron: '*/5 * * * *',
    run: async () => {
      await deps.engine.tellHeld(deps.clock());
      await tellHeld(db, deps.clock());
    },
  },
  { name: 'step-timeouts', cron: '* * * * *', run: async () => void (await deps.timeouts(deps.clock())) },
  { name: 'audit-verify', cron: '41 3 * * *', run: async () => void (await verifyAndNote(db, null)) },
  { name: 'audit-archive', cron: '11 4 * * *', run: async () => void (await archiveAudit(db, deps.clock())) },
  { name: 'reminders', cron: '0 8 * * *', run: async () => void (await sendReminders(db, dayOf(deps.clock()))) },
  {
    name: 'due-changes',
    cron: '0 0 * * *',
    run: async () => {
      await db.transaction().execute(async (tx) => {
        const today = dayOf(deps.clock());
        await applyDueTransfers(tx, today);
        await applyDueSalaries(tx, today.slice(0, 7));
        await applyDueGrades(tx, today);
        await restrictExpired(tx, today);
        await expireInvestments(tx, today);
        await expireOffers(tx, today);
      });
      await applyDueMoves(db);
      await applyDueResignations(db, deps.engine, dayOf(deps.clock()), deps.clock());
    },
  },
  {
    name: 'contract-renewals',
    cron: '40 7 * * *',
    run: async () => void (await tellUntracked(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'payment-promises',
    cron: '30 7 * * *',
    run: async () => void (await tellBrokenPromises(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'late-debts',
    cron: '35 7 * * *',
    run: async () => void (await tellLateContracts(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'key-contracts',
    cron: '20 1 * * *',
    run: async () => void (await refreshKeyContracts(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'review-fixes',
    cron: '26 7 * * *',
    run: async () => void (await tellFixes(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'other-contracts',
    cron: '29 7 * * *',
    run: async () => void (await tellEndingOthers(db, dayOf(deps.clock()))),
  },
  {
    name: 'committee-plans',
    cron: '28 7 * * *',
    run: async () => {
      await tellLatePlans(db, dayOf(deps.clock()));
      await tellEndingConsultants(db, dayOf(deps.clock()));
    },
  },
  {
    name: 'works-letters',
    cron: '27 7 * * *',
    run: async () => void (await urgeLetters(db, dayOf(deps.clock()))),
  },
  {
    name: 'handovers',
    cron: '25 7 * * *',
    run: async () => void (await tellHandovers(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'monitor-posts',
    cron: '45 7 * * *',
    run: async () => void (await tellPosts(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'year-works',
    cron: '50 6 * * *',
    run: async () => void (await handOutYearWorks(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'missing-controls',
    cron: '0 18 * * *',
    run: async () => void (await tellMissingControls(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'expiries',
    cron: '30 7 * * *',
    run: async () => void (await tellExpiries(db, deps.engine, dayOf(deps.clock()), deps.clock())),
  },
  {
    name: 'late-learners',
    cron: '20 8 * * *',
    run: async () => void (await tellLateLearners(db, dayOf(deps.clock()))),
  },
  {
    name: 'uncleared-cash',
    cron: '35 7 * * *',
    run: async () => void (await tellUncleared(db, deps.engine, dayOf(deps.clock()))),
  },
  { name: 'fold-changes', cron: '37 * * * *', run: () => foldChanges(db) },
  { name: 'clear-away', cron: '17 * * * *', run: () => clearAway(db) },
  { name: 'file-orphans', cron: '23 3 * * *', run: async () => void (await deps.orphans()) },
];

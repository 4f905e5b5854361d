/** 月锁 by the clock: what `lockOf` says of a month is written down once its time has come, so that the database holds it against everybody. */
import { addMonths, CHINA, dayAt, instantOf, monthLockOf, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { projectRules } from '../settings/index.ts';

/** Locks every month whose time has come and that nobody locked. @returns how many */
export const lockDueMonths = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // Two processes whose clocks strike together lock once.
    await sql`select pg_advisory_xact_lock(hashtext('energy.month-lock'))`.execute(tx);
    const today = dayAt(now.getTime(), CHINA);
    const { rows } = await sql<{ project: string; month: string }>`
      select distinct m.project_code as project, m.month from meter_month m
      where m.month < ${monthOf(today)} and not exists (select from period_act a
        where a.project_code = m.project_code and a.month = m.month) order by 1, 2`.execute(tx);
    const rules = await projectRules(tx, [...new Set(rows.map(({ project }) => project))], today);
    const due = rows.flatMap(({ project, month }) => {
      const rule = rules.get(project);
      if (rule === undefined || !monthLockOf(month, rule.lockInput(now)).locked) return [];
      const { day, minutes } = rule.locks.monthLock;
      const at = instantOf(`${addMonths(month, 1)}-${String(day).padStart(2, '0')}`, minutes, CHINA);
      return [{ project, month, at: new Date(at).toISOString() }];
    });
    if (due.length > 0)
      await sql`insert into period_act (project_code, month, act, why, at)
        select d.project, d.month, 'lock', '到期自动月锁', d.at
        from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d(project text, month text, at timestamptz)`.execute(
        tx,
      );
    return due.length;
  });

export const periodJobs = (db: Db, clock: Clock): readonly Job[] => [
  { name: 'energy-month-lock', cron: '*/10 * * * *', run: async () => void (await lockDueMonths(db, clock())) },
];

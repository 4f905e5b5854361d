/** 月锁 by the clock: what `lockOf` says of a month is written down once its time has come, so that the database holds it against everybody. */
import { HISTORY_UNDO_DAYS } from '@hengneng/contracts';
import { addMonths, CHINA, dayAt, instantOf, monthLockOf, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { projectRules } from '../settings/index.ts';

/**
 * Months that the clock leaves open: those that nobody read anything in, which would only shut out what is imported later; those that wait
 * to be worked out; and those that a batch was imported into of late, as long as it may be taken back.
 */
const LEFT_OPEN = (
  now: Date,
) => sql`not exists (select from meter_month g where g.project_code = m.project_code and g.month = m.month and g.got > 0)
  or exists (select from recalc_queue q join meter w on w.device_id = q.meter_id where w.project_code = m.project_code
    and q.from_day < to_date(m.month, 'YYYY-MM') + interval '1 month' and q.to_day >= to_date(m.month, 'YYYY-MM'))
  or exists (select from reading_batch b where b.project_code = m.project_code and b.state = '已入库'
    and b.applied_at > ${new Date(now.getTime() - HISTORY_UNDO_DAYS * 86_400_000)}
    and b.first_day < to_date(m.month, 'YYYY-MM') + interval '1 month' and b.last_day >= to_date(m.month, 'YYYY-MM'))`;

/** Locks every month whose time has come and that nobody locked. @returns how many */
export const lockDueMonths = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // Two processes whose clocks strike together lock once.
    await sql`select pg_advisory_xact_lock(hashtext('energy.month-lock'))`.execute(tx);
    const today = dayAt(now.getTime(), CHINA);
    const { rows } = await sql<{ project: string; month: string }>`
      select distinct m.project_code as project, m.month from meter_month m
      where m.month < ${monthOf(today)} and not exists (select from period_act a
        where a.project_code = m.project_code and a.month = m.month) and not (${LEFT_OPEN(now)}) order by 1, 2`.execute(
      tx,
    );
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

/** 缺录提醒: whom a project names is told once a day what was not read by then; the area's manager, when it still is missing hours later. */
import { CHINA, dayAt, HOUR, instantOf, MINUTE } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { roleInProject } from '../../identity/index.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { dueToday } from './due-today.ts';

/** Meters that a message names. */
const NAMED = 8;

interface Asked {
  readonly project: string;
  readonly name: string;
  readonly kind: 'remind' | 'escalate';
  readonly to: readonly string[];
  readonly manager: string | null;
  readonly areaManager: string | null;
  /** People who enter readings of the project. */
  readonly operators: readonly string[];
}

/** Reminders whose time has come today and that were not dealt with. */
async function waiting(tx: Tx, now: Date): Promise<readonly Asked[]> {
  const today = dayAt(now.getTime(), CHINA);
  const { rows } = await sql<Asked & { remind: number; escalate: number }>`
    select p.code as project, p.name, k.kind, o.remind_to as to, o.remind_minutes as remind, o.escalate_hours as escalate,
      p.manager::text, d.manager::text as "areaManager", ${roleInProject('operator', sql`p.code`)} as operators
    from project p join dept d on d.id = p.area
    join lateral operational_on(p.code, ${today}::date) o on o.remind_to <> '{}'
    cross join (values ('remind'), ('escalate')) k(kind)
    where not exists (select from entry_reminder e where e.project_code = p.code and e.day = ${today}::date and e.kind = k.kind)
    order by p.code, k.kind desc`.execute(tx);
  return rows.filter(({ kind, remind, escalate }) => {
    const at = instantOf(today, 0, CHINA) + remind * MINUTE + (kind === 'escalate' ? escalate * HOUR : 0);
    return now.getTime() >= at;
  });
}

interface Missing {
  readonly project: string;
  readonly count: number;
  readonly names: readonly string[];
}

/** What was neither read nor said to be out of reach. */
async function missingOf(tx: Tx, projects: readonly string[], today: string): Promise<ReadonlyMap<string, Missing>> {
  const { rows } = await sql<Missing>`with ${dueToday(projects, today)}
    select m.project_code as project, count(*)::int as count, array_agg(m.name order by m.sort, m.name) as names
    from (select distinct project_code, device_id, name, sort from seen where not there and missed is null) m group by 1`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.project, row]));
}

const peopleOf = ({ kind, to, manager, areaManager, operators }: Asked): readonly string[] => {
  if (kind === 'escalate') return areaManager === null ? [] : [areaManager];
  const named = [to.includes('manager') ? manager : null, to.includes('areaManager') ? areaManager : null];
  return [...new Set([...named.flatMap((id) => id ?? []), ...(to.includes('operators') ? operators : [])])];
};

const listed = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join('、')}${names.length > NAMED ? ` 等 ${names.length} 块表` : ''}`;

/** Tells people of what is missing, once a day and project. @returns how many reminders went out */
export const remindOfMissing = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // Two processes whose clocks strike together tell once.
    await sql`select pg_advisory_xact_lock(hashtext('energy.entry-reminder'))`.execute(tx);
    const today = dayAt(now.getTime(), CHINA);
    const asked = await waiting(tx, now);
    const missing = await missingOf(tx, [...new Set(asked.map(({ project }) => project))], today);
    let sent = 0;
    for (const one of asked) {
      const what = missing.get(one.project);
      const people = what === undefined ? [] : peopleOf(one);
      await sql`insert into entry_reminder (project_code, day, kind, missing, told)
        values (${one.project}, ${today}, ${one.kind}, ${what?.count ?? 0}, ${[...people]}::bigint[])`.execute(tx);
      if (what === undefined || people.length === 0) continue;
      await sendMessage(tx, people, one.kind === 'escalate' ? 'reading.overdue' : 'reading.missing', {
        项目: one.name,
        日期: today,
        块数: String(what.count),
        表计: listed(what.names),
      });
      sent += 1;
    }
    return sent;
  });

export const readingJobs = (db: Db, clock: Clock): readonly Job[] => [
  { name: 'energy-entry-reminder', cron: '*/5 * * * *', run: async () => void (await remindOfMissing(db, clock())) },
];

/** Which days nobody works in a project: weekends, unless the country's calendar, the company's or the project's own says otherwise. */
import type { DayKind } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** What a calendar says of a day; undefined where it says nothing. */
export type Calendar = (project: string, day: string) => boolean | undefined;

/** All that was set by hand, of the projects: as `project_off` has it in SQL. */
export async function calendarsOf(db: Db | Tx, projects: readonly string[]): Promise<Calendar> {
  const { rows } = await sql<{ project: string | null; day: string; off: boolean }>`
    select null as project, day::text, off from work_calendar
    union all select coalesce(project_code, ''), day::text, off from project_holiday
      where project_code is null or project_code = any(${[...projects]}::text[])`.execute(db);
  const known = new Map(rows.map(({ project, day, off }) => [`${project ?? '-'} ${day}`, off]));
  return (project, day) => known.get(`${project} ${day}`) ?? known.get(` ${day}`) ?? known.get(`- ${day}`);
}

export const daysOff = async (
  db: Db | Tx,
  projects: readonly string[],
): Promise<(day: string, project?: string) => boolean> => {
  const calendar = await calendarsOf(db, projects);
  return (day, project = projects[0] ?? '') => calendar(project, day) ?? isWeekend(day);
};

/** 工作日, 周末, 节假日 of a project: what hours its customers are supplied in by contract depends on it. */
export const dayKindsIn = async (db: Db | Tx, project: string): Promise<(day: string) => DayKind> => {
  const calendar = await calendarsOf(db, [project]);
  return (day) => {
    const off = calendar(project, day);
    if (off === true) return 'holiday';
    return off === undefined && isWeekend(day) ? 'rest' : 'work';
  };
};

/** Whom an approval tells. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';

/** Ids of the active people who work on a project today; without one, those of the department and what lies below it. */
export async function peopleOf(tx: Tx, project: string | null, dept?: string | null): Promise<readonly string[]> {
  if (project === null && !dept) return [];
  const where =
    project === null
      ? sql`u.dept_id like ${`${dept ?? ''}%`}`
      : sql`exists (select from user_project p where p.user_id = u.id and p.project_code = ${project}
          and coalesce(p.from_date, current_date) <= current_date and coalesce(p.to_date, current_date) >= current_date)`;
  const { rows } = await sql<{
    id: string;
  }>`select u.id from app_user u where u.state = 'active' and ${where} order by u.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Who manages a project, as a list of one or none. */
export async function projectManagers(tx: Tx, project: string | null): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select manager::text as id from project
    where code = ${project} and manager is not null`.execute(tx);
  return rows.map((row) => row.id);
}

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

/** Managers of a project and of its area, those that there are. */
export async function managersOf(
  tx: Tx,
  project: string,
): Promise<{ readonly project: string | null; readonly area: string | null; readonly all: readonly string[] }> {
  const { rows } = await sql<{ project: string | null; area: string | null }>`
    select p.manager::text as project, d.manager::text as area from project p left join dept d on d.id = p.area where p.code = ${project}`.execute(
    tx,
  );
  const { project: own = null, area = null } = rows[0] ?? {};
  return { project: own, area, all: [...new Set([own, area])].filter((id) => id !== null) };
}

/** Who manages the department of a person; null where nobody does. */
export async function deptManagerOf(tx: Tx, user: string): Promise<string | null> {
  const { rows } = await sql<{ manager: string | null }>`select d.manager::text as manager from app_user u
    join dept d on d.id = u.dept_id where u.id = ${user}`.execute(tx);
  return rows[0]?.manager ?? null;
}

/** Who agreed to a step of a record last; null where nobody did. */
export async function whoAgreed(
  tx: Tx,
  of: { readonly module: string; readonly id: string },
  step: string,
): Promise<string | null> {
  const { rows } = await sql<{ who: string }>`select t.handled_by::text as who from wf_task t
    join wf_node_run r on r.id = t.run_id join wf_instance i on i.id = t.instance_id
    where i.module_id = ${of.module} and i.biz_id = ${of.id} and r.name = ${step} and t.state = 'agreed' order by t.id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.who ?? null;
}

/** The first active person who holds a role. */
export async function firstOf(tx: Tx, role: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select u.id::text as id from app_user u join user_role ur on ur.user_id = u.id
    join role r on r.id = ur.role_id where r.code = ${role} and u.state = 'active' order by u.id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Who manages a project, as a list of one or none. */
export async function projectManagers(tx: Tx, project: string | null): Promise<readonly string[]> {
  const { project: manager } = project === null ? { project: null } : await managersOf(tx, project);
  return manager === null ? [] : [manager];
}

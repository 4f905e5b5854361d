/** The project that a call names, where the person may see it. */
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import { projectsVisible } from './visible.ts';

export interface SeenProject {
  readonly code: string;
  readonly name: string;
  readonly manager: string | null;
  readonly areaManager: string | null;
}

/** @throws notFound where there is none that the person may see */
export const seenProject = async (ctx: Ctx, db: Db | Tx, code: string): Promise<SeenProject> => {
  const { rows } = await sql<SeenProject>`select p.code, p.name, p.manager::text, d.manager::text as "areaManager"
    from project p join dept d on d.id = p.area where p.code = ${code} and ${projectsVisible(ctx.session, 'p')}`.execute(
    db,
  );
  const [project] = rows;
  if (project === undefined) throw notFound('项目不存在，或您没有查看它的权限');
  return project;
};

/** Where lamps hang in a project, for the tree beside the ledger. */
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { seenProject } from '../projects/index.ts';

export const listPlaces = async (
  ctx: Ctx,
  { ProjectCode }: { readonly ProjectCode: string },
): Promise<{ rows: { place: string; count: number }[] }> => {
  const project = await seenProject(ctx, ctx.db, ProjectCode);
  const { rows } = await sql<{ place: string; count: number }>`
    select n.place, sum(case when n.state in ('在用', '故障') then n.quantity else 0 end)::int as count
    from b_lamp_install n where n.project = ${project.code} and not n.voided group by n.place order by n.place`.execute(
    ctx.db,
  );
  return { rows };
};

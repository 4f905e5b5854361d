/** Who works in the machine room of a project today. */
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { crewOf, OPERATING_PAPERS } from '../ledgers/index.ts';
import { projectsVisible } from '../projects/index.ts';

interface Member {
  readonly UserId: string;
  readonly UserName: string;
  readonly post: string;
  readonly leads: boolean;
  readonly papers: { readonly kind: string; readonly validTo: string | null }[];
}

export const listCrew = async (ctx: Ctx, input: { ProjectCode: string }): Promise<{ rows: Member[] }> => {
  const { rows: seen } = await sql`select 1 from project p where p.code = ${input.ProjectCode}
    and ${projectsVisible(ctx.session, 'p')}`.execute(ctx.db);
  if (seen.length === 0) throw notFound('项目不存在');
  const today = `(app_now() at time zone 'Asia/Shanghai')::date`;
  const { rows } = await sql<Member>`
    select u.id::text as "UserId", u.user_name as "UserName", u.post,
      exists (select from b_project_monitor b where b.project = p.code and b.monitor = u.id and b.state = '在任' and not b.voided) as leads,
      coalesce((select jsonb_agg(jsonb_build_object('kind', k.kind, 'validTo', k.valid_to) order by k.valid_to nulls last)
        from (select t.kind, max(t.valid_to) as valid_to from b_certificate t where t.holder = u.id and not t.voided and t.state = '有效'
          and t.kind ~ ${sql.lit(OPERATING_PAPERS)} group by t.kind) k), '[]') as papers
    from project p cross join lateral (select u.id, u.user_name, coalesce(up.project_role, u.position, '') as post
      from ${sql.raw(crewOf('p.code', today))}) u
    where p.code = ${input.ProjectCode} order by 4 desc, u.user_name`.execute(ctx.db);
  return { rows };
};

/** Sub-projects: set up by hand within what was approved for the project; all else about them comes from the records. */
import type { subProjectAdd, subProjectDetail } from '@hengneng/contracts';
import { subProject } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { projectsVisible, seenProject } from '../projects/index.ts';

type Input = z.output<typeof subProjectAdd.input>;

interface Room {
  readonly named: boolean;
  /** Whether the weights and the budgets of all sub-projects stay within the whole. */
  readonly weighs: boolean;
  readonly approved: string | null;
  readonly fits: boolean;
}

async function demandRoom(tx: Tx, input: Input): Promise<void> {
  const { rows } = await sql<Room>`
    select coalesce(bool_or(s.name = ${input.name}), false) as named,
      coalesce(sum(s.weight), 0) + ${input.weight}::numeric <= 100 as weighs, p.approved::text,
      p.approved is null or coalesce(sum(s.budget), 0) + ${input.budget}::numeric <= p.approved as fits
    from (select p.code, coalesce((select v.approved_invest from b_invest_project v where v.project = p.code and not v.voided
        and v.state in ('有效', '已签约') order by v.approved_on desc, v.id desc limit 1), p.engineering_budget) as approved
        from project p where p.code = ${input.project}) p
      left join b_sub_project s on s.project = p.code and not s.voided
    group by p.approved`.execute(tx);
  const [room] = rows;
  const errors: { path: string; message: string }[] = [];
  if (input.planEnd <= input.planStart) errors.push({ path: 'planEnd', message: '计划完工必须晚于计划开工' });
  if (room?.named) errors.push({ path: 'name', message: '该项目已有同名子项目' });
  if (room?.weighs === false) errors.push({ path: 'weight', message: '子项目权重合计不能超过100%' });
  if (room?.fits === false)
    errors.push({ path: 'budget', message: `子项目预算合计不能超过批准投资${room.approved ?? ''}元` });
  if (errors.length > 0) throw invalid(errors);
}

export const addSubProject = (ctx: Ctx, input: Input): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const project = await seenProject(ctx, tx, input.project);
    // Two that are added at once are weighed one after the other.
    await sql`select 1 from project where code = ${project.code} for update`.execute(tx);
    await demandRoom(tx, input);
    const { contractor = null, ...values } = input;
    const [id = ''] = await enter(tx, subProject, [{ ...values, contractor, state: '前期' }], SETUP);
    await trail(tx, ctx, {
      kind: '业务',
      action: '新增子项目',
      object: `项目 ${project.code}`,
      summary: input.name,
      after: { 类别: input.kind, 权重: input.weight, 预算: input.budget, 计划: `${input.planStart}～${input.planEnd}` },
    });
    return { id };
  });

type Detail = z.input<typeof subProjectDetail.output>;

export const readSubProject = async (ctx: Ctx, id: string): Promise<Detail> => {
  const { rows } = await sql<Detail>`
    select s.id::text, s.project, s.name, s.state, s.weight::text, s.budget::text,
      (select coalesce(sum(d.amount), 0)::text from b_sub_project_draw d where d.sub_project = s.id and not d.voided) as drawn,
      coalesce((select json_agg(json_build_object('document', c.document, 'title', c.title, 'amount', c.amount::text, 'state', c.state) order by c.document)
        from b_project_contract c where c.sub_project = s.id and not c.voided), '[]') as contracts,
      (select json_build_object('days', count(*), 'outputValue', coalesce(sum(l.value_total), 0)::text,
          'manHours', coalesce(sum(l.man_hour_total), 0)::text, 'stopHours', coalesce(sum(l.stop_hours), 0)::text)
        from f_construction_log l where l.sub_project = s.id and l.status = 'approved') as logs
    from b_sub_project s join project p on p.code = s.project
    where s.id = ${id} and not s.voided and ${projectsVisible(ctx.session, 'p')}`.execute(ctx.db);
  return rows[0] ?? Promise.reject(notFound('子项目不存在，或您没有查看它的权限'));
};

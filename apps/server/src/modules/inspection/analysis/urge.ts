/** Reminding those who have to put a problem right: once a day for each problem. */
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { trail } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { templateOf } from '../../../platform/messages/templates.ts';

const { label: KIND } = templateOf('inspection.urged');

interface Problem {
  readonly id: string;
  readonly title: string;
  readonly people: readonly string[];
  readonly told: boolean;
}

export const urgeProblems = (ctx: Ctx, ids: readonly string[]): Promise<{ urged: number; skipped: number }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<Problem>`
      select r.id::text as id, t.title, array_remove(array[coalesce(d.rectify_owner, c.site_leader)::text, p.manager::text], null) as people,
        exists (select from message m where m.kind = ${KIND} and coalesce(m.facts ->> '内容', m.title) = t.title
          and (m.created_at at time zone 'Asia/Shanghai')::date = (${ctx.now.toISOString()}::timestamptz at time zone 'Asia/Shanghai')::date) as told
      from b_perambulate_record r join project p on p.code = r.project
        join f_project_inspection_check c on r.source_module = 'projectInspectionCheck' and c.id = r.source_id
        left join lateral (select x.rectify_owner, x.rectify_before from f_project_inspection_check_points x
          where x.parent_id = c.id and x.point = r.point and x.item = r.item order by x.row_no limit 1) d on true
        cross join lateral (select '请尽快整改：' || r.source_no || ' ' || r.item || '，' || coalesce(r.problem, '') ||
          coalesce('，期限' || d.rectify_before, '') as title) t
      where r.id = any(${[...new Set(ids)]}::bigint[]) and not r.voided and r.result = '不合格' and ${projectsVisible(ctx.session)}
      order by r.id`.execute(tx);
    if (rows.length === 0) throw invalid([{ path: 'ids', message: '没有可催办的问题' }]);
    const open = rows.filter((row) => !row.told);
    for (const { people, title } of open) await sendMessage(tx, people, 'inspection.urged', { 内容: title });
    if (open.length > 0)
      await trail(tx, ctx, {
        kind: '单据',
        action: KIND,
        object: '巡检问题',
        summary: `${open.length}个`,
        after: { 问题: open.map((row) => row.title).join('；') },
      });
    return { urged: open.length, skipped: rows.length - open.length };
  });

/** 月度复核: keeps what the projects' month came to. What is kept stays; a project that was not there yet can be added later. */
import type { statisticsFreeze } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, refused } from '../../../platform/http/errors.ts';
import { incomeProjectsView } from '../money/income.ts';
import { incomeReportsView } from '../money/reviews.ts';
import { rowsOf } from './rows.ts';

interface Project {
  readonly project: string;
  readonly income: string;
  readonly spent: string;
  readonly due: string;
  readonly received: string;
}

export const freezeMonth = (
  ctx: Ctx,
  { month, note }: z.output<typeof statisticsFreeze.input>,
): Promise<z.input<typeof statisticsFreeze.output>> =>
  ctx.write(async (tx) => {
    if (month >= today(ctx.now).slice(0, 7)) throw invalid([{ path: 'month', message: '本月还没有结束，不能复核' }]);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`statistics.freeze ${month}`}, 0))`.execute(tx);
    const ask = { from: month, to: month, basis: '权责', withRunning: '不含' };
    const missing = await rowsOf<{ id: string }>(tx, ctx, incomeReportsView, ask, 'm.id', () => `m.state <> '已报'`);
    if (missing.length > 0 && note === '')
      throw invalid([{ path: 'note', message: `还有${missing.length}个项目的核算未报，请写说明` }]);
    const projects = await rowsOf<Project>(
      tx,
      ctx,
      incomeProjectsView,
      ask,
      'm.project, coalesce(m.income, 0)::text as income, coalesce(m.spent, 0)::text as spent, m.due::text as due, m.received::text as received',
    );
    if (projects.length === 0) throw refused('该月没有收支，不能复核');
    const { rows } = await sql<{
      project_code: string;
    }>`insert into statistics_freeze (month, project_code, income, spent, due, received, note, reviewed_by)
      select ${month}, x.project, x.income, x.spent, x.due, x.received, ${note}, ${ctx.session.userId}
      from jsonb_to_recordset(${JSON.stringify(projects)}::jsonb)
        as x(project text, income numeric, spent numeric, due numeric, received numeric)
      on conflict (month, project_code) do nothing returning project_code`.execute(tx);
    if (rows.length === 0) throw refused('该月已经复核');
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '月度复核',
      object: `收支分析 ${month}`,
      summary: `${rows.length}个项目${missing.length > 0 ? `，${missing.length}个未报` : ''}`,
      after: { month, note, projects: rows.map((row) => row.project_code).join('、') },
    });
    return { projects: rows.length };
  });

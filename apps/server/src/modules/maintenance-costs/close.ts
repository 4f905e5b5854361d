/** Checking what somebody else entered, and closing a month: what was entered otherwise than the records booked it goes into the project's cost. */
import type { costCheck, costLock } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, notFound, refused } from '../../platform/http/errors.ts';
import { seenProject } from '../projects/index.ts';
import { costsWhere, lockMonth } from './rows.ts';

/** 成本科目 of repairs. */
const ACCOUNT = '维修费';

/** Modules of the records, as they book costs themselves. */
const MODULES: Readonly<Record<string, string>> = {
  维修记录: 'maintenanceRecords',
  质量异常: 'qualityExceptionFeedback',
  外协服务: 'outService',
  设备保养: 'equipmentMaintenanceRecord',
  手工补录: 'maintenanceCost',
};

export const checkCosts = (
  ctx: Ctx,
  { Ids }: z.output<typeof costCheck.input>,
): Promise<{ readonly checked: number }> =>
  ctx.write(async (tx) => {
    const wanted = sql`k.key = any(${[...new Set(Ids)]}::text[])`;
    const months = new Map((await costsWhere(ctx, tx, wanted)).map((cost) => [`${cost.project} ${cost.month}`, cost]));
    for (const [, { project, month }] of [...months].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await lockMonth(tx, project, month);
    const costs = await costsWhere(ctx, tx, wanted);
    if (costs.length < new Set(Ids).size) throw notFound('费用行不存在，或您没有查看它的权限');
    for (const cost of costs) {
      if (cost.state === '待录') throw refused(`${cost.documentNo}还没有录入`);
      if (cost.state !== '已录') throw refused(`${cost.documentNo}${cost.state}，不用再核对`);
      if (cost.enteredBy === ctx.session.userId) throw refused(`${cost.documentNo}是您录入的，核对人不能是录入人`);
    }
    await sql`update maintenance_cost set checked_by = ${ctx.session.userId}, checked_at = app_now()
      where id = any(${costs.map((cost) => cost.entry)}::bigint[])`.execute(tx);
    await trail(tx, ctx, {
      kind: '单据',
      action: '核对维修费用',
      object: `${costs.length}条`,
      summary: costs
        .map((cost) => cost.documentNo)
        .join('、')
        .slice(0, 500),
    });
    return { checked: costs.length };
  });

export const lockCosts = (
  ctx: Ctx,
  { ProjectCode, month }: z.output<typeof costLock.input>,
): Promise<{ readonly ok: true }> => {
  const { roles } = ctx.session;
  if (!roles.includes('finance') && !roles.includes('admin')) throw forbidden('只有财务可以锁定月份');
  return ctx.write(async (tx) => {
    const project = await seenProject(ctx, tx, ProjectCode);
    await lockMonth(tx, project.code, month);
    const costs = await costsWhere(ctx, tx, sql`k.project = ${project.code} and k.month = ${month}`);
    const open = costs.filter((cost) => cost.state === '待录' || cost.state === '已录');
    if (open.length > 0) throw refused(`还有${open.length}条未核对`);
    if (costs.some((cost) => cost.state === '已锁定')) throw refused('该月已锁定');
    if (costs.length === 0) throw refused('本月没有维修费用');
    // What the records booked when they were approved stays; only the difference is booked, as theirs, so that their cancel takes it back.
    const entered = costs.map((cost) => ({ module: MODULES[cost.source], id: cost.sourceId, ours: cost.ours }));
    const { rows: booked } = await sql<{ amount: string }>`
      with entered as (
        select e.module, e.id, e.ours - coalesce((select sum(c.amount) from project_cost c where c.source_module = e.module and c.source_id = e.id), 0) as by
        from jsonb_to_recordset(${JSON.stringify(entered)}::jsonb) as e(module text, id bigint, ours numeric))
      insert into project_cost (project_code, month, account, amount, source_module, source_id)
      select ${project.code}, ${month}, ${ACCOUNT}, e.by, e.module, e.id from entered e where e.by <> 0 returning amount::text as amount`.execute(
      tx,
    );
    if (booked.length > 0) {
      const { rows } =
        await sql`select 1 from project_month_lock where project_code = ${project.code} and month = ${month}`.execute(
          tx,
        );
      if (rows.length > 0) throw refused('该项目该月已核算锁定，差额请在次月补录');
    }
    await sql`insert into maintenance_cost_lock (project, month, locked_by) values (${project.code}, ${month}, ${ctx.session.userId})`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '单据',
      action: '锁定维修费用',
      object: `${project.name} ${month}`,
      summary: `${costs.length}条，${booked.length}条与单据入账不同，差额计入项目成本`,
    });
    return { ok: true };
  });
};

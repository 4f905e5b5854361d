/** What a store is to keep, and buying what it lacks. */
import type { lampPurchase, lampSetSafety } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Engine, followUps } from '../../engine/index.ts';
import { listRows } from '../../engine/lists/list.ts';
import { listOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound, refused } from '../../platform/http/errors.ts';
import { lampAllowanceView } from '../ledgers/index.ts';
import { projectsVisible } from '../projects/index.ts';
import { storeProject } from './store.ts';

export const setSafety = (
  ctx: Ctx,
  { Id, safeQty }: z.output<typeof lampSetSafety.input>,
): Promise<{ readonly ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{ name: string; before: number | null }>`
      select p.name || ' ' || s.store_room || ' ' || l.name || ' ' || l.model as name, s.safe_qty as before
      from b_lamp_stock s join project p on p.code = s.project join b_lamp_device l on l.id = s.lamp
      where s.id = ${Id} and not s.voided and ${projectsVisible(ctx.session, 'p')} for update of s`.execute(tx);
    const [stock] = rows;
    if (stock === undefined) throw notFound('灯具库存不存在，或您没有查看它的权限');
    await sql`update b_lamp_stock set safe_qty = ${Number(safeQty)} where id = ${Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '单据',
      action: '设安全库存',
      object: stock.name,
      before: { safeQty: stock.before },
      after: { safeQty },
    });
    return { ok: true };
  });

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** An application to buy what the stores of a project lack, as a draft. */
export const purchaseLamps = async (
  ctx: Ctx,
  engine: Engine,
  { ProjectCode }: z.output<typeof lampPurchase.input>,
): Promise<z.input<typeof lampPurchase.output>> => {
  const project = await storeProject(ctx, ctx.db, ProjectCode);
  const found = await listRows(ctx, engine.deps, listOf(lampAllowanceView), {
    PageIndex: 1,
    PageSize: 500,
    project: project.code,
    suggested: { from: '1' },
  });
  if (found.rows.length === 0) throw refused('该项目没有建议补货的灯具');
  const items = found.rows.map((row) => ({
    spec: `${found.labels['lamp']?.[text(row['lamp'])] ?? ''}`.trim(),
    unit: '个',
    quantity: text(row['suggested']),
    estPrice: text(row['price']) || null,
  }));
  return ctx.write(async (tx) => {
    const services = followUps(
      { deps: engine.deps, tx, now: ctx.now, module: { id: 'lightOutStorage' } },
      'lamps.purchase',
      {
        id: '0',
        project: project.code,
      },
    );
    const title = `${project.name}灯具补货`;
    const BusinessId = await services.draft({
      module: 'operatePurchase',
      applicant: ctx.session.userId,
      title,
      values: {
        project: project.code,
        purchaseType: '维修材料',
        urgency: '正常',
        budgetSubject: '维修费',
        costBearer: '公司承担',
        applyReason: `按安全库存与近六个月用量补灯具：${items.map((item) => `${item.spec} ${item.quantity}盏`).join('、')}`,
        items,
      },
    });
    if (BusinessId === null) throw refused('本系统没有运营采购申请，无法生成');
    await trail(tx, ctx, { kind: '单据', action: '生成灯具采购', object: project.name, summary: `${items.length}种` });
    return { ProcedureId: String(MODULES.operatePurchase.procedureId), BusinessId, title };
  });
};

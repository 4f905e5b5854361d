/** 关闭剩余: what is left of an order line and will not come any more. */
import type { purchaseLineClose } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound, refused } from '../../platform/http/errors.ts';
import { worksOrdersView } from '../ledgers/index.ts';

interface Line {
  readonly kind: string;
  readonly document: string;
  readonly goods: string;
  readonly complete: boolean;
  readonly closed: boolean;
  /** A shipment of it that is under way. */
  readonly shipment: string | null;
}

export const closeLine = (
  ctx: Ctx,
  input: z.output<typeof purchaseLineClose.input>,
): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const seen = await rowOf(tx, worksOrdersView, ctx, input.line);
    // Shipments lock the line as well, so that nothing is sent off meanwhile.
    const { rows } = await sql<Line>`
      select l.kind, l.document, l.goods, l.sent_qty >= l.order_qty as complete, exists (select from purchase_line_close c where c.line = l.id) as closed,
        (select r.serial from f_purchase_send r join f_purchase_send_goods_lines g on g.parent_id = r.id
          where g.order_line = l.id and r.status in ('running', 'returned') limit 1) as shipment
      from b_purchase_order_line l where l.id = ${input.line} and not l.voided for update of l`.execute(tx);
    const [line] = rows;
    if (seen === undefined || line === undefined) throw notFound('订单行不存在，或您没有查看它的权限');
    if (line.closed === input.closed) throw refused(input.closed ? '剩余已关闭，请刷新' : '剩余没有关闭，请刷新');
    if (input.closed) {
      if (line.kind === '施工') throw refused('施工按完成量计量，没有要发的剩余');
      if (line.complete) throw refused('已全部发货，没有剩余');
      if (line.shipment !== null) throw refused(`发货单${line.shipment}还没有办完，办结或撤回后再关闭剩余`);
      await sql`insert into purchase_line_close (line, reason, closed_by)
        values (${input.line}, ${input.reason}, ${ctx.session.userId})`.execute(tx);
    } else await sql`delete from purchase_line_close where line = ${input.line}`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: input.closed ? '关闭订单剩余' : '恢复订单剩余',
      object: `采购订单 ${line.document}`,
      after: { 物资: line.goods, 原因: input.reason },
    });
    return { id: input.line };
  });

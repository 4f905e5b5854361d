/** One application beside its room: what it does to bills, what was before, and what was found on the spot. */
import type { suspendDetail, SuspendWhatIf } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { todayOf } from '../registry/index.ts';
import { tookIt } from './check.ts';
import { historyOf, roomFacts } from './room.ts';
import { rowOf } from './rows.ts';
import { tryProposal } from './what-if.ts';

interface More {
  readonly fee: string;
  readonly reason: string | null;
  readonly handler: string | null;
  readonly visit: Date | null;
  readonly valve: string | null;
  readonly reading: string | null;
  readonly result: string | null;
  readonly note: string | null;
  readonly arrears: string;
}

export async function readDetail(
  ctx: Ctx,
  { BusinessId: id }: z.output<typeof suspendDetail.input>,
): Promise<z.input<typeof suspendDetail.output>> {
  const row = await rowOf(ctx, ctx.db, id);
  const [room, history, took, { rows }] = await Promise.all([
    roomFacts(ctx, ctx.db, row.roomId),
    historyOf(ctx.db, row.roomId),
    tookIt(ctx.db, id, ctx.session.userId),
    sql<More>`select s.fee::text, s.reason, s.handler_name as handler, s.visit_time as visit, s.valve_action as valve, trim_scale(s.heat_reading)::text as reading,
        s.check_result as result, s.check_note as note, coalesce((select w.arrears_handle from suspend_wish w where w.business_id = s.id limit 1), '') as arrears
      from f_suspend s where s.id = ${id}::bigint`.execute(ctx.db),
  ]);
  const [more] = rows;
  const { classified } = ctx.session.permissions;
  let whatIf: SuspendWhatIf | null = null;
  if (row.tab !== '已处理' && more !== undefined && classified.has('amount')) {
    const { answer } = await tryProposal(ctx.db, {
      roomId: row.roomId,
      feeId: more.fee,
      type: row.applyType,
      first: row.startDate,
      last: row.endDate,
      day: todayOf(ctx),
    });
    whatIf = classified.has('price') ? answer : { ...answer, unitPrice: null };
  }
  return {
    row,
    reason: more?.reason ?? '',
    handlerName: more?.handler ?? '',
    building: room.building,
    area: room.area,
    roomState: room.state,
    usage: room.usage,
    balance: room.balance,
    arrearsHandle: more?.arrears ?? '',
    whatIf,
    history: [...history],
    checkable: row.tab === '待核查' && row.NodeRecordId !== null && !took,
    visitTime: more?.visit?.toISOString() ?? null,
    valveAction: more?.valve ?? '',
    reading: more?.reading ?? null,
    checkResult: more?.result ?? '',
    checkNote: more?.note ?? '',
    company: room.company,
  };
}

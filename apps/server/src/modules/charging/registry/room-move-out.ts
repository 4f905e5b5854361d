/** 迁出核对: what is still open of a household that leaves on a day, in the order in which it is seen to. It changes nothing. */
import type { MOVE_OUT_PLACES, roomMoveOut } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { roomBalances } from '../ledger/index.ts';
import { yuanOf } from '../yuan.ts';
import { visibleRoom } from './rooms.ts';

interface Facts {
  /** Fees that go on to that day and are billed to an earlier one: 供冷费（已出至 2026-10-31）. */
  readonly unbilled: string | null;
  readonly unreleased: number;
  readonly unpaid: number;
  readonly asked: number;
  readonly paying: number;
  /** Meters whose last day that was counted is before. */
  readonly unread: string | null;
  readonly suspended: string | null;
  readonly applied: string | null;
  readonly invoiced: number;
  readonly living: string | null;
}

type Item = z.input<typeof roomMoveOut.output>['items'][number];

async function factsOf(ctx: Ctx, roomId: string, day: string): Promise<Facts | undefined> {
  const [id, on] = [sql`${roomId}::bigint`, sql`${day}::date`];
  const { rows } = await sql<Facts>`select
    (select string_agg(f.name || coalesce('（已出至 ' || (x.billed - 1) || '）', '（未出账）'), '、' order by f.id)
      from (select y.fee_id, (select max(b.to_day) from bill b where b.room_fee_id = y.id and b.kind = '周期' and b.state not in ('已作废', '已红冲')) as billed
        from room_fee y where y.room_id = ${id} and y.span @> (${on} - 1)) x join fee f on f.id = x.fee_id
      where f.kind in ('周期性', '计量') and coalesce(x.billed < ${on}, true)) as unbilled,
    (select count(*)::int from bill b where b.room_id = ${id} and b.state = '待审核') as unreleased,
    (select count(*)::int from bill b where b.room_id = ${id} and b.state = '已发布' and b.kind <> '红冲' and b.amount > b.settled + b.reduced) as unpaid,
    (select count(*)::int from bill_request q join bill b on b.id = q.bill_id where b.room_id = ${id} and q.state = '待审核') as asked,
    (select count(*)::int from pay_order o where o.room_id = ${id} and o.state in ('待发送', '支付中', '已付款')) as paying,
    (select string_agg(coalesce(d.code, x.meter_id::text) || coalesce('（读到 ' || x.last || '）', '（没有读数）'), '、' order by x.meter_id)
      from (select y.meter_id, (select max(m.day) from meter_day m where m.meter_id = y.meter_id) as last
        from room_fee y where y.room_id = ${id} and y.meter_id is not null and y.span @> (${on} - 1)) x left join device d on d.id = x.meter_id
      where coalesce(x.last < ${on} - 1, true)) as unread,
    (select string_agg(f.name || case when upper_inf(s.span) then '' else '（至 ' || (upper(s.span) - 1) || '）' end, '、' order by s.id)
      from suspension s join fee f on f.id = s.fee_id
      where s.room_id = ${id} and s.kind = '停用' and not s.voided and s.span && daterange(${on}, null)) as suspended,
    (select string_agg(s.serial, '、' order by s.id) from f_suspend s where s.room = ${id} and s.status in ('running', 'returned')) as applied,
    (select count(*)::int from bill b where b.room_id = ${id} and b.state = '已发布' and b.invoiced + b.invoice_pending > b.settled) as invoiced,
    (select string_agg(o.role || ' ' || p.name, '、' order by o.id) from occupancy o join party p on p.id = o.party_id
      where o.room_id = ${id} and o.span && daterange(${on}, null) and lower(o.span) < ${on}) as living`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function readMoveOut(
  ctx: Ctx,
  { roomId, day }: z.output<typeof roomMoveOut.input>,
): Promise<z.input<typeof roomMoveOut.output>> {
  const room = await visibleRoom(ctx, ctx.db, roomId);
  const [of, { owed, prepaid, deposit }] = await Promise.all([
    factsOf(ctx, room.id, day),
    roomBalances(ctx.db, room.communityId, room.id),
  ]);
  if (of === undefined) throw new Error('nothing was read of a room');
  // Amounts are withheld where they are elsewhere.
  const amount = (fen: bigint): string =>
    ctx.session.permissions.classified.has('amount') ? ` ${yuanOf(fen)} 元` : '';
  const item = (label: string, open: string | null, done: string, place: (typeof MOVE_OUT_PLACES)[number]): Item => ({
    label,
    done: open === null,
    text: open ?? done,
    place,
  });
  const some = (count: number, text: string): string | null => (count > 0 ? `${count}${text}` : null);
  const items = [
    item('表计读数', of.unread, '迁出日前都有读数，或没有关联表计', 'chargeRoom'),
    item('账单出到迁出日', of.unbilled, '各收费项都已出到迁出日', 'chargeBill'),
    item('账单已发布', some(of.unreleased, '张待审核或待发布'), '没有待发布的账单', 'chargeBillAudit'),
    item('红冲减免', some(of.asked, '项申请待审核'), '没有待审核的申请', 'chargeBillAudit'),
    item(
      '停用',
      [of.suspended === null ? '' : `停用中：${of.suspended}`, of.applied === null ? '' : `在办：${of.applied}`]
        .filter(Boolean)
        .join('；') || null,
      '没有停用，也没有在办的申请',
      'suspend/suspendList',
    ),
    item('支付结果', some(of.paying, '笔付款码支付待确认'), '没有待确认的支付', 'chargeCashier'),
    item('欠费', owed > 0n ? `${of.unpaid}张账单未缴清，本金${amount(owed)}` : null, '已缴清', 'chargeCashier'),
    item('已开票未回款', some(of.invoiced, '张账单已开票未收齐'), '没有', 'chargeBill'),
    item('预存', prepaid > 0n ? `余额${amount(prepaid)}，退还、抵扣或随过户转出` : null, '没有余额', 'chargeCashier'),
    item('押金', deposit > 0n ? `押金${amount(deposit)}未退` : null, '没有押金', 'chargeCashier'),
    item(
      '人员',
      of.living === null ? null : `${of.living} 仍在册：办理过户，或在「修改」中登记止日`,
      '没有人到迁出日后仍在册',
      'chargeRoom',
    ),
  ];
  return { items, left: items.filter(({ done }) => !done).length };
}

/** Taking bills back: the same amount the other way round, once. What was paid for it is kept for the household; it may be made anew. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, notFound, refused } from '../../../platform/http/errors.ts';
import { takeBillNumbers, billNo } from '../bill-numbers.ts';
import { post, postBills, type Posting } from '../ledger/index.ts';
import { linesAsked } from './lines.ts';
import { insertLines, takeRunNo, workLines } from './run.ts';

export interface ToReverse {
  readonly id: string;
  readonly community: string;
  readonly room: string;
  readonly fee: string;
  readonly fee_kind: string;
  readonly kind: string;
  readonly state: string;
  readonly period: string;
  readonly amount: string;
  readonly tax: string;
  readonly reduced: string;
  readonly settled: string;
  readonly open_invoice: string;
  readonly locked: boolean;
  readonly opening: boolean;
}

/** A bill, held until the transaction ends. @throws what keeps it from being taken back */
export async function reversible(tx: Tx, billId: string): Promise<ToReverse> {
  const { rows } =
    await sql<ToReverse>`select b.id::text, b.community_id::text as community, b.room_id::text as room, b.fee_id::text as fee, f.kind as fee_kind,
      b.kind, b.state, b.period, b.amount::text, b.tax::text, b.reduced::text, b.settled::text, (b.invoiced + b.invoice_pending)::text as open_invoice,
      exists (select from income_review v where v.community_id = b.community_id and v.month = b.period and v.undone_at is null) as locked,
      b.kind = '期初' as opening
    from bill b join fee f on f.id = b.fee_id where b.id = ${billId} for update of b`.execute(tx);
  const [bill] = rows;
  if (bill === undefined) throw notFound('账单不存在');
  if (bill.state === '已红冲' || bill.kind === '红冲') throw conflict('该账单已红冲，不能重复');
  if (bill.state !== '已发布') throw refused(`账单${bill.state}，不必红冲`);
  if (BigInt(bill.open_invoice) > 0n) throw refused('请先冲红发票');
  if (bill.locked) throw refused('该月收入报表已复核，请先反复核');
  return bill;
}

const entriesOf = (bill: ToReverse): Posting[] => {
  const owed = { kind: '应收', ref: bill.room } as const;
  const [amount, tax, reduced, settled] = [bill.amount, bill.tax, bill.reduced, bill.settled].map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const earned = bill.opening
    ? ({ kind: '期初' } as const)
    : bill.fee_kind === '押金'
      ? ({ kind: '押金', ref: bill.room } as const)
      : bill.fee_kind === '代收'
        ? ({ kind: '代收', ref: bill.fee } as const)
        : ({ kind: '收入', ref: bill.fee } as const);
  return [
    { debit: earned, credit: owed, fen: amount, billId: bill.id },
    ...(earned.kind === '收入' ? [{ debit: { kind: '销项税额' } as const, credit: earned, fen: tax }] : []),
    { debit: owed, credit: { kind: '减免' } as const, fen: reduced, billId: bill.id },
    { debit: owed, credit: { kind: '预存', ref: bill.room } as const, fen: settled, billId: bill.id },
  ];
};

/**
 * Takes a released bill back today.
 * @returns the negative bill and its journal
 */
export async function reverseBill(
  tx: Tx,
  of: { readonly billId: string; readonly by: string; readonly day: string; readonly memo: string },
): Promise<{ readonly id: string; readonly journalId: string }> {
  const bill = await reversible(tx, of.billId);
  const period = of.day.slice(0, 7);
  const { prefix, first } = await takeBillNumbers(tx, bill.community, period, 1);
  const settled = BigInt(bill.settled);
  await sql`update bill set state = '已红冲', settled = 0, frozen = '' where id = ${bill.id}`.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`insert into bill (bill_no, community_id, room_id, fee_id, room_fee_id, cycle, part, period, from_day, to_day, quantity,
      unit, unit_price, price_id, days, suspend_days, cycle_days, weight, amount, tax, reduced, due_day, payer_id, run_id, kind, state, reverses_id, note, released_on)
    select ${billNo(prefix, first)}, community_id, room_id, fee_id, room_fee_id, cycle, part, ${period}, from_day, to_day, quantity, unit, unit_price, price_id, days,
      suspend_days, cycle_days, weight, -amount, -tax, -reduced, due_day, payer_id, run_id, '红冲', '已发布', id, ${of.memo}, ${of.day}::date
    from bill where id = ${bill.id} returning id::text`.execute(tx);
  const id = rows[0]?.id ?? '';
  const journal = {
    communityId: bill.community,
    kind: '红冲',
    day: of.day,
    source: 'bill',
    sourceId: id,
    memo: of.memo,
    by: of.by,
  } as const;
  const journalId = await post(tx, journal, entriesOf(bill));
  if (settled > 0n) {
    const { rows: kept } = await sql<{
      id: string;
    }>`insert into payment (request_id, community_id, room_id, kind, amount, to_prepay, day, reason,
        journal_id, made_by)
      values (${randomUUID()}, ${bill.community}, ${bill.room}, '红冲', 0, ${String(settled)}, ${of.day}, ${of.memo}, ${journalId}, ${of.by})
      returning id::text`.execute(tx);
    await sql`insert into allocation (payment_id, bill_id, principal, day) values (${kept[0]?.id}, ${bill.id}, ${String(-settled)}, ${of.day})`.execute(
      tx,
    );
  }
  return { id, journalId };
}

/**
 * Makes the bills of a room's fee and cycle anew, checked and released with the act that asked for it.
 * @returns how many; none where nothing is charged any more
 * @throws refused where others of the cycle that still stand would lie over the new ones
 */
export async function remake(
  tx: Tx,
  of: { readonly billId: string; readonly madeBy: string; readonly checkedBy: string; readonly day: string },
): Promise<number> {
  const { rows } = await sql<{
    community: string;
    room: string;
    fee: string;
    room_fee: string | null;
    period: string;
    cycle: string;
  }>`
    select community_id::text as community, coalesce((select y.room_id from room_fee y where y.id = room_fee_id), room_id)::text as room, fee_id::text as fee, room_fee_id::text as room_fee, period, cycle from bill where id = ${of.billId}`.execute(
    tx,
  );
  const bill = rows[0];
  if (bill === undefined || bill.room_fee === null) throw refused('这张账单不是按房间收费项生成的，不能重开');
  const asked = await linesAsked(tx, { communityId: bill.community, period: bill.period, feeIds: [bill.fee] });
  if (asked.fees.every(({ cycle }) => cycle.key !== bill.cycle)) throw refused('该费项的周期已变更，不能按原周期重开');
  await workLines(tx, asked, { roomIds: [bill.room], again: true });
  await sql`delete from pg_temp.billing_line where room_fee_id <> ${bill.room_fee}`.execute(tx);
  const { rows: over } = await sql<{
    same: boolean;
  }>`select exists (select from bill x where x.room_fee_id = l.room_fee_id and x.cycle = l.cycle and x.part = l.part
      and x.from_day = l.from_day and x.to_day = l.to_day and x.kind = '周期' and x.state not in ('已作废', '已红冲')) as same
    from pg_temp.billing_line l join bill b on b.room_fee_id = l.room_fee_id and b.cycle = l.cycle and b.kind = '周期' and b.state not in ('已作废', '已红冲')
      and (daterange(b.from_day, b.to_day) && daterange(l.from_day, l.to_day) or b.part = l.part)`.execute(tx);
  if (over.some(({ same }) => !same)) throw refused('该周期还有其他分段账单，请一并红冲后重开');
  await sql`delete from pg_temp.billing_line l using bill b where b.room_fee_id = l.room_fee_id and b.cycle = l.cycle and b.part = l.part and b.kind = '周期'
    and b.state not in ('已作废', '已红冲')`.execute(tx);
  const no = await takeRunNo(tx, 'CK', bill.community, bill.period);
  const { rows: runs } = await sql<{
    id: string;
  }>`insert into billing_run (no, community_id, kind, period, fee_ids, state, made_by, checked_by, checked_at, released_by,
      released_at)
    values (${no}, ${bill.community}, '重开', ${bill.period}, array[${bill.fee}::bigint], '已发布', ${of.madeBy}, ${of.checkedBy}, app_now(), ${of.checkedBy}, app_now())
    returning id::text`.execute(tx);
  const runId = runs[0]?.id ?? '';
  const made = await insertLines(
    tx,
    { runId, communityId: bill.community, period: bill.period, billDay: asked.terms.billDay, state: '已发布' },
    of.billId,
  );
  await sql`update bill set released_on = ${of.day}::date where run_id = ${runId}`.execute(tx);
  await sql`update billing_run set lines = ${made.lines}, rooms = ${made.rooms}, amount = ${String(made.amount)} where id = ${runId}`.execute(
    tx,
  );
  if (made.amount > 0n)
    await postBills(
      tx,
      {
        communityId: bill.community,
        kind: '发布',
        day: of.day,
        source: 'billing_run',
        sourceId: runId,
        memo: no,
        by: of.checkedBy,
      },
      sql`select id from bill where run_id = ${runId}::bigint`,
    );
  return made.lines;
}

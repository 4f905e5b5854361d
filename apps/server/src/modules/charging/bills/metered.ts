/** Bills that the form of metering makes: released with it, as those of a run that others checked. */
import { plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';
import { billNo, takeBillNumbers } from '../bill-numbers.ts';
import { postBills } from '../ledger/index.ts';
import { taxIn } from './lines.ts';
import { type Reduced, reduceBill, undoReduction } from './reduce.ts';
import { reverseBill } from './reverse.ts';
import { takeRunNo } from './run.ts';

export interface MeteredLine {
  readonly roomId: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  /** Fen. */
  readonly amount: bigint;
  /** Let off at once: what, and how much of it. */
  readonly reductions: readonly { readonly category: string; readonly fen: bigint }[];
}

export interface Metered {
  readonly communityId: string;
  readonly feeId: string;
  readonly month: string;
  /** Both ends included. */
  readonly from: string;
  readonly to: string;
  readonly dueDay: string;
  readonly document: string;
  readonly madeBy: string;
  readonly checkedBy: string;
  readonly day: string;
}

export interface MadeBill extends Reduced {
  readonly billId: string;
}

/** The fee of a kind that meters of it are billed by; null where there is none in use. */
export async function feeOfCategory(tx: Tx, category: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id::text from fee where category = ${category} and state = '启用'
    order by (kind = '计量') desc, id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

interface Charged {
  readonly room_fee: string;
  /** The next part of the month; others of it are of other meters. */
  part: number;
}

/**
 * Which of the rooms are charged the fee by the month: their bills are those of that month.
 * @throws refused where a run has billed it
 */
async function charged(tx: Tx, of: Metered, rooms: readonly string[]): Promise<Map<string, Charged>> {
  const { rows } = await sql<
    Charged & { room: string; code: string; run: boolean }
  >`select distinct on (rf.room_id) rf.room_id::text as room, r.full_code as code, rf.id::text as room_fee,
      coalesce((select max(b.part) + 1 from bill b where b.room_fee_id = rf.id and b.cycle = ${of.month} and b.kind = '周期' and b.state not in ('已作废', '已红冲')), 0) as part,
      exists (select from bill b join billing_run n on n.id = b.run_id where b.room_fee_id = rf.id and b.cycle = ${of.month} and b.kind = '周期'
        and b.state not in ('已作废', '已红冲') and n.kind in ('出账', '重开')) as run
    from room_fee rf join room r on r.id = rf.room_id join fee f on f.id = rf.fee_id
    where rf.fee_id = ${of.feeId} and f.cycle = '月' and rf.room_id = any(${[...rooms]}::bigint[])
      and rf.span && daterange((${of.month} || '-01')::date, ((${of.month} || '-01')::date + interval '1 month')::date)
    order by rf.room_id, lower(rf.span) desc`.execute(tx);
  const billed = rows.find(({ run }) => run);
  if (billed !== undefined) throw refused(`${billed.code} ${of.month}的该费项已成批出账，不能重复计费`);
  return new Map(rows.map(({ room, room_fee, part }) => [room, { room_fee, part }]));
}

/** Makes and releases the bills of one community. @returns them, a reduction each a row */
export async function meteredBills(tx: Tx, of: Metered, lines: readonly MeteredLine[]): Promise<readonly MadeBill[]> {
  if (lines.length === 0) return [];
  const period = of.month;
  const known = await charged(
    tx,
    of,
    lines.map(({ roomId }) => roomId),
  );
  const no = await takeRunNo(tx, 'JL', of.communityId, period);
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  const { rows: runs } = await sql<{
    id: string;
  }>`insert into billing_run (no, community_id, kind, period, fee_ids, state, rooms, lines, amount, made_by,
      checked_by, checked_at, opinion, released_by, released_at)
    values (${no}, ${of.communityId}, '导入', ${period}, array[${of.feeId}::bigint], '已发布', ${new Set(lines.map(({ roomId }) => roomId)).size}, ${lines.length},
      ${String(sum)}, ${of.madeBy}, ${of.checkedBy === of.madeBy ? null : of.checkedBy}, app_now(), ${of.document}, ${of.checkedBy}, app_now())
    returning id::text`.execute(tx);
  const run = runs[0]?.id ?? '';
  const { prefix, first } = await takeBillNumbers(tx, of.communityId, period, lines.length);
  const asked = lines.map((line, index) => {
    const own = known.get(line.roomId);
    const part = own?.part ?? 0;
    if (own !== undefined) own.part += 1;
    return {
      no: billNo(prefix, first + index),
      room: line.roomId,
      room_fee: own?.room_fee ?? null,
      part,
      quantity: line.quantity,
      unit: line.unit,
      price: line.unitPrice,
      amount: String(line.amount),
      kind: own === undefined ? '临时' : '周期',
    };
  });
  const { rows: bills } = await sql<{
    id: string;
    no: string;
  }>`insert into bill (bill_no, community_id, room_id, fee_id, room_fee_id, cycle, part, period, from_day, to_day, quantity,
      unit, unit_price, days, amount, tax, due_day, payer_id, run_id, kind, state, note, released_on)
    select l.no, ${of.communityId}, l.room, f.id, l.room_fee, ${of.month}, l.part, ${period}, ${of.from}::date, ${plusDays(of.to, 1)}::date, l.quantity,
      l.unit, l.price, ${plusDays(of.to, 1)}::date - ${of.from}::date, l.amount, ${taxIn(sql`l.amount`, sql`f.tax_rate`)}, ${of.dueDay}::date,
      (select o.party_id from occupancy o where o.room_id = l.room and o.payer and o.span @> ${of.from}::date limit 1), ${run}::bigint,
      l.kind, '已发布', ${of.document}, ${of.day}::date
    from fee f, jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as l(no text, room bigint, room_fee bigint, part integer, quantity numeric,
      unit text, price numeric, amount bigint, kind text)
    where f.id = ${of.feeId} returning id::text, bill_no as no`.execute(tx);
  const made = new Map(bills.map(({ id, no: number }) => [number, id]));
  await postBills(
    tx,
    {
      communityId: of.communityId,
      kind: '发布',
      day: of.day,
      source: 'billing_run',
      sourceId: run,
      memo: `${no} ${of.document}`,
      by: of.checkedBy,
    },
    sql`select id from bill where run_id = ${run}::bigint`,
  );
  const all: MadeBill[] = [];
  for (const [index, line] of lines.entries()) {
    const billId = made.get(asked[index]?.no ?? '') ?? '';
    const own: MadeBill[] = [];
    for (const { category, fen } of line.reductions)
      if (fen > 0n)
        own.push({ billId, ...(await reduceBill(tx, { ...of, billId, fen, category, reason: of.document })) });
    all.push(...(own.length > 0 ? own : [{ billId, requestId: '', over: 0n, keptBy: null }]));
  }
  return all;
}

/** Takes the bills of such a form back. @throws refused where one is paid */
export async function undoMetered(
  tx: Tx,
  of: {
    readonly bills: readonly Pick<MadeBill, 'billId' | 'requestId'>[];
    readonly by: string;
    readonly day: string;
    readonly reason: string;
  },
): Promise<void> {
  const ids = [...new Set(of.bills.map(({ billId }) => billId))];
  const { rows } = await sql<{
    no: string;
  }>`select bill_no as no from bill where id = any(${ids}::bigint[]) and settled > 0 order by id limit 1
    for update`.execute(tx);
  if (rows[0] !== undefined) throw refused(`账单${rows[0].no}已有缴费，不能作废，请先红冲收据`);
  for (const { requestId } of of.bills)
    if (requestId !== '') await undoReduction(tx, { ...of, requestId, over: 0n, keptBy: null });
  for (const billId of ids) await reverseBill(tx, { billId, by: of.by, day: of.day, memo: of.reason });
  await sql`update billing_run set state = '已退回', opinion = ${of.reason} where id in (select run_id from bill where id = any(${ids}::bigint[]))`.execute(
    tx,
  );
}

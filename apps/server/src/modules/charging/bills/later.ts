/** 当月补收: what was asked too little in a reviewed month becomes a bill of its own today; the frozen month stays what it was. */
import { plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';
import { billNo, takeBillNumbers } from '../bill-numbers.ts';
import { postBills, reviewedMonth } from '../ledger/index.ts';
import { taxIn, termsOf } from './lines.ts';

interface Short {
  readonly no: string;
  readonly community: string;
  readonly period: string;
}

/** @throws refused where nothing may be added to the bill */
export async function demandShort(tx: Tx, billId: string): Promise<Short> {
  const { rows } = await sql<
    Short & { kind: string; state: string; closed: boolean }
  >`select b.bill_no as no, b.community_id::text as community, b.period, b.kind, b.state, c.state = '停用' as closed
    from bill b join community c on c.id = b.community_id where b.id = ${billId} for update of b`.execute(tx);
  const [bill] = rows;
  if (bill === undefined || bill.state !== '已发布' || !['周期', '期初', '临时', '补收'].includes(bill.kind))
    throw refused('只有已发布的账单可以补收');
  if (bill.closed) throw refused('小区已停用，不能出账');
  if (!(await reviewedMonth(tx, bill.community, bill.period))) throw refused('该月收入报表未复核，请用红冲重开');
  return bill;
}

/** Makes and releases the bill of an agreed request. */
export async function chargeLater(
  tx: Tx,
  of: {
    readonly requestId: string;
    readonly billId: string;
    readonly fen: bigint;
    readonly reason: string;
    readonly by: string;
    readonly day: string;
  },
): Promise<void> {
  const { no, community, period } = await demandShort(tx, of.billId);
  const month = of.day.slice(0, 7);
  const terms = await termsOf(tx, community, of.day);
  const { prefix, first } = await takeBillNumbers(tx, community, month, 1);
  const { rows } = await sql<{ id: string }>`
    insert into bill (bill_no, community_id, room_id, fee_id, room_fee_id, cycle, period, from_day, to_day, unit_price, amount, tax, due_day, payer_id, kind,
      state, note, released_on)
    select ${billNo(prefix, first)}, b.community_id, b.room_id, b.fee_id, b.room_fee_id, b.cycle, ${month}, b.from_day, b.to_day,
      ${String(of.fen)}::numeric / 100, ${String(of.fen)}::bigint, ${taxIn(sql`${String(of.fen)}::bigint`, sql`f.tax_rate`)},
      ${plusDays(of.day, terms.dueDays)}::date, b.payer_id, '补收', '已发布', ${`补收 ${no}（${period}）：${of.reason}`}, ${of.day}::date
    from bill b join fee f on f.id = b.fee_id where b.id = ${of.billId} returning id::text`.execute(tx);
  await postBills(
    tx,
    {
      communityId: community,
      kind: '发布',
      day: of.day,
      source: 'bill_request',
      sourceId: of.requestId,
      memo: `补收 ${no}`,
      by: of.by,
    },
    sql`select ${rows[0]?.id}::bigint as id`,
  );
}

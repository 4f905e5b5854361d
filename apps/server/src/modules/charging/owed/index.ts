/** What bills owe as of a day: principal, and penalty worked out then and there. Fen. */
import { type Penalty, penaltyOf } from '@hengneng/charging';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { refused } from '../../../platform/http/errors.ts';
import { yuanOf } from '../yuan.ts';

export interface OwedBill {
  readonly id: string;
  readonly billNo: string;
  readonly communityId: string;
  readonly roomId: string;
  readonly feeId: string;
  readonly feeName: string;
  readonly feeKind: string;
  readonly cycle: string;
  readonly period: string;
  readonly from: string;
  /** The first day after it. */
  readonly to: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  readonly suspendDays: number;
  readonly amount: bigint;
  readonly reduced: bigint;
  readonly settled: bigint;
  readonly invoiced: bigint;
  /** Of what the household keeps with us, what was paid for this bill before its release. */
  readonly paidAhead: bigint;
  readonly principal: bigint;
  readonly dueDay: string;
  readonly state: string;
  /** Why no money is taken for it now; empty where it is. */
  readonly frozen: string;
  readonly penalty: Penalty;
}

interface Row {
  readonly id: string;
  readonly bill_no: string;
  readonly community_id: string;
  readonly room_id: string;
  readonly fee_id: string;
  readonly fee_name: string;
  readonly fee_kind: string;
  readonly cycle: string;
  readonly period: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unit_price: string;
  readonly suspend_days: number;
  readonly amount: string;
  readonly reduced: string;
  readonly settled: string;
  readonly invoiced: string;
  readonly paid_ahead: string;
  readonly due_day: string;
  readonly state: string;
  readonly frozen: string;
  readonly still: boolean;
  readonly grace_days: number;
  readonly cap: string;
  readonly rates: readonly { readonly from: string; readonly rate: string }[] | null;
  readonly falls: readonly { readonly day: string; readonly amount: string }[] | null;
  readonly taken: string;
}

const NOTHING: Penalty = { amount: 0n, overdueDays: 0, segments: [] };

const penaltyIn = (row: Row, principal: bigint, asOf: string): Penalty => {
  if (principal <= 0n && row.falls === null) return NOTHING;
  const penalty = penaltyOf(
    {
      dueDay: row.due_day,
      graceDays: row.grace_days,
      cap: row.cap,
      terms: row.rates ?? [],
      principal: BigInt(row.amount),
      falls: (row.falls ?? []).map(({ day, amount }) => ({ day, amount: BigInt(amount) })),
      taken: BigInt(row.taken),
    },
    asOf,
  );
  // 争议、停催、法务: it stands still, and is told so by being none.
  return row.still ? { ...penalty, amount: 0n } : penalty;
};

/**
 * Holds bills until the transaction ends, in the order of their ids.
 * @param where a condition over `bill b` and `room r`
 */
export const heldBills = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select 1 from bill b join room r on r.id = b.room_id where ${where} order by b.id for update of b`;

/**
 * Bills that money can be taken for, as of a day, the oldest due first.
 * @param where a condition over `bill b` and `room r`; it says whose
 * @param lock holds them (`heldBills`)
 */
export async function owedBills(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  asOf: string,
  lock = false,
): Promise<readonly OwedBill[]> {
  const held = lock ? heldBills(where).execute(db) : null;
  const read = sql<Row>`
    select b.id::text, b.bill_no, b.community_id::text, b.room_id::text, b.fee_id::text, f.name as fee_name, f.kind as fee_kind, b.cycle, b.period,
      b.from_day::text, b.to_day::text, b.quantity::text, b.unit, b.unit_price::text, b.suspend_days, b.amount::text, b.reduced::text, b.settled::text,
      b.invoiced::text, b.paid_ahead::text, b.due_day::text, b.state, b.frozen, r.flags && array['争议', '停催', '法务'] as still,
      coalesce(t.grace_days, 0) as grace_days, coalesce(f.penalty_cap, t.penalty_cap, 100)::text as cap, rates.of as rates, fall.of as falls,
      coalesce(fall.penalty, 0)::text as taken
    from bill b join room r on r.id = b.room_id join fee f on f.id = b.fee_id
    left join lateral (select grace_days, penalty_cap from community_terms t where t.community_id = b.community_id and t.from_day <= b.due_day
      order by t.from_day desc limit 1) t on true
    left join lateral (select jsonb_agg(jsonb_build_object('from', t.from_day, 'rate', coalesce(f.penalty_rate, t.penalty_rate)::text) order by t.from_day) as of
      from community_terms t where t.community_id = b.community_id) rates on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('day', x.day, 'amount', x.principal::text) order by x.day) filter (where x.principal <> 0) as of, sum(x.penalty) as penalty
      from (select coalesce(a.value_day, a.day) as day, a.principal, a.penalty from allocation a where a.bill_id = b.id
        union all select (q.checked_at at time zone 'Asia/Shanghai')::date, q.amount, q.penalty from bill_request q where q.bill_id = b.id and q.kind = '减免' and q.state = '已通过') x
    ) fall on true
    where ${where} order by b.due_day, b.id`.execute(db);
  const [, { rows }] = await inOrder([held, read]);
  return rows.map((row) => {
    const principal = BigInt(row.amount) - BigInt(row.reduced) - BigInt(row.settled);
    return {
      id: row.id,
      billNo: row.bill_no,
      communityId: row.community_id,
      roomId: row.room_id,
      feeId: row.fee_id,
      feeName: row.fee_name,
      feeKind: row.fee_kind,
      cycle: row.cycle,
      period: row.period,
      from: row.from_day,
      to: row.to_day,
      quantity: row.quantity,
      unit: row.unit,
      unitPrice: row.unit_price,
      suspendDays: row.suspend_days,
      amount: BigInt(row.amount),
      reduced: BigInt(row.reduced),
      settled: BigInt(row.settled),
      invoiced: BigInt(row.invoiced),
      paidAhead: BigInt(row.paid_ahead),
      principal,
      dueDay: row.due_day,
      state: row.state,
      frozen: row.frozen,
      penalty: penaltyIn(row, principal, asOf),
    };
  });
}

/** Released, and neither taken back nor taking another back. */
export const standing = sql`b.state = '已发布' and b.kind <> '红冲' and b.kind <> '违约金'`;

/** Days of grace of the community of `bill b`, as they were when it fell due. */
export const graceOf = sql`coalesce((select t.grace_days from community_terms t where t.community_id = b.community_id and t.from_day <= b.due_day
  order by t.from_day desc limit 1), 0)`;

/** What a room keeps with us that was paid for bills of their own, by the fee: no other bill takes it, and it is not handed back. Fen. */
export async function keptForBills(db: Db | Tx, roomId: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{
    fee: string;
    fen: string;
  }>`select fee_id::text as fee, sum(least(paid_ahead, amount - reduced - settled))::text as fen from bill
    where room_id = ${roomId}::bigint and paid_ahead > 0 and state in ('待审核', '已发布') group by fee_id`.execute(db);
  return new Map(rows.map(({ fee, fen }) => [fee, BigInt(fen)]));
}

/** All of it, whatever fee it is for. Fen. */
export const sumKept = (kept: Awaited<ReturnType<typeof keptForBills>>): bigint =>
  [...kept.values()].reduce((sum, fen) => sum + fen, 0n);

/** Money that waits for a bill of its own stays in its room. @throws refused where there is any */
export async function demandNothingKept(tx: Tx, roomId: string, room: string): Promise<void> {
  const kept = sumKept(await keptForBills(tx, roomId));
  if (kept > 0n) throw refused(`${room} 有预开票账单的回款${yuanOf(kept)}元等待抵扣，请先发布该账单，或冲红发票`);
}

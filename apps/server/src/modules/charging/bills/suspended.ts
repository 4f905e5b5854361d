/** What a suspension, or its end, does to bills that were made already: drafts are worked out anew, released ones reduced, or taken back and made anew. */
import { randomUUID } from 'node:crypto';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';
import { billState } from '../bill-state.ts';
import { type Booking, take } from '../cashier/index.ts';
import { linesAsked, taxIn } from './lines.ts';
import { reduceBill } from './reduce.ts';
import { remake, reverseBill } from './reverse.ts';
import { recountRun, workLines } from './run.ts';

/** Days [from, to) of a room's fee; without an end where `to` is null. */
export interface FeeSpan {
  readonly roomId: string;
  readonly feeId: string;
  readonly from: string;
  readonly to: string | null;
}

export interface Affected {
  readonly id: string;
  readonly no: string;
  readonly state: '待审核' | '待发布' | '已发布';
  readonly run: string | null;
  readonly community: string;
  readonly period: string;
  readonly cycle: string;
  readonly roomFee: string;
  readonly suspendDays: number;
  readonly amount: bigint;
  readonly reduced: bigint;
  readonly settled: bigint;
  /** What it would come to if it were made now. */
  readonly anew: bigint;
}

type Found = Omit<Affected, 'amount' | 'reduced' | 'settled' | 'anew'> & {
  readonly amount: string;
  readonly reduced: string;
  readonly settled: string;
};

/** Puts bills of the same month beside their lines of now, in `billing_line`. */
async function worked(
  tx: Tx,
  of: FeeSpan,
  bills: readonly Pick<Found, 'id' | 'community' | 'period'>[],
): Promise<ReadonlyMap<string, bigint>> {
  const [first] = bills;
  if (first === undefined) return new Map();
  const asked = await linesAsked(tx, { communityId: first.community, period: first.period, feeIds: [of.feeId] });
  await workLines(tx, asked, { roomIds: [of.roomId], again: true });
  const { rows } = await sql<{ id: string; amount: string }>`select b.id::text, l.amount::text from bill b
    join pg_temp.billing_line l on l.room_fee_id = b.room_fee_id and l.cycle = b.cycle and l.part = b.part and l.from_day = b.from_day and l.to_day = b.to_day
    where b.id = any(${bills.map(({ id }) => id)}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]));
}

/**
 * The live bills of a room's fee that lie in a span, and what they would come to as things stand now; held, oldest first.
 * @throws refused where one could not be made anew
 */
export async function affectedBills(tx: Tx, of: FeeSpan): Promise<readonly Affected[]> {
  const { rows } =
    await sql<Found>`select id::text, bill_no as no, ${billState} as state, run_id::text as run, community_id::text as community, period, cycle,
      room_fee_id::text as "roomFee", suspend_days as "suspendDays", amount::text, reduced::text, settled::text
    from bill b where room_id = ${of.roomId} and fee_id = ${of.feeId} and kind = '周期' and room_fee_id is not null
      and state in ('待审核', '已发布') and daterange(from_day, to_day) && daterange(${of.from}::date, ${of.to}::date)
      -- What is used is paid, whatever is suspended.
      and exists (select from fee f join fee_basis s on s.id = f.basis_id where f.id = b.fee_id and s.source not in ('用量', '阶梯'))
    order by from_day, id for update`.execute(tx);
  const affected: Affected[] = [];
  for (const bills of Map.groupBy(rows, ({ period }) => period).values()) {
    const anew = await worked(tx, of, bills);
    for (const bill of bills) {
      const amount = anew.get(bill.id);
      if (amount === undefined) throw refused(`账单${bill.no}的周期、分段或费项已变更，请先红冲该账单`);
      affected.push({
        ...bill,
        amount: BigInt(bill.amount),
        reduced: BigInt(bill.reduced),
        settled: BigInt(bill.settled),
        anew: amount,
      });
    }
  }
  return affected;
}

/**
 * Brings the bills that nobody has checked yet to what they would be now, in their runs.
 * @throws refused where one was checked and waits for its release
 */
export async function redraft(tx: Tx, of: FeeSpan, bills: readonly Affected[]): Promise<void> {
  const changed = bills.filter(({ state, amount, anew }) => state !== '已发布' && amount !== anew);
  const passed = changed.find(({ state }) => state === '待发布');
  if (passed !== undefined) throw refused(`账单${passed.no}已审核待发布，请先发布该批次再确认`);
  for (const own of Map.groupBy(changed, ({ period }) => period).values()) {
    await worked(tx, of, own);
    await sql`update bill b set amount = l.amount, weight = l.weight, suspend_days = l.off_days, days = l.days, tax = ${taxIn(sql`l.amount`, sql`l.tax_rate`)}
      from pg_temp.billing_line l where b.id = any(${own.map(({ id }) => id)}::bigint[]) and l.room_fee_id = b.room_fee_id and l.cycle = b.cycle
        and l.part = b.part`.execute(tx);
  }
  for (const run of new Set(changed.flatMap((bill) => bill.run ?? []))) await recountRun(tx, run);
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Takes released bills back and makes them anew; what was paid and let off of the old ones goes with them, the rest is kept for the household.
 * Those of one cycle go together, or they would lie over each other.
 */
export async function reissueBills(
  tx: Tx,
  who: Booking,
  of: {
    readonly bills: readonly Affected[];
    readonly roomId: string;
    readonly madeBy: string;
    readonly reason: string;
  },
): Promise<void> {
  const day = today(who.now);
  const by = who.session.userId;
  for (const own of Map.groupBy(of.bills, ({ roomFee, cycle }) => `${roomFee} ${cycle}`).values()) {
    const [first] = own;
    if (first === undefined) continue;
    for (const bill of own) await reverseBill(tx, { billId: bill.id, by, day, memo: of.reason });
    await remake(tx, { billId: first.id, madeBy: of.madeBy, checkedBy: by, day });
    let letOff = own.reduce((sum, bill) => sum + bill.reduced, 0n);
    let paid = own.reduce((sum, bill) => sum + bill.settled, 0n);
    const { rows } = await sql<{
      id: string;
      amount: string;
    }>`select id::text, amount::text from bill where replaces_id = ${first.id} and state = '已发布'
      order by part`.execute(tx);
    const settlements = [];
    for (const made of rows) {
      const reduced = least(letOff, BigInt(made.amount));
      if (reduced > 0n)
        await reduceBill(tx, {
          billId: made.id,
          fen: reduced,
          category: '原账单减免',
          reason: of.reason,
          madeBy: of.madeBy,
          checkedBy: by,
          day,
        });
      letOff -= reduced;
      const principal = least(paid, BigInt(made.amount) - reduced);
      paid -= principal;
      if (principal > 0n) settlements.push({ billId: made.id, principal, penalty: 0n, calc: null });
    }
    const amount = settlements.reduce((sum, { principal }) => sum + principal, 0n);
    if (amount === 0n) continue;
    // What was paid in time is not late because the bill was made anew.
    await sql`update bill set due_day = greatest(due_day, ${day}::date) where id = any(${settlements.map(({ billId }) => billId)}::bigint[])`.execute(
      tx,
    );
    await take(tx, who, {
      requestId: randomUUID(),
      communityId: first.community,
      roomId: of.roomId,
      payer: '',
      shiftId: null,
      kind: '抵扣',
      journal: '抵扣',
      amount,
      tenders: [{ type: '预存', fen: amount, refNo: '', refDay: null }],
      settlements,
      postings: settlements.map(({ billId, principal }) => ({
        debit: { kind: '预存', ref: of.roomId },
        credit: { kind: '应收', ref: of.roomId },
        fen: principal,
        billId,
      })),
      reason: of.reason,
    });
  }
}

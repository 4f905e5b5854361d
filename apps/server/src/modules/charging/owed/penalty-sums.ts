/** What many bills have run up as penalty, added up where they lie: a page of twenty may stand over a million. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { owedBills, standing } from './index.ts';

/** By what it is added up: nothing, the room or the fee. */
export type PenaltyKey = 'all' | 'room' | 'fee';

/** Money came for it, or something of it was let off: its principal fell in the course of time. */
const touched = sql`(exists (select from allocation x where x.bill_id = b.id)
  or exists (select from bill_request q where q.bill_id = b.id and q.kind = '减免' and q.state = '已通过'))`;

/**
 * Penalty as of a day of bills that money can be taken for, as `owedBills` tells it of each. Most were never touched: of those with the same terms and the
 * same due day, each fen of principal has run up the same (Σ rate × days), and what is rounded is the bill. The others go one by one.
 * @param where a condition over `bill b` and `room r`
 * @returns fen by the room's or the fee's id, or by 'all'
 */
export async function penaltySums(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  asOf: string,
  by: PenaltyKey,
): Promise<ReadonlyMap<string, bigint>> {
  const overdue = sql`${where} and ${standing} and b.amount > b.reduced + b.settled and b.due_day < ${asOf}::date`;
  const key = { all: sql`'all'`, room: sql`a.room_id::text`, fee: sql`a.fee_id::text` }[by];
  const [{ rows }, others] = await Promise.all([
    sql<{ key: string; fen: string }>`
      with a as materialized (
        select b.community_id, b.fee_id, b.due_day, b.room_id, b.amount from bill b join room r on r.id = b.room_id
        where ${overdue} and not ${touched} and not r.flags && array['争议', '停催', '法务']),
      runs as materialized (
        select k.community_id, k.fee_id, k.due_day, coalesce(f.penalty_cap, g.penalty_cap, 100) as cap,
          (select sum(coalesce(f.penalty_rate, t.penalty_rate)
              * greatest(least(t.until, ${asOf}::date + 1) - greatest(t.from_day, k.due_day + coalesce(g.grace_days, 0) + 1), 0))
            from (select from_day, penalty_rate, lead(from_day, 1, 'infinity') over (order by from_day) as until from community_terms t
              where t.community_id = k.community_id) t) as rate_days
        from (select distinct community_id, fee_id, due_day from a) k join fee f on f.id = k.fee_id
        left join lateral (select grace_days, penalty_cap from community_terms t where t.community_id = k.community_id and t.from_day <= k.due_day
          order by t.from_day desc limit 1) g on true)
      select ${key} as key, sum(round(least(a.amount * x.rate_days / 1000, a.amount * x.cap / 100)))::text as fen
      from a join runs x using (community_id, fee_id, due_day) where x.rate_days > 0 group by 1`.execute(db),
    owedBills(db, sql`${overdue} and ${touched}`, asOf),
  ]);
  const sums = new Map(rows.map(({ key: of, fen }) => [of, BigInt(fen)]));
  for (const { roomId, feeId, penalty } of others) {
    const of = { all: 'all', room: roomId, fee: feeId }[by];
    sums.set(of, (sums.get(of) ?? 0n) + penalty.amount);
  }
  return sums;
}

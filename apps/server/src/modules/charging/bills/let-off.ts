/** What a suspension let off of bills that were out, taken back where its days count in full again. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';
import { reverseJournal } from '../ledger/index.ts';
import { yuanOf } from '../yuan.ts';
import { undoReduction } from './reduce.ts';
import type { FeeSpan } from './suspended.ts';

interface LetOff {
  /** Where the bill itself was reduced. */
  readonly request: string | null;
  /** Where it was kept for the fee's next bill. */
  readonly journal: string | null;
  readonly bill: string;
  readonly fen: string;
  /** What is kept for the fee by now. */
  readonly kept: string;
}

/** What a bill is less by for the days that it suspends, in fen. */
export const lostOfBill = sql`(round(b.quantity * b.unit_price * 100 * b.days / b.cycle_days) - b.amount)`;

/** What an application let off of bills that were out, row by row (`fen`), as it stands now. */
export const letOffBy = (application: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(q.amount, t.amount) as fen from effect_log l
    cross join lateral jsonb_to_recordset((l.note ->> 'reduced')::jsonb) n ("requestId" text, "journalId" text)
    left join bill_request q on q.id = nullif(n."requestId", '')::bigint and q.state = '已通过'
    left join transfer t on t.journal_id = nullif(n."journalId", '')::bigint and not exists (select from journal r where r.reverses_id = t.journal_id)
    where l.module_id = 'suspend' and l.biz_id = ${application} and l.effect = 'suspend.bills' and l.reversed_at is null and l.note ->> 'reduced' is not null`;

/**
 * Takes back what applications let off of a room's fee for bills that reach into a span. Who paid ahead keeps that: the bill is owed again, and may be
 * paid from it. Nothing that bills made by days are less goes along: those are made anew.
 * @returns fen
 * @throws refused where it was kept for the next bill, which had it
 */
export async function takeBackLetOff(
  tx: Tx,
  of: FeeSpan,
  about: { readonly by: string; readonly day: string; readonly reason: string },
): Promise<bigint> {
  const { rows } = await sql<LetOff>`
    with noted as (
      select nullif(n."requestId", '')::bigint as request, nullif(n."journalId", '')::bigint as journal from effect_log l
        join f_suspend s on s.id = l.biz_id and s.room = ${of.roomId}::bigint and s.fee = ${of.feeId}::bigint
        cross join lateral jsonb_to_recordset((l.note ->> 'reduced')::jsonb) n ("requestId" text, "journalId" text)
      where l.module_id = 'suspend' and l.effect = 'suspend.bills' and l.reversed_at is null and l.note ->> 'reduced' is not null
    )
    select n.request::text, null as journal, b.bill_no as bill, q.amount::text as fen, '0' as kept
      from noted n join bill_request q on q.id = n.request and q.state = '已通过' join bill b on b.id = q.bill_id and b.state = '已发布'
      where daterange(b.from_day, b.to_day) && daterange(${of.from}::date, ${of.to}::date)
    union all
    select null, n.journal::text, b.bill_no, t.amount::text, (-a.balance)::text
      from noted n join journal j on j.id = n.journal and not exists (select from journal r where r.reverses_id = j.id)
      join transfer t on t.journal_id = j.id join ledger_account a on a.id = t.credit
      -- A journal names its bill in words only, since nothing of it lies on the bill.
      join bill b on b.bill_no = substring(j.memo from '账单(\\S+)$') and b.room_id = ${of.roomId}::bigint
      where daterange(b.from_day, b.to_day) && daterange(${of.from}::date, ${of.to}::date)
    order by bill`.execute(tx);
  let total = 0n;
  for (const { request, journal, bill, fen, kept } of rows) {
    if (request !== null) await undoReduction(tx, { requestId: request, over: 0n, keptBy: null, ...about });
    else if (journal !== null) {
      if (BigInt(kept) < BigInt(fen))
        throw refused(`账单${bill}停用减免的${yuanOf(fen)}元已写入下期并抵扣，请先红冲该抵扣`);
      await reverseJournal(tx, { journalId: journal, day: about.day, by: about.by, memo: about.reason });
    }
    total += BigInt(fen);
  }
  return total;
}

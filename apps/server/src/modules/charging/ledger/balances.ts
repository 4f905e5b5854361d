/** What accounts of the ledger hold. Fen; what a household paid ahead is a credit and told as a positive amount. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

export interface RoomBalances {
  readonly owed: bigint;
  readonly prepaid: bigint;
  /** Of it, what is for one fee only. */
  readonly byFee: readonly { readonly feeId: string; readonly amount: bigint }[];
  readonly deposit: bigint;
}

export async function roomBalances(db: Db | Tx, communityId: string, roomId: string): Promise<RoomBalances> {
  const { rows } = await sql<{ kind: string; fee_id: string; balance: string }>`select kind, fee_id::text, balance::text
    from ledger_account where community_id = ${communityId} and ref = ${roomId} and kind in ('应收', '预存', '押金')`.execute(
    db,
  );
  const sum = (kind: string): bigint =>
    rows.reduce((total, row) => (row.kind === kind ? total + BigInt(row.balance) : total), 0n);
  return {
    owed: sum('应收'),
    prepaid: -sum('预存'),
    byFee: rows
      .filter(({ kind, fee_id, balance }) => kind === '预存' && fee_id !== '0' && balance !== '0')
      .map(({ fee_id, balance }) => ({ feeId: fee_id, amount: -BigInt(balance) })),
    deposit: -sum('押金'),
  };
}

/** What a household had paid ahead when a journal had been booked. */
export async function prepaidAfter(
  db: Db | Tx,
  communityId: string,
  roomId: string,
  journalId: string,
): Promise<bigint> {
  const { rows } = await sql<{ sum: string | null }>`
    select (coalesce((select sum(t.amount) from transfer t where t.credit = a.id and t.journal_id <= ${journalId}::bigint), 0)
      - coalesce((select sum(t.amount) from transfer t where t.debit = a.id and t.journal_id <= ${journalId}::bigint), 0))::text as sum
    from ledger_account a where a.community_id = ${communityId}::bigint and a.kind = '预存' and a.ref = ${roomId}::bigint`.execute(
    db,
  );
  return rows.reduce((total, { sum }) => total + BigInt(sum ?? '0'), 0n);
}

/** Whether a community's month was reviewed, and stands so. */
export async function reviewedMonth(db: Db | Tx, communityId: string, month: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from income_review where community_id = ${communityId}::bigint and month = ${month} and undone_at is null`.execute(
      db,
    );
  return rows.length > 0;
}

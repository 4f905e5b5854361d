/**
 * 预开票: bills are invoiced once, before they are paid. A released bill is owed and income already, so that its invoice moves nothing; one that waits for its
 * release is neither, so that what is invoiced of it is a contract liability until it is released.
 */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { billState } from '../bill-state.ts';
import { type Posting, post } from '../ledger/index.ts';

/** The form that invoices: the table and the row. */
const SOURCE = 'f_charge_pre_open';

export interface Invoiceable {
  readonly id: string;
  readonly no: string;
  readonly community: string;
  readonly room: string;
  readonly fee: string;
  readonly state: string;
  readonly released: boolean;
  /** What may still be paid of it, and what may still be invoiced. Fen. */
  readonly open: bigint;
  readonly uninvoiced: bigint;
  /** Whether some of it is invoiced, or on its way to be. */
  readonly begun: boolean;
}

/** A bill, held; undefined where there is none that money is asked for. */
export async function invoiceable(tx: Tx, billId: string): Promise<Invoiceable | undefined> {
  const { rows } = await sql<
    Omit<Invoiceable, 'open' | 'uninvoiced'> & { open: string; uninvoiced: string }
  >`select id::text, bill_no as no, community_id::text as community, room_id::text as room, fee_id::text as fee, ${billState} as state, state = '已发布' as released,
      (amount - reduced - settled)::text as open, (amount - reduced - invoiced - invoice_pending)::text as uninvoiced,
      invoiced + invoice_pending > 0 as begun
    from bill b where id = ${billId} and kind not in ('红冲', '违约金', '押金') for update`.execute(tx);
  const [bill] = rows;
  return bill === undefined ? undefined : { ...bill, open: BigInt(bill.open), uninvoiced: BigInt(bill.uninvoiced) };
}

/** Adds to what is being invoiced of a bill, and to what is. */
export const markInvoiced = async (
  tx: Tx,
  billId: string,
  by: { readonly pending?: bigint; readonly invoiced?: bigint },
): Promise<void> => {
  await sql`update bill set invoice_pending = invoice_pending + ${String(by.pending ?? 0n)}::bigint,
    invoiced = invoiced + ${String(by.invoiced ?? 0n)}::bigint where id = ${billId}`.execute(tx);
};

/** Adds to what was paid for a bill before its release; what is taken off again may be settled already. */
export const markPaidAhead = async (tx: Tx, billId: string, fen: bigint): Promise<void> => {
  await sql`update bill set paid_ahead = greatest(0, paid_ahead + ${String(fen)}::bigint) where id = ${billId}`.execute(
    tx,
  );
};

export interface PreInvoiced {
  readonly billId: string;
  readonly room: string;
  /** Fen; the tax within it. */
  readonly fen: bigint;
  readonly tax: bigint;
}

/** Books what is invoiced of bills that wait for their release: 预开应收 / 预开票 and 销项税额. @returns the journal; null where nothing is */
export async function postInvoice(
  tx: Tx,
  of: {
    readonly community: string;
    readonly recordId: string;
    readonly memo: string;
    readonly day: string;
    readonly by: string;
  },
  lines: readonly PreInvoiced[],
): Promise<string | null> {
  const postings = lines.flatMap(({ billId, room, fen, tax }): readonly Posting[] => [
    { debit: { kind: '预开应收', ref: room }, credit: { kind: '预开票', ref: room }, fen: fen - tax, billId },
    { debit: { kind: '预开应收', ref: room }, credit: { kind: '销项税额' }, fen: tax, billId },
  ]);
  if (postings.length === 0) return null;
  return post(
    tx,
    {
      communityId: of.community,
      kind: '预开票',
      day: of.day,
      source: SOURCE,
      sourceId: of.recordId,
      memo: of.memo,
      by: of.by,
    },
    postings,
  );
}

/** Once bills are released they are owed and income: what was booked ahead of them is taken back. So it is where their invoice is. */
export async function consumeAhead(
  tx: Tx,
  of: {
    readonly community: string;
    readonly source: 'billing_run' | typeof SOURCE;
    readonly sourceId: string;
    readonly day: string;
    readonly by: string;
    readonly memo: string;
  },
  billIds: readonly string[],
): Promise<void> {
  if (billIds.length === 0) return;
  const { rows } = await sql<{
    kind: '预开票' | '销项税额';
    ref: string;
    room: string;
    bill_id: string;
    amount: string;
  }>`
    with a as (select id, ref from ledger_account where community_id = ${of.community} and kind = '预开应收'),
      moved as (
        select a.ref as room, t.credit as other, t.bill_id, t.amount from transfer t join a on t.debit = a.id
        union all select a.ref, t.debit, t.bill_id, -t.amount from transfer t join a on t.credit = a.id)
    select o.kind, o.ref::text, m.room::text, m.bill_id::text, sum(m.amount)::text as amount from moved m join ledger_account o on o.id = m.other
    where m.bill_id = any(${[...billIds]}::bigint[]) group by o.kind, o.ref, m.room, m.bill_id having sum(m.amount) > 0`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await post(
    tx,
    {
      communityId: of.community,
      kind: '预开票',
      day: of.day,
      source: of.source,
      sourceId: of.sourceId,
      memo: of.memo,
      by: of.by,
    },
    rows.map((row) => ({
      debit: { kind: row.kind, ref: row.ref },
      credit: { kind: '预开应收', ref: row.room },
      fen: BigInt(row.amount),
      billId: row.bill_id,
    })),
  );
}

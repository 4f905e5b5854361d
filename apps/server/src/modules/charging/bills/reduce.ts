/** Letting off some of a bill: the ledger's 减免, agreed to by somebody else than who asked. What was paid of it is kept for the household. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, refused } from '../../../platform/http/errors.ts';
import { post, reviewedMonth } from '../ledger/index.ts';
import { yuanOf } from '../yuan.ts';

interface Reducible {
  readonly no: string;
  readonly community: string;
  readonly room: string;
  readonly period: string;
  readonly amount: string;
  readonly reduced: string;
  readonly settled: string;
  readonly invoiced: string;
}

export interface Reduction {
  readonly billId: string;
  /** Fen, above 0. */
  readonly fen: bigint;
  readonly category: string;
  readonly reason: string;
  readonly madeBy: string;
  readonly checkedBy: string;
  readonly day: string;
}

export interface Reduced {
  /** The request that keeps it. */
  readonly requestId: string;
  /** What was paid of it, and the payment that keeps it now; none where nothing was. */
  readonly over: bigint;
  readonly keptBy: string | null;
}

/** Books an agreed request: less is owed. */
export async function bookReduction(
  tx: Tx,
  of: {
    readonly requestId: string;
    readonly billId: string;
    readonly community: string;
    readonly room: string;
    readonly fen: bigint;
    readonly category: string;
    readonly by: string;
    readonly day: string;
  },
): Promise<string> {
  await sql`update bill set reduced = reduced + ${String(of.fen)}::bigint where id = ${of.billId}`.execute(tx);
  return post(
    tx,
    {
      communityId: of.community,
      kind: '减免',
      day: of.day,
      source: 'bill_request',
      sourceId: of.requestId,
      memo: of.category,
      by: of.by,
    },
    [
      {
        debit: { kind: of.category === '坏账核销' ? '坏账' : '减免' },
        credit: { kind: '应收', ref: of.room },
        fen: of.fen,
        billId: of.billId,
      },
    ],
  );
}

export const takeRequestNo = async (tx: Tx, mark: string, day: string): Promise<string> => {
  const month = day.slice(0, 7).replace('-', '');
  const { rows } = await sql<{
    last: number;
  }>`insert into serial_counter (module_id, head, last) values ('billRequest', ${mark + month}, 1)
    on conflict (module_id, head) do update set last = serial_counter.last + 1 returning last`.execute(tx);
  return `${mark}${month}-${String(rows[0]?.last ?? 1).padStart(4, '0')}`;
};

/** Moves what was settled of a bill and is owed no more to what the household keeps with us; below 0 it goes back. */
async function keep(
  tx: Tx,
  bill: Reducible,
  of: Pick<Reduction, 'billId' | 'day' | 'reason'> & {
    readonly fen: bigint;
    readonly by: string;
    readonly reverses?: string | null;
  },
): Promise<string> {
  const [owed, kept] = [{ kind: '应收', ref: bill.room } as const, { kind: '预存', ref: bill.room } as const];
  const back = of.fen < 0n;
  const journalId = await post(
    tx,
    {
      communityId: bill.community,
      kind: '红冲',
      day: of.day,
      source: 'bill',
      sourceId: of.billId,
      memo: of.reason,
      by: of.by,
    },
    [
      {
        debit: back ? kept : owed,
        credit: back ? owed : kept,
        fen: back ? -of.fen : of.fen,
        billId: of.billId,
      },
    ],
  );
  const { rows } = await sql<{
    id: string;
  }>`insert into payment (request_id, community_id, room_id, kind, amount, to_prepay, day, reason, journal_id, reverses_id, made_by)
    values (${randomUUID()}, ${bill.community}, ${bill.room}, '红冲', 0, ${String(of.fen)}, ${of.day}, ${of.reason}, ${journalId}, ${of.reverses ?? null}, ${of.by})
    returning id::text`.execute(tx);
  await sql`insert into allocation (payment_id, bill_id, principal, day) values (${rows[0]?.id}, ${of.billId}, ${String(-of.fen)}, ${of.day})`.execute(
    tx,
  );
  await sql`update bill set settled = settled - ${String(of.fen)}::bigint where id = ${of.billId}`.execute(tx);
  if (of.reverses) await sql`update payment set state = '已红冲' where id = ${of.reverses}`.execute(tx);
  return rows[0]?.id ?? '';
}

/** @param later whether it is adjusted in a later month than its own, which may be reviewed */
async function reducible(tx: Tx, billId: string, later = false): Promise<Reducible> {
  const { rows } = await sql<
    Reducible & { state: string }
  >`select bill_no as no, community_id::text as community, room_id::text as room, period, amount::text, reduced::text, settled::text,
      (invoiced + invoice_pending)::text as invoiced, state
    from bill where id = ${billId} for update`.execute(tx);
  const [bill] = rows;
  if (bill === undefined || bill.state !== '已发布') throw refused('只有已发布的账单可以减免');
  if (!later && (await reviewedMonth(tx, bill.community, bill.period))) throw refused('该月收入报表已复核，请先反复核');
  return bill;
}

/**
 * What was paid of a bill that becomes smaller, and is more than is left of it.
 * @throws conflict where the bill is not that large any more, refused where more than the rest is invoiced
 */
function paidOver(bill: Reducible, fen: bigint): bigint {
  const due = BigInt(bill.amount) - BigInt(bill.reduced) - fen;
  if (due < 0n) throw conflict(`账单${bill.no}只剩${yuanOf(due + fen)}元可减，请重新核对`);
  if (BigInt(bill.invoiced) > due) throw refused(`账单${bill.no}已开发票，请先冲红发票`);
  const settled = BigInt(bill.settled);
  return settled > due ? settled - due : 0n;
}

/** What a bill can still become smaller by: fen, paid or not. */
export async function adjustable(tx: Tx, billId: string, fen: bigint): Promise<bigint> {
  const bill = await reducible(tx, billId, true);
  const left = BigInt(bill.amount) - BigInt(bill.reduced);
  if (fen <= left) paidOver(bill, fen);
  return left;
}

/** 当月调整: an agreed request makes a bill of a reviewed month smaller today; what was paid too much is kept for the household. */
export async function adjustBill(
  tx: Tx,
  of: Omit<Parameters<typeof bookReduction>[1], 'community' | 'room'> & { readonly reason: string },
): Promise<void> {
  const bill = await reducible(tx, of.billId, true);
  const over = paidOver(bill, of.fen);
  if (over > 0n) await keep(tx, bill, { ...of, fen: over });
  await bookReduction(tx, { ...of, community: bill.community, room: bill.room });
}

/** Lets off some of a released bill at once, as a form that was approved says. */
export async function reduceBill(tx: Tx, of: Reduction): Promise<Reduced> {
  const bill = await reducible(tx, of.billId);
  const over = paidOver(bill, of.fen);
  const keptBy = over > 0n ? await keep(tx, bill, { ...of, fen: over, by: of.checkedBy }) : null;
  const { rows } = await sql<{
    id: string;
  }>`insert into bill_request (no, community_id, bill_id, kind, category, amount, reason, state, made_by, checked_by, checked_at)
    values (${await takeRequestNo(tx, 'JM', of.day)}, ${bill.community}, ${of.billId}, '减免', ${of.category}, ${String(of.fen)}, ${of.reason}, '已通过',
      ${of.madeBy}, ${of.checkedBy === of.madeBy ? null : of.checkedBy}, app_now()) returning id::text`.execute(tx);
  const requestId = rows[0]?.id ?? '';
  await bookReduction(tx, { ...of, requestId, community: bill.community, room: bill.room, by: of.checkedBy });
  return { requestId, over, keptBy };
}

/**
 * Takes such a reduction back; what it left over goes from what is kept to the bill again.
 * @throws refused where that is used
 */
export async function undoReduction(
  tx: Tx,
  of: Reduced & { readonly by: string; readonly day: string; readonly reason: string },
): Promise<void> {
  const { rows } = await sql<{
    bill: string;
    amount: string;
    category: string;
  }>`update bill_request set state = '已驳回', opinion = ${of.reason}, undone_on = ${of.day}::date
    where id = ${of.requestId} and state = '已通过' returning bill_id::text as bill, amount::text, category`.execute(
    tx,
  );
  const [request] = rows;
  if (request === undefined) return;
  const bill = await reducible(tx, request.bill);
  const fen = BigInt(request.amount);
  await sql`update bill set reduced = reduced - ${String(fen)}::bigint where id = ${request.bill}`.execute(tx);
  await post(
    tx,
    {
      communityId: bill.community,
      kind: '减免',
      day: of.day,
      source: 'bill_request',
      sourceId: of.requestId,
      memo: of.reason,
      by: of.by,
    },
    [{ debit: { kind: '应收', ref: bill.room }, credit: { kind: '减免' }, fen, billId: request.bill }],
  );
  if (of.over > 0n)
    await keep(tx, bill, {
      billId: request.bill,
      day: of.day,
      reason: of.reason,
      fen: -of.over,
      by: of.by,
      reverses: of.keptBy,
    });
}

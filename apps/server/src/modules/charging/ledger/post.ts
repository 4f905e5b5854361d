/**
 * The only writer of the ledger. Every movement is one row with a debit and a credit account; balances that somebody asks for at the counter
 * are kept in the same transaction.
 */
import { type RawBuilder, sql } from 'kysely';
import { together } from '../../../platform/db/together.ts';
import { holdDay, openedDay } from './days.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';

/** Their balance is kept with every transfer; others are added up, so that nobody waits for a row that all write. */
export const KEPT_KINDS = ['应收', '预存', '押金', '预开票', '现金'] as const;
const SUMMED_KINDS = [
  '银行',
  '微信',
  '支付宝',
  'POS',
  '支票',
  '预开应收',
  '收入',
  '违约金收入',
  '减免',
  '待处理长短款',
  '销项税额',
  '代收',
  '坏账',
  '期初',
] as const;
export type AccountKind = (typeof KEPT_KINDS)[number] | (typeof SUMMED_KINDS)[number];

export interface AccountKey {
  readonly kind: AccountKind;
  /** The room, the shift or the fee. */
  readonly ref?: string;
  /** The fee that money paid ahead is for. */
  readonly feeId?: string;
}

export interface Posting {
  readonly debit: AccountKey;
  readonly credit: AccountKey;
  /** Above 0. */
  readonly fen: bigint;
  readonly billId?: string | null;
}

export type JournalKind =
  | '发布'
  | '收款'
  | '预存'
  | '抵扣'
  | '临时收费'
  | '红冲'
  | '减免'
  | '退款'
  | '预开票'
  | '长短款'
  | '日结'
  | '过户'
  | '期初'
  | '冲正';

export interface Journal {
  /** Where it was taken before, so that what names it need not wait for it. */
  readonly id?: string;
  readonly communityId: string;
  readonly kind: JournalKind;
  /** YYYY-MM-DD that it counts to. */
  readonly day: string;
  /** What it books: the table and the row. */
  readonly source:
    | 'billing_run'
    | 'bill'
    | 'payment'
    | 'shift'
    | 'bill_request'
    | 'room'
    | 'day_close'
    | 'f_charge_pre_open'
    | 'f_suspend';
  readonly sourceId: string;
  readonly memo?: string;
  readonly reversesId?: string | null;
  /** Null: the clock did it. */
  readonly by: string | null;
}

/** The names of the columns that rows to post have. */
const COLUMNS = sql.raw('debit_kind, debit_ref, debit_fee, credit_kind, credit_ref, credit_fee, amount, bill_id');

const asRows = (postings: readonly Posting[]): RawBuilder<unknown> => {
  const of = <T>(pick: (posting: Posting) => T): T[] => postings.map(pick);
  return sql`select * from unnest(
      ${of(({ debit }) => debit.kind)}::text[], ${of(({ debit }) => debit.ref ?? '0')}::bigint[], ${of(({ debit }) => debit.feeId ?? '0')}::bigint[],
      ${of(({ credit }) => credit.kind)}::text[], ${of(({ credit }) => credit.ref ?? '0')}::bigint[], ${of(({ credit }) => credit.feeId ?? '0')}::bigint[],
      ${of(({ fen }) => String(fen))}::bigint[], ${of(({ billId }) => billId ?? null)}::bigint[]) as e (${COLUMNS})`;
};

/**
 * The account that a row names, one look into the index a row. As a join, the accounts of a community that has just begun are thought to be none, and
 * all that is booked is gone through once for each of them.
 */
const accountLookUp = (communityId: string, of: string): RawBuilder<unknown> => {
  const [kind, ref, fee] = ['kind', 'ref', 'fee'].map((name) => sql.raw(`${of}${name}`));
  return sql`(select x.id, x.kept from ledger_account x where x.community_id = ${communityId}::bigint and x.kind = ${kind} and x.ref = ${ref}
    and x.fee_id = ${fee} limit 1)`;
};

const LACKING = 'ledger_account_prepaid';
/** What is said where money paid ahead does not reach. */
export const LACKS = '预存余额不足';
const REVIEWED = 'the month was reviewed';

/** What the database refuses: somebody would have paid ahead less than nothing, or the month was reviewed. */
const explained = (error: unknown, { day }: Journal): unknown => {
  if (!(error instanceof Error)) return error;
  if ('constraint' in error && error.constraint === LACKING) return refused(LACKS);
  return error.message === REVIEWED ? refused(`${day.slice(0, 7)}收入报表已复核，不能再记账`) : error;
};

/**
 * Books rows that a query gives: debit_kind, debit_ref, debit_fee, credit_kind, credit_ref, credit_fee, amount, bill_id. It is run twice in
 * the transaction and must give the same rows each time; large ones are put into a temporary table first.
 * @returns the journal
 * @throws refused where money paid ahead does not reach, or the month was reviewed
 */
export const postRows = async (tx: Tx, journal: Journal, rows: RawBuilder<unknown>): Promise<string> =>
  (await startRows(await together(tx), journal, rows)).id;

interface Booked {
  readonly id: string;
  /** What the room had paid ahead before. Fen. */
  readonly before: bigint;
}

/** What is booked together with other rows. */
export interface Beside {
  /** Whose money paid ahead is told. */
  readonly roomId: string;
  /** Whether the journal's day is held already (`dayHeld`). */
  readonly held: boolean;
  /** Named queries that write what the journal is booked for, in its statement. */
  readonly written: RawBuilder<unknown>;
}

const ALONE: Beside = { roomId: '0', held: false, written: sql`nothing as (select)` };

/** What a room has paid ahead. Fen. */
const aheadOf = (communityId: string, roomId: string): RawBuilder<unknown> =>
  sql`coalesce((select -sum(x.balance) from ledger_account x where x.community_id = ${communityId}::bigint and x.kind = '预存'
    and x.ref = ${roomId}::bigint), 0)`;

/** The same in yuan with two places, for an answer that the database puts together. */
export const keptText = (communityId: string, roomId: string): RawBuilder<unknown> =>
  sql`(${aheadOf(communityId, roomId)} / 100.0)::numeric(20, 2)::text`;

/** @param at of `together`: all is sent before this returns */
async function startRows(at: Tx, journal: Journal, rows: RawBuilder<unknown>, beside = ALONE): Promise<Booked> {
  const { communityId } = journal;
  const day = beside.held ? null : holdDay(at, communityId, journal.day);
  const sides = sql`select debit_kind as kind, debit_ref as ref, debit_fee as fee from (${rows}) d
    union select credit_kind, credit_ref, credit_fee from (${rows}) c`;
  const account = (of: string) => accountLookUp(communityId, of);
  // In one order, so that two who book the same accounts never wait for each other: the day before any account. What is opened here is held by that.
  const held =
    sql`with ${openedDay(communityId, journal.day)}, s as materialized (select n.*, k.id, k.kept from (${sides}) n left join lateral ${account('n.')} k on true), opened as (
      insert into ledger_account (community_id, kind, ref, fee_id, kept)
      select ${communityId}::bigint, kind, ref, fee, kind = any(${[...KEPT_KINDS]}::text[]) from s where id is null
      order by kind, ref, fee on conflict (community_id, kind, ref, fee_id) do nothing)
    select 1 from ledger_account a where (select count(*) from known) >= 0 and a.id = any(array(select id from s where kept)) order by a.id for update`.execute(
      at,
    );
  // The month is looked at in the snapshot of what is booked: who reviews it meanwhile is told of the change.
  const booked = sql<{ id: string; before: string }>`
    with j as (
      insert into journal (id, community_id, kind, day, source, source_id, memo, reverses_id, created_by) overriding system value
      values (${journal.id ?? sql`nextval('journal_id_seq')`}, ${communityId}, ${journal.kind}, ${journal.day}::date, ${journal.source}, ${journal.sourceId}, ${journal.memo ?? ''},
        ${journal.reversesId ?? null}, ${journal.by}) returning id
    ), e as (
      select d.id as debit, c.id as credit, d.kept as debit_kept, c.kept as credit_kept, r.amount, r.bill_id
      from (${rows}) r cross join lateral ${account('r.debit_')} d cross join lateral ${account('r.credit_')} c
    ), t as (
      insert into transfer (journal_id, debit, credit, amount, bill_id) select j.id, e.debit, e.credit, e.amount, e.bill_id from j, e
    ), moved as (
      select id, sum(amount) as amount from (
        select debit as id, amount from e where debit_kept union all select credit, -amount from e where credit_kept) m group by id
    ), kept as (
      update ledger_account a set balance = a.balance + m.amount from moved m where a.id = m.id
    ), ${beside.written}
    select id::text, ${aheadOf(communityId, beside.roomId)}::text as before,
      insist(not exists (select from income_review where community_id = ${communityId}::bigint and month = ${journal.day.slice(0, 7)}
        and undone_at is null), ${REVIEWED}) as unreviewed
    from j`.execute(at);
  const settled = await Promise.allSettled([day, held, booked]);
  for (const one of settled) if (one.status === 'rejected') throw explained(one.reason, journal);
  const [done] = (await booked).rows;
  if (done === undefined) throw new Error('a journal was not written');
  return { id: done.id, before: BigInt(done.before) };
}

/**
 * The same as `post`, sent at once: `at` is of `together`, and the journal has its number already.
 * @returns what the room has paid ahead then. Fen
 */
export async function postNow(
  at: Tx,
  journal: Journal & { readonly id: string },
  postings: readonly Posting[],
  beside: Beside,
): Promise<bigint> {
  const { before } = await startRows(at, journal, asRows(postings.filter(({ fen }) => fen !== 0n)), beside);
  const ahead = ({ kind, ref }: AccountKey): boolean => kind === '预存' && ref === beside.roomId;
  return postings.reduce(
    (sum, { debit, credit, fen }) => sum + (ahead(credit) ? fen : 0n) - (ahead(debit) ? fen : 0n),
    before,
  );
}

/** Books some movements of one community as one journal. @throws refused where money paid ahead does not reach */
export const post = (tx: Tx, journal: Journal, postings: readonly Posting[]): Promise<string> =>
  postRows(tx, journal, asRows(postings.filter(({ fen }) => fen !== 0n)));

/** The same journal the other way round; once, or the database refuses it (`reverses_id` is unique). */
export async function reverseJournal(
  tx: Tx,
  of: { readonly journalId: string; readonly day: string; readonly by: string; readonly memo: string },
): Promise<string> {
  const { rows } = await sql<{ community_id: string; source: Journal['source']; source_id: string }>`
    select community_id, source, source_id from journal where id = ${of.journalId}`.execute(tx);
  const journal = rows[0];
  if (journal === undefined) throw new Error(`no journal ${of.journalId}`);
  return postRows(
    tx,
    {
      communityId: journal.community_id,
      kind: '红冲',
      day: of.day,
      source: journal.source,
      sourceId: journal.source_id,
      memo: of.memo,
      reversesId: of.journalId,
      by: of.by,
    },
    sql`select c.kind as debit_kind, c.ref as debit_ref, c.fee_id as debit_fee, d.kind as credit_kind, d.ref as credit_ref, d.fee_id as credit_fee,
        t.amount, t.bill_id
      from transfer t join ledger_account d on d.id = t.debit join ledger_account c on c.id = t.credit
      where t.journal_id = ${of.journalId}::bigint`,
  );
}

/**
 * Bills become owed: 应收 / 收入 each, and of it 收入 / 销项税额 once a fee; deposits and what is taken for others are no income.
 * @param bills ids, one column `id`; read again while booking
 */
export async function postBills(tx: Tx, journal: Journal, bills: RawBuilder<unknown>): Promise<string> {
  const table = 'posting_of_bills';
  await sql`drop table if exists pg_temp.${sql.table(table)}`.execute(tx);
  await sql`create temp table ${sql.table(table)} on commit drop as
    with b as materialized (
      select b.id, b.room_id, b.fee_id, b.amount, b.tax, f.kind from bill b join fee f on f.id = b.fee_id
      where b.id in (select id from (${bills}) x) and b.amount > 0
    )
    select '应收'::text as debit_kind, room_id as debit_ref, 0::bigint as debit_fee,
      case kind when '押金' then '押金' when '代收' then '代收' else '收入' end as credit_kind,
      case kind when '押金' then room_id else fee_id end as credit_ref, 0::bigint as credit_fee, amount, id as bill_id
    from b
    union all
    select '收入', fee_id, 0, '销项税额', 0, 0, sum(tax)::bigint, null from b where kind not in ('押金', '代收') group by fee_id having sum(tax) > 0`.execute(
    tx,
  );
  await sql`analyze pg_temp.${sql.table(table)}`.execute(tx);
  return postRows(tx, journal, sql`select * from pg_temp.${sql.table(table)}`);
}

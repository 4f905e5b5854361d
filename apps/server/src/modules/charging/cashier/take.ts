/** Writing a payment: its receipt, how it was paid, which bills it settles, and its journal. All kinds of money over the counter go through here. */
import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx, Session } from '../../../platform/context.ts';
import { Late } from '../../../platform/db/late.ts';
import { inOrder, together } from '../../../platform/db/together.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, refused } from '../../../platform/http/errors.ts';
import { pushManyToHolders, pushToHolders } from '../../../platform/events/push.ts';
import type { Taken } from '@hengneng/contracts';
import { capitalWords, shortCodeOf, today } from '@hengneng/core';
import { type AccountKey, dayHeld, type JournalKind, keptText, postNow, type Posting } from '../ledger/index.ts';
import type { Settled } from '@hengneng/charging';
import type { OwedBill } from '../owed/index.ts';
import type { Tendered } from './plan.ts';
import { yuanOf } from '../yuan.ts';

export interface Shift {
  readonly id: string;
}

const CLOSED = '当日已日结，请在次日';
const closedOn = (communityId: string, day: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from day_close where community_id = ${communityId} and day = ${day}::date)`;

interface ShiftRow {
  readonly id: string;
  readonly state: string;
  readonly closed: boolean;
}

/** The shift of the person in a community; held, so that it can't be closed meanwhile. */
const heldShift = (ctx: Ctx, communityId: string): RawBuilder<ShiftRow> =>
  sql<ShiftRow>`select id::text, state, ${closedOn(communityId, today(ctx.now))} as closed from shift
    where community_id = ${communityId} and cashier_id = ${ctx.session.userId} and state <> '已交班' for share`;

function openShift(shift: ShiftRow | null | undefined): Shift {
  if (!shift) throw refused('请先开班');
  if (shift.state !== '开班') throw refused('本班已盘点，不能再收款；请交班后重新开班');
  if (shift.closed) throw refused(`${CLOSED}办理`);
  return shift;
}

/**
 * The open shift of the person in a community, held.
 * @throws refused where there is none, or the community's counters have closed the day
 */
export const demandShift = async (tx: Tx, ctx: Ctx, communityId: string): Promise<Shift> =>
  openShift((await heldShift(ctx, communityId).execute(tx)).rows[0]);

/** @throws refused where the community's counters have closed the day */
export async function demandOpenDay(tx: Db | Tx, communityId: string, day: string, act = '办理'): Promise<void> {
  const { rows } = await sql<{ closed: boolean }>`select ${closedOn(communityId, day)} as closed`.execute(tx);
  if (rows[0]?.closed === true) throw refused(`${CLOSED}${act}`);
}

/** Who books it, and when: a person at the counter, or whoever decides about a form. */
export interface Booking {
  readonly session: Pick<Session, 'userId'>;
  readonly now: Date;
}

export interface Settlement {
  readonly billId: string;
  readonly principal: bigint;
  readonly penalty: bigint;
  readonly calc: unknown;
}

export interface Taking {
  readonly requestId: string;
  readonly communityId: string;
  readonly roomId: string;
  readonly payer: string;
  readonly shiftId: string | null;
  readonly kind: '收款' | '预存' | '临时收费' | '抵扣' | '退款' | '回款';
  readonly journal: JournalKind;
  /** Fen; what bills got and what is kept, without the change. */
  readonly amount: bigint;
  readonly toPrepaid?: bigint;
  readonly change?: bigint;
  readonly tenders: readonly Tendered[];
  readonly settlements?: readonly Settlement[];
  readonly postings: readonly Posting[];
  /** Which book numbers it; none for what is no receipt. */
  readonly book?: '收据' | '押金单';
  readonly reason?: string;
  readonly remark?: string;
  readonly day?: string;
  /** When the money came, where that is told apart from the day it is booked to: penalty runs as far as it. */
  readonly valueDay?: string;
  /** What was got ready before, beside what else was asked. */
  readonly ready?: Ready;
  /** Counters are told by the caller, once it is taken. */
  readonly toldAfter?: boolean;
}

export interface Made {
  readonly paymentId: string;
  readonly receiptNo: string;
  /** What the room keeps with us now. Fen. */
  readonly prepaid: bigint;
}

/** Numbers of a payment, its journal and its receipt: then all of it is written at once. */
export interface Ready {
  readonly receipt: { readonly id: string; readonly no: string; readonly text: string } | null;
  readonly paymentId: string;
  readonly journalId: string;
}

interface Numbers {
  readonly payment: string;
  readonly journal: string;
}

interface ReadyFor {
  readonly communityId: string;
  readonly userId: string;
  /** YYYY-MM-DD that it will be booked to. */
  readonly day: string;
  readonly book?: '收据' | '押金单' | undefined;
}

/** Numbers, and the day, which is held from here on. */
const numbersOf = ({ communityId, day }: ReadyFor): RawBuilder<unknown> =>
  sql`nextval('payment_id_seq')::text as payment, nextval('journal_id_seq')::text as journal, ${dayHeld(communityId, day)} as held`;

interface Numbered extends Numbers {
  readonly id: string;
  readonly no: string;
  readonly text: string;
}

/** The next number of the person's book, which is used up where it was the last. */
const nextNumber = (of: ReadyFor, also: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    update receipt_book set next_no = next_no + 1, state = case when next_no = last_no then '用完' else state end
    where community_id = ${of.communityId} and holder_id = ${of.userId} and kind = ${of.book} and state = '在用' and ${also}
    returning id::text, (next_no - 1)::text as no, prefix || lpad((next_no - 1)::text, 8, '0') as text, ${numbersOf(of)}`;

const readyBy = ({ payment, journal, id, no, text }: Numbered): Ready => ({
  receipt: { id, no, text },
  paymentId: payment,
  journalId: journal,
});

/** Where the book's last number is taken, the spare one comes into use. */
async function receiptNumbers(tx: Tx, of: ReadyFor): Promise<Ready> {
  const { rows } = await sql<Numbered>`${nextNumber(of, sql`true`)}`.execute(tx);
  const [row] = rows;
  if (row !== undefined) return readyBy(row);
  const spare =
    await sql`update receipt_book set state = '在用' where id = (select id from receipt_book where community_id = ${of.communityId}
    and holder_id = ${of.userId} and kind = ${of.book} and state = '备用' order by first_no limit 1 for update)`.execute(
      tx,
    );
  if (spare.numAffectedRows === 0n) throw refused(`您没有可用的${of.book}本，请先领用`);
  return receiptNumbers(tx, of);
}

/** @throws refused where there is no book of that kind */
export async function readyTake(tx: Tx, of: ReadyFor): Promise<Ready> {
  if (of.book !== undefined) return receiptNumbers(tx, of);
  const { rows } = await sql<Numbers>`select ${numbersOf(of)}`.execute(tx);
  return { receipt: null, paymentId: rows[0]?.payment ?? '', journalId: rows[0]?.journal ?? '' };
}

/**
 * The shift and the numbers of a receipt in one statement: what `demandShift` and `readyTake` give.
 * @param bills holds what is to be paid (`heldBills`), in the same statement
 * @throws refused as they do, the shift's first
 */
export async function readyShift(
  tx: Tx,
  ctx: Ctx,
  communityId: string,
  bills: RawBuilder<unknown>,
): Promise<{ readonly shift: Shift; readonly ready: Ready }> {
  const of: ReadyFor = { communityId, userId: ctx.session.userId, day: today(ctx.now), book: '收据' };
  // Bills, the shift, the book: as everybody holds them.
  const { rows } = await sql<Numbered & { readonly shift: ShiftRow | null }>`
    with owed as materialized (${bills}), s as materialized (${heldShift(ctx, communityId)})
    ${nextNumber(of, sql`(select count(*) from owed) >= 0 and (select count(*) from s) >= 0`)}, (select to_jsonb(s) from s) as shift`.execute(
    tx,
  );
  const [row] = rows;
  if (row !== undefined) return { shift: openShift(row.shift), ready: readyBy(row) };
  return { shift: await demandShift(tx, ctx, communityId), ready: await receiptNumbers(tx, of) };
}

const PAGE = shortCodeOf('/chargeManage/chargeCashier');

const HELD = { screen: PAGE, button: 'search' } as const;
const TOPIC = 'charge';

/** Counters that show the room look again. */
export const tellCounters = (tx: Tx, roomId: string): Promise<void> => pushToHolders(tx, HELD, TOPIC, { roomId });

/** Counters are told at once, and again only after this: who they are is found out each time, which was a tenth of what a charge took. */
const TOLD_EVERY_MS = 200;

/** Rooms of which counters are still to be told, by the database that tells them. */
const untold = new WeakMap<Db, Set<string>>();

/**
 * The same once the money is taken, and without waiting for it: whoever is not told sees the money when they look. What is announced commits one after
 * the other, so that counters would wait for each other; what comes in while some is told is told with the next.
 */
export function tellCountersAfter(db: Db, roomId: string): void {
  const waiting = untold.get(db);
  if (waiting !== undefined) {
    waiting.add(roomId);
    return;
  }
  const rooms = new Set([roomId]);
  untold.set(db, rooms);
  const tell = async (): Promise<void> => {
    while (rooms.size > 0) {
      const data = [...rooms].map((id) => ({ roomId: id }));
      rooms.clear();
      await pushManyToHolders(db, HELD, TOPIC, data).catch(() => undefined);
      await setTimeout(TOLD_EVERY_MS, undefined, { ref: false });
    }
    // Without a wait behind the look at what is left: a room is told with these, or begins anew.
    untold.delete(db);
  };
  void tell();
}

/** What the database keeps to be once. */
const ONCE: Readonly<Record<string, string>> = {
  tender_ref_once: '该流水号已入账，请核对；一笔转账付几间房的，请在流水号后加 -2、-3',
  payment_request_id_key: '该请求编号已用于另一笔收款，请刷新后重试',
};
export const explained = (error: unknown): unknown => {
  const words = error instanceof Error && 'constraint' in error ? ONCE[String(error.constraint)] : undefined;
  return words === undefined ? error : conflict(words);
};

/** Sends all that writes a payment. @param at of `together` */
function startTake(at: Tx, ctx: Booking, of: Taking, { receipt, paymentId, journalId }: Ready): Promise<Made> {
  const day = of.day ?? today(ctx.now);
  const { communityId, roomId } = of;
  const settlements = of.settlements ?? [];
  const pick = <T, R>(rows: readonly T[], map: (row: T) => R): R[] => rows.map(map);
  const written = sql`paid as (
        insert into payment (id, request_id, community_id, room_id, payer, shift_id, kind, amount, to_prepay, change_amount, day, reason, remark,
          receipt_book_id, receipt_no, receipt_text, journal_id, made_by, made_at) overriding system value
        select ${paymentId}, ${of.requestId}, ${communityId}, ${roomId}, ${of.payer}, ${of.shiftId}, ${of.kind}, ${String(of.amount)},
          ${String(of.toPrepaid ?? 0n)}, ${String(of.change ?? 0n)}, ${day}, ${of.reason ?? ''}, ${of.remark ?? ''}, ${receipt?.id ?? null},
          ${receipt?.no ?? null}, ${receipt?.text ?? null}, j.id, ${ctx.session.userId}, ${ctx.now} from j returning id
      ), ways as (
        insert into tender (payment_id, kind, amount, ref_no, ref_day)
        select paid.id, x.* from paid, unnest(${pick(of.tenders, ({ type }) => type)}::text[], ${pick(of.tenders, ({ fen }) => String(fen))}::bigint[],
          ${pick(of.tenders, ({ refNo }) => refNo)}::text[], ${pick(of.tenders, ({ refDay }) => refDay)}::date[]) x
      ), settles as (
        select * from unnest(${pick(settlements, ({ billId }) => billId)}::bigint[], ${pick(settlements, ({ principal }) => String(principal))}::bigint[],
          ${pick(settlements, ({ penalty }) => String(penalty))}::bigint[],
          ${pick(settlements, ({ calc }) => JSON.stringify(calc ?? null))}::jsonb[]) x (bill_id, principal, penalty, calc)
      ), allocated as (
        insert into allocation (payment_id, bill_id, principal, penalty, calc, day, value_day)
        select paid.id, s.bill_id, s.principal, s.penalty, s.calc, ${day}::date, ${of.valueDay ?? null}::date from paid, settles s
      ), lowered as (
        update bill set settled = settled + s.principal from settles s where bill.id = s.bill_id and s.principal <> 0
      )`;
  const posted = postNow(
    at,
    {
      id: journalId,
      communityId,
      kind: of.journal,
      day,
      source: 'payment',
      sourceId: paymentId,
      memo: receipt?.text ?? '',
      by: ctx.session.userId,
    },
    of.postings,
    { roomId, held: true, written },
  );
  const told = of.toldAfter === true ? null : tellCounters(at, roomId);
  return inOrder([posted, told]).then(
    ([prepaid]) => ({ paymentId, receiptNo: receipt?.text ?? '', prepaid }),
    (error: unknown) => {
      throw explained(error);
    },
  );
}

/** @throws conflict where a transaction number was booked before */
export async function take(tx: Tx, ctx: Booking, of: Taking): Promise<Made> {
  const { communityId, book } = of;
  const day = of.day ?? today(ctx.now);
  const ready = of.ready ?? (await readyTake(tx, { communityId, userId: ctx.session.userId, day, book }));
  return startTake(await together(tx), ctx, of, ready);
}

/** The same as the last of a write, answered with what the counter is told: its statements and the commit travel together. */
export async function takeLast(tx: Tx, ctx: Booking, of: Taking & { readonly ready: Ready }): Promise<Late<Taken>> {
  const made = startTake(await together(tx), ctx, of, of.ready);
  const answer = (by: Made): Taken => answerTaken(by, { amount: of.amount, change: of.change ?? 0n });
  const known = answer({ paymentId: of.ready.paymentId, receiptNo: of.ready.receipt?.text ?? '', prepaid: 0n });
  return new Late(
    made.then(answer),
    sql`${JSON.stringify(known)}::jsonb || jsonb_build_object('balance', ${keptText(of.communityId, of.roomId)})`,
  );
}

/** What the counter is told of money that came in. */
export function answerTaken(
  { paymentId, receiptNo, prepaid }: Made,
  of: { readonly amount: bigint; readonly change: bigint },
): Taken {
  const amount = yuanOf(of.amount);
  return {
    paymentId,
    receiptNo,
    amount,
    capital: capitalWords(amount),
    change: yuanOf(of.change),
    balance: yuanOf(prepaid),
  };
}

/** What a room's settled bills and what is kept for it are booked as. */
export function usesOf(
  roomId: string,
  bills: ReadonlyMap<string, OwedBill>,
  settled: readonly Settled[],
  toPrepaid: bigint,
): { readonly uses: Parameters<typeof spread>[3]; readonly settlements: readonly Settlement[] } {
  return {
    uses: [
      ...settled.flatMap(({ id, principal, penalty }) => [
        { credit: { kind: '应收', ref: roomId } as const, fen: principal, billId: id },
        { credit: { kind: '违约金收入' } as const, fen: penalty, billId: id },
      ]),
      { credit: { kind: '预存', ref: roomId } as const, fen: toPrepaid },
    ].filter(({ fen }) => fen > 0n),
    settlements: settled.map(({ id, principal, penalty }) => ({
      billId: id,
      principal,
      penalty,
      calc: penalty > 0n ? bills.get(id)?.penalty.segments : null,
    })),
  };
}

/** Where money of that kind lies. Cash is an account of the shift. */
export const accountOf = (type: string, shiftId: string): AccountKey => {
  switch (type) {
    case '现金':
      return { kind: '现金', ref: shiftId };
    case '微信':
    case '支付宝':
    case 'POS':
    case '支票':
      return { kind: type };
    case '转账':
      return { kind: '银行' };
    default:
      throw new Error(`no account for ${type}`);
  }
};

/**
 * Books money that came in by several ways over what it is for, in the order of both; change comes off the cash.
 * Every part is one posting, so that both sides add up.
 */
export function spread(
  tenders: readonly Tendered[],
  change: bigint,
  shiftId: string,
  uses: readonly { readonly credit: AccountKey; readonly fen: bigint; readonly billId?: string }[],
): readonly Posting[] {
  let back = change;
  const sources = tenders.map(({ type, fen }) => {
    const kept = type === '现金' ? (back < fen ? back : fen) : 0n;
    back -= kept;
    return { debit: accountOf(type, shiftId), left: fen - kept };
  });
  const postings: Posting[] = [];
  let at = 0;
  for (const use of uses) {
    let { fen } = use;
    while (fen > 0n) {
      const source = sources[at];
      if (source === undefined) throw new Error('more is booked than came in');
      const part = fen < source.left ? fen : source.left;
      if (part > 0n)
        postings.push({
          debit: source.debit,
          credit: use.credit,
          fen: part,
          ...(use.billId ? { billId: use.billId } : {}),
        });
      source.left -= part;
      fen -= part;
      if (source.left === 0n) at += 1;
    }
  }
  return postings;
}

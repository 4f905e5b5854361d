/** 红冲收据: the same money the other way round, by somebody else than who took it. What was settled is owed again. */
import type { cashierReverse } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { AppError, conflict, forbidden, notFound, refused } from '../../../platform/http/errors.ts';
import { trail } from '../../../platform/audit/trail.ts';
import { LACKS, reviewedMonth, reverseJournal } from '../ledger/index.ts';
import { lockMatches } from '../match-lock.ts';
import { communitiesVisible } from '../registry/index.ts';
import { type Booking, demandOpenDay, explained, tellCounters } from './take.ts';

export const REVERSIBLE = ['收款', '预存', '临时收费', '抵扣'] as const;

/** Whether the person may take back what others took. */
export const takesBack = (ctx: Ctx): boolean =>
  ctx.session.roles.some((role) => role === 'propertyManager' || role === 'finance' || role === 'admin');

interface Payment {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly community_id: string;
  readonly room_id: string | null;
  readonly shift_id: string | null;
  readonly shift_state: string | null;
  readonly made_by: string;
  readonly text: string;
  readonly cash: boolean;
  readonly invoiced: boolean;
}

async function paymentOf(ctx: Ctx, tx: Tx, id: string): Promise<Payment> {
  const { rows } = await sql<Payment>`
    select p.id::text, p.kind, p.state, p.community_id::text, p.room_id::text, p.shift_id::text, s.state as shift_state,
      p.made_by::text, coalesce(p.receipt_text, p.kind) as text,
      exists (select from tender t where t.payment_id = p.id and t.kind = '现金') as cash,
      exists (select from allocation a join bill b on b.id = a.bill_id where a.payment_id = p.id and b.invoiced > 0) as invoiced
    from payment p join community c on c.id = p.community_id left join shift s on s.id = p.shift_id
    where p.id = ${id}::bigint and ${communitiesVisible(ctx.session)} for update of p`.execute(tx);
  const [payment] = rows;
  if (payment === undefined) throw notFound('收款不存在，或您没有查看它的权限');
  return payment;
}

/**
 * Within the caller's transaction, by somebody else than who took it.
 * @returns the payment that takes it back
 */
export async function reverseTaken(
  ctx: Ctx,
  tx: Tx,
  input: { readonly requestId: string; readonly paymentId: string; readonly reason: string },
): Promise<string> {
  const of = await paymentOf(ctx, tx, input.paymentId);
  const day = today(ctx.now);
  if (of.state === '已红冲') throw conflict('该收据已红冲，不能重复');
  if (of.made_by === ctx.session.userId) throw forbidden('不能审核自己经手的红冲');
  if (!REVERSIBLE.some((kind) => kind === of.kind)) throw refused(`${of.kind}不能红冲`);
  if (of.invoiced) throw refused('该收据已开发票，请先冲红发票');
  if (of.cash && of.shift_state !== '开班') throw refused('该收据的班次已交班，现金退款请走付款申请');
  await demandOpenDay(tx, of.community_id, day, '红冲');
  const paymentId = await giveBack(tx, ctx, {
    paymentId: of.id,
    requestId: input.requestId,
    shiftId: of.shift_state === '开班' ? of.shift_id : null,
    reason: input.reason,
  });
  await trail(tx, ctx, {
    kind: '收费',
    action: '红冲收据',
    object: of.text,
    summary: input.reason,
    after: { paymentId },
  });
  return paymentId;
}

export const reverse = (
  ctx: Ctx,
  input: z.output<typeof cashierReverse.input>,
): Promise<z.input<typeof cashierReverse.output>> =>
  ctx.write(async (tx) => {
    if (!takesBack(ctx)) throw forbidden('红冲须由物业经理或财务办理');
    return { paymentId: await reverseTaken(ctx, tx, input) };
  });

/**
 * The same money the other way round, today: bills owe again what was settled, what was kept for later is gone.
 * @returns the payment that takes it back
 * @throws refused where what was kept is used
 */
export async function giveBack(
  tx: Tx,
  who: Booking,
  of: {
    readonly paymentId: string;
    readonly requestId: string;
    /** Cash goes back out of it. */
    readonly shiftId: string | null;
    readonly reason: string;
  },
): Promise<string> {
  const day = today(who.now);
  const { rows: lines } = await sql<{
    id: string;
  }>`select line_id::text as id from payment where id = ${of.paymentId} and line_id is not null`.execute(tx);
  if (lines.length > 0) await lockMatches(tx);
  await sql`select 1 from bill where id in (select bill_id from allocation where payment_id = ${of.paymentId}) order by id for update`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string; room_id: string | null; journal_id: string | null; text: string }>`
    with p as (
      insert into payment (request_id, community_id, room_id, payer, shift_id, kind, amount, to_prepay, change_amount, day, reverses_id, reason,
        made_by, made_at)
      select ${of.requestId}, community_id, room_id, payer, ${of.shiftId}::bigint, '红冲', -amount, -to_prepay, 0, ${day}::date, id, ${of.reason},
        ${who.session.userId}, ${who.now} from payment where id = ${of.paymentId} returning id
    ), o as (update payment set state = '已红冲' where id = ${of.paymentId}
    ), a as (
      insert into allocation (payment_id, bill_id, principal, penalty, day, value_day)
      select p.id, x.bill_id, -x.principal, -x.penalty, ${day}::date, x.value_day
      from p, allocation x where x.payment_id = ${of.paymentId} returning bill_id, principal
    ), b as (update bill set settled = settled + a.principal from a where bill.id = a.bill_id
    ), t as (
      -- Change went back in cash: what is handed out now is what was kept.
      insert into tender (payment_id, kind, amount, ref_no, ref_day)
      select p.id, x.kind, -(x.amount - case when x.kind = '现金' then o.change_amount else 0 end), x.ref_no, x.ref_day
      from p, tender x join payment o on o.id = x.payment_id where x.payment_id = ${of.paymentId}
        and x.amount <> case when x.kind = '现金' then o.change_amount else 0 end
    )
    select p.id::text, o.room_id::text, o.journal_id::text, coalesce(o.receipt_text, o.kind) as text from p, payment o where o.id = ${of.paymentId}`
    .execute(tx)
    .catch((error: unknown) => {
      throw explained(error);
    });
  const [made] = rows;
  if (made === undefined) throw new Error(`no payment ${of.paymentId}`);
  if (made.journal_id !== null) {
    const journalId = await reverseJournal(tx, {
      journalId: made.journal_id,
      day,
      by: who.session.userId,
      memo: `红冲${made.text}：${of.reason}`,
    }).catch((error: unknown) => {
      throw error instanceof AppError && error.message === LACKS
        ? refused(`${made.text}存入的钱已抵扣或退款，余额不足以退回，请先红冲其后的抵扣`)
        : error;
    });
    await sql`update payment set journal_id = ${journalId} where id = ${made.id}`.execute(tx);
  }
  for (const { id } of lines) await lineWaits(tx, who, of.paymentId, made.id, id);
  if (made.room_id !== null) await tellCounters(tx, made.room_id);
  return made.id;
}

/**
 * A line of a statement that was taken for it is nobody's again, and both sides of ours say why they have no counterpart. In a month that was reviewed
 * all stays as it was found even.
 */
async function lineWaits(tx: Tx, who: Booking, paymentId: string, reversalId: string, lineId: string): Promise<void> {
  const { rows } = await sql<{
    community: string;
    month: string;
  }>`select community_id::text as community, to_char(day, 'YYYY-MM') as month
    from statement_line where id = ${lineId}::bigint for update`.execute(tx);
  const [line] = rows;
  if (line === undefined || (await reviewedMonth(tx, line.community, line.month))) return;
  await sql`delete from statement_match where line_id = ${lineId}::bigint`.execute(tx);
  await sql`update statement_line set state = '待查', note = '', handled_by = null, apart = true where id = ${lineId}::bigint`.execute(
    tx,
  );
  await sql`insert into tender_handled (tender_id, note, handled_by) select id, '收作缴费已红冲，渠道账单行回到待查', ${who.session.userId}
    from tender where payment_id in (${paymentId}::bigint, ${reversalId}::bigint) on conflict do nothing`.execute(tx);
}

/** Receipts on paper: every copy is counted and numbered, and carries a code by which anybody who holds it can have it checked. */
import { randomBytes } from 'node:crypto';
import type { cashierReprint, verifyReceipt } from '@hengneng/contracts';
import { capitalWords } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { prepaidAfter } from '../ledger/index.ts';
import { localTime } from '../local-time.ts';
import { communitiesVisible } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';

/** A receipt as it is printed; every print is counted, and every one after the first says so. */
export const printReceipt = (
  ctx: Ctx,
  { paymentId, Format }: z.output<typeof cashierReprint.input>,
): Promise<z.input<typeof cashierReprint.output>> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{
      no: string | null;
      community_id: string;
      community: string;
      company: string;
      phone: string;
      room: string | null;
      room_id: string | null;
      payer: string;
      cashier: string;
      at: Date;
      day: string;
      kind: string;
      state: string;
      amount: string;
      to_prepay: string;
      change_amount: string;
      remark: string;
      printed: number;
      journal_id: string | null;
    }>`with p as (update payment p set printed = printed + 1 from community c where p.id = ${paymentId}::bigint and c.id = p.community_id
        and ${communitiesVisible(ctx.session)} returning p.*)
      select p.receipt_text as no, c.id::text as community_id, c.name as community, c.company, c.phone, r.full_code as room, p.room_id::text, p.payer,
        u.user_name as cashier, p.made_at as at, p.day::text, p.kind, p.state, p.amount::text, p.to_prepay::text, p.change_amount::text, p.remark, p.printed, p.journal_id::text
      from p join community c on c.id = p.community_id left join room r on r.id = p.room_id join app_user u on u.id = p.made_by`.execute(
      tx,
    );
    const [row] = rows;
    if (row === undefined) throw notFound('收款不存在，或您没有查看它的权限');
    const { rows: items } = await sql<{
      fee: string;
      period: string;
      from: string;
      to: string;
      principal: string;
      penalty: string;
    }>`
      select f.name as fee, b.period, b.from_day::text as from, (b.to_day - 1)::text as to, a.principal::text, a.penalty::text
      from allocation a join bill b on b.id = a.bill_id join fee f on f.id = b.fee_id where a.payment_id = ${paymentId} order by b.due_day, b.id`.execute(
      tx,
    );
    const { rows: tenders } = await sql<{
      kind: string;
      amount: string;
      ref_no: string;
    }>`select kind, amount::text, ref_no from tender
      where payment_id = ${paymentId} order by id`.execute(tx);
    // What the first copy said is what all of them say.
    const balance =
      row.room_id === null || row.journal_id === null
        ? 0n
        : await prepaidAfter(tx, row.community_id, row.room_id, row.journal_id);
    const code = `r${randomBytes(16).toString('hex')}`;
    await sql`insert into receipt_print (payment_id, nth, format, code, printed_by, printed_at)
      values (${paymentId}::bigint, ${row.printed}, ${Format}, ${code}, ${ctx.session.userId}, ${ctx.now})`.execute(tx);
    await trail(tx, ctx, {
      kind: '收费',
      action: row.printed === 1 ? '打印收据' : '补打收据',
      object: row.no ?? paymentId,
      summary: row.printed === 1 ? Format : `${Format} 补打第${row.printed - 1}次`,
    });
    const amount = yuanOf(BigInt(row.amount));
    return {
      receiptNo: row.no ?? '',
      community: row.community,
      company: row.company,
      phone: row.phone,
      room: row.room ?? '',
      payer: row.payer,
      cashier: row.cashier,
      at: localTime(row.at),
      day: row.day,
      kind: row.kind,
      state: row.state,
      rows: items.map((item) => ({
        fee: item.fee,
        period: item.period,
        span: `${item.from} 至 ${item.to}`,
        amount: yuanOf(BigInt(item.principal)),
        penalty: yuanOf(BigInt(item.penalty)),
      })),
      tenders: tenders.map((of) => ({ type: of.kind, amount: yuanOf(BigInt(of.amount)), refNo: of.ref_no })),
      toPrepaid: yuanOf(BigInt(row.to_prepay)),
      change: yuanOf(BigInt(row.change_amount)),
      amount,
      capital: capitalWords(amount),
      balance: yuanOf(balance),
      remark: row.remark,
      reprint: row.printed - 1,
      code,
    };
  });

/** Whether a copy and the system agree. Whoever has the paper may ask, signed in or not, and hears no more than it says and what came after. */
export async function checkReceipt(
  ctx: Ctx,
  { code }: z.output<typeof verifyReceipt.input>,
): Promise<z.input<typeof verifyReceipt.output>> {
  const { rows } = await sql<{
    no: string | null;
    community: string;
    company: string;
    kind: string;
    amount: string;
    day: string;
    state: '正常' | '已红冲';
    reversed_on: string | null;
    nth: number;
    prints: number;
    printed_at: Date;
  }>`select p.receipt_text as no, c.name as community, c.company, p.kind, p.amount::text, p.day::text, p.state, x.day::text as reversed_on, r.nth,
      (select count(*)::int from receipt_print o where o.payment_id = p.id) as prints, r.printed_at
    from receipt_print r join payment p on p.id = r.payment_id join community c on c.id = p.community_id left join payment x on x.reverses_id = p.id
    where r.code = ${code}`.execute(ctx.db);
  const [row] = rows;
  if (row === undefined) throw notFound('没有查到这张收据，请核对二维码是否完整');
  return {
    receiptNo: row.no ?? '',
    community: row.community,
    company: row.company,
    kind: row.kind,
    amount: yuanOf(row.amount),
    day: row.day,
    state: row.state,
    reversedOn: row.reversed_on,
    nth: row.nth,
    prints: row.prints,
    printedAt: row.printed_at.toISOString(),
  };
}

/** Taking back and reducing: asked for by one, agreed to by another. */
import {
  type BillRequest,
  type chargeBillAudit,
  type chargeBillCancel,
  type chargeBillReduce,
  type chargeBillRequests,
  LATER_ADJUSTMENT,
  LATER_CHARGE,
} from '@hengneng/contracts';
import { today, toFen, money } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { reviewedMonth } from '../ledger/index.ts';
import { owedBills } from '../owed/index.ts';
import { communitiesVisible } from '../registry/index.ts';
import { chargeLater, demandShort } from './later.ts';
import { adjustable, adjustBill, bookReduction, takeRequestNo } from './reduce.ts';
import { remake, reverseBill, reversible } from './reverse.ts';
import { AUDIT_PAGE, BILL_PAGE, recountRun, tellRun } from './run.ts';
import { yuanOf } from '../yuan.ts';

/** Under which papers of requests are kept. */
export const BILL_REQUEST_PAPER = 'billRequest';
/** From here on, or where all is let off, a leader agrees. Fen. */
const LARGE = 50_000n;
const LEADERS: ReadonlySet<string> = new Set(['areaManager', 'operationDirector', 'generalManager']);

type Cancelled = z.input<typeof chargeBillCancel.output>;
type Reversal = Cancelled['reversals'][number];

interface Seen {
  readonly id: string;
  readonly bill_no: string;
  readonly state: string;
  readonly community: string;
  readonly run: string | null;
  readonly invoiced: boolean;
}

async function seenBill(ctx: Ctx, tx: Tx, id: string): Promise<Seen> {
  const { rows } =
    await sql<Seen>`select b.id::text, b.bill_no, b.state, b.community_id::text as community, b.run_id::text as run,
      b.invoiced + b.invoice_pending > 0 as invoiced from bill b
    join community c on c.id = b.community_id where b.id = ${id} and ${communitiesVisible(ctx.session)} for update of b`.execute(
      tx,
    );
  const [bill] = rows;
  if (bill === undefined) throw notFound('账单不存在，或您没有查看它的权限');
  return bill;
}

const waitsAlready = async (tx: Tx, billId: string, kind: string): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from bill_request where bill_id = ${billId} and kind = ${kind} and state = '待审核'`.execute(tx);
  return rows.length > 0;
};

async function cancelOne(
  ctx: Ctx,
  tx: Tx,
  id: string,
  of: { readonly reason: string; readonly reissue: boolean },
): Promise<Reversal> {
  const bill = await seenBill(ctx, tx, id);
  if (bill.state === '已作废') throw conflict(`${bill.bill_no} 已作废`);
  const object = `账单 ${bill.bill_no}`;
  if (bill.state === '待审核') {
    if (bill.invoiced) throw refused('请先冲红发票');
    await sql`update bill set state = '已作废', note = ${of.reason} where id = ${id}`.execute(tx);
    if (bill.run !== null) await recountRun(tx, bill.run);
    await trail(tx, ctx, { kind: '收费', action: '作废账单', object, summary: of.reason });
    return { billId: id, reversesId: null, state: '已作废', journalId: null };
  }
  if (of.reason === '') throw invalid([{ path: 'reason', message: '请填写红冲原因' }]);
  await reversible(tx, id);
  if (await waitsAlready(tx, id, '红冲')) throw conflict('该账单已有待审核的红冲申请');
  const no = await takeRequestNo(tx, 'HC', today(ctx.now));
  const { rows } = await sql<{
    id: string;
  }>`insert into bill_request (no, community_id, bill_id, kind, amount, reason, reissue, made_by)
    select ${no}, community_id, id, '红冲', amount, ${of.reason}, ${of.reissue}, ${ctx.session.userId} from bill where id = ${id} returning id::text`.execute(
    tx,
  );
  await sql`update bill set frozen = '红冲审核中' where id = ${id}`.execute(tx);
  await trail(tx, ctx, { kind: '收费', action: '申请红冲', object, summary: of.reason });
  await tellRun(tx, '0', { request: rows[0]?.id });
  return { billId: id, reversesId: rows[0]?.id ?? null, state: '待审核', journalId: null };
}

interface Request {
  readonly id: string;
  readonly no: string;
  readonly kind: BillRequest['kind'];
  readonly category: string;
  readonly bill: string;
  readonly bill_no: string;
  readonly community: string;
  readonly room: string;
  readonly amount: string;
  readonly penalty: string;
  readonly reason: string;
  readonly reissue: boolean;
  readonly state: string;
  readonly made_by: string;
}

async function seenRequest(ctx: Ctx, tx: Tx, id: string, kinds: readonly BillRequest['kind'][]): Promise<Request> {
  const { rows } =
    await sql<Request>`select q.id::text, q.no, q.kind, q.category, q.bill_id::text as bill, b.bill_no, q.community_id::text as community,
      b.room_id::text as room, q.amount::text, q.penalty::text, q.reason, q.reissue, q.state, q.made_by::text
    from bill_request q join bill b on b.id = q.bill_id join community c on c.id = q.community_id
    where q.id = ${id} and q.kind = any(${[...kinds]}::text[]) and ${communitiesVisible(ctx.session)} for update of q, b`.execute(
      tx,
    );
  const [request] = rows;
  if (request === undefined) throw notFound('申请不存在，或您没有查看它的权限');
  if (request.state !== '待审核') throw conflict(`该申请${request.state}，请刷新`);
  if (request.made_by === ctx.session.userId) throw forbidden(`不能审核自己申请的${request.kind}`);
  return request;
}

async function closeRequest(ctx: Ctx, tx: Tx, of: Request, passed: boolean, opinion: string): Promise<void> {
  if (!passed && opinion === '') throw invalid([{ path: 'opinion', message: '请填写驳回原因' }]);
  await sql`update bill_request set state = ${passed ? '已通过' : '已驳回'}, checked_by = ${ctx.session.userId}, checked_at = app_now(), opinion = ${opinion}
    where id = ${of.id}`.execute(tx);
  await trail(tx, ctx, {
    kind: '收费',
    action: `${passed ? '通过' : '驳回'}${of.kind}申请`,
    object: `${of.no} 账单 ${of.bill_no}`,
    summary: opinion,
    after: { 金额: yuanOf(of.amount), 违约金: yuanOf(of.penalty) },
  });
  await tellRun(tx, '0', { request: of.id });
}

async function decideReversal(ctx: Ctx, tx: Tx, id: string, passed: boolean, opinion: string): Promise<Reversal> {
  const of = await seenRequest(ctx, tx, id, ['红冲']);
  await closeRequest(ctx, tx, of, passed, opinion);
  await sql`update bill set frozen = '' where id = ${of.bill} and frozen = '红冲审核中'`.execute(tx);
  if (!passed) return { billId: of.bill, reversesId: null, state: '已驳回', journalId: null };
  const day = today(ctx.now);
  const made = await reverseBill(tx, { billId: of.bill, by: ctx.session.userId, day, memo: of.reason });
  if (of.reissue) await remake(tx, { billId: of.bill, madeBy: of.made_by, checkedBy: ctx.session.userId, day });
  return { billId: of.bill, reversesId: made.id, state: '已红冲', journalId: made.journalId };
}

/** Voids what is not released, asks for the others to be taken back, or decides about such a request. */
export const cancelBills = (ctx: Ctx, of: z.output<typeof chargeBillCancel.input>): Promise<Cancelled> => {
  // One call for both sides: who asks holds the bills' page, who agrees the checkers'.
  if (of.reversalId === null ? !holds(ctx.session, BILL_PAGE, 'delete') : !holds(ctx.session, AUDIT_PAGE, 'edit'))
    throw forbidden();
  return ctx.write(async (tx) => {
    if (of.reversalId !== null)
      return { reversals: [await decideReversal(ctx, tx, of.reversalId, of.approve !== '0', of.opinion)] };
    if (of.billIds.length === 0) throw refused('请选择账单');
    const reversals: Reversal[] = [];
    for (const id of of.billIds.toSorted((a, b) => Number(BigInt(a) - BigInt(b))))
      reversals.push(await cancelOne(ctx, tx, id, of));
    return { reversals };
  });
};

interface Owing {
  readonly principal: bigint;
  readonly penalty: bigint;
}

/** What may be let off. Of a month that is reviewed only what is adjusted now, and of that what was paid as well. */
async function owing(tx: Tx, billId: string, day: string, of: { category: string; amount: bigint }): Promise<Owing> {
  const [bill] = await owedBills(tx, sql`b.id = ${billId}::bigint`, day);
  if (bill === undefined || bill.state !== '已发布') throw refused('只有已发布的账单可以减免');
  const later = of.category === LATER_ADJUSTMENT;
  if ((await reviewedMonth(tx, bill.communityId, bill.period)) !== later)
    throw refused(
      later
        ? '该月收入报表未复核，请用红冲或减免'
        : `该月收入报表已复核，只能在当月做调整（类别选${LATER_ADJUSTMENT}或${LATER_CHARGE}）`,
    );
  return {
    principal: later ? await adjustable(tx, billId, of.amount) : bill.principal,
    penalty: bill.penalty.amount,
  };
}

/** @throws at the field that asks for more than is owed */
async function demandOwed(
  tx: Tx,
  of: { readonly billId: string; readonly category: string; readonly amount: bigint; readonly penalty: bigint },
  day: string,
): Promise<void> {
  const open = await owing(tx, of.billId, day, of);
  if (of.amount > open.principal) {
    const what = of.category === LATER_ADJUSTMENT ? '账单余下的应收' : '欠本金';
    throw invalid([{ path: 'amount', message: `不能超过${what}${yuanOf(open.principal)}元` }]);
  }
  if (of.penalty > open.penalty)
    throw invalid([{ path: 'penalty', message: `不能超过违约金${yuanOf(open.penalty)}元` }]);
}

export const askReduction = (
  ctx: Ctx,
  of: z.output<typeof chargeBillReduce.input>,
): Promise<z.input<typeof chargeBillReduce.output>> =>
  ctx.write(async (tx) => {
    const bill = await seenBill(ctx, tx, of.billId);
    const [amount, penalty] = [toFen(money(of.amount)), toFen(money(of.penalty))];
    const kind = of.category === LATER_CHARGE ? '补收' : '减免';
    if (kind === '补收') await demandShort(tx, of.billId);
    else await demandOwed(tx, { ...of, amount, penalty }, today(ctx.now));
    if (await waitsAlready(tx, of.billId, kind)) throw conflict(`该账单已有待审核的${kind}申请`);
    const no = await takeRequestNo(tx, kind === '补收' ? 'BS' : 'JM', today(ctx.now));
    const { rows } = await sql<{
      id: string;
    }>`insert into bill_request (no, community_id, bill_id, kind, category, amount, penalty, reason, files, made_by)
      values (${no}, ${bill.community}, ${of.billId}, ${kind}, ${of.category}, ${String(amount)}, ${String(penalty)}, ${of.reason}, ${JSON.stringify(of.files)}::jsonb,
        ${ctx.session.userId}) returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    const faults = await bindFiles(
      tx,
      BILL_REQUEST_PAPER,
      id,
      of.files.map(({ URL }, at) => ({ path: `files[${at}]`, URL })),
      ctx.session.userId,
    );
    if (faults.length > 0) throw invalid(faults);
    await trail(tx, ctx, {
      kind: '收费',
      action: `申请${kind}`,
      object: `账单 ${bill.bill_no}`,
      summary: of.reason,
      after: { 类别: of.category, 本金: yuanOf(amount), 违约金: yuanOf(penalty) },
    });
    await tellRun(tx, '0', { request: id });
    return { requestId: id, no };
  });

/** Decides about a request for a reduction, or for what is asked later. */
export const auditReduction = (
  ctx: Ctx,
  of: z.output<typeof chargeBillAudit.input>,
): Promise<z.input<typeof chargeBillAudit.output>> =>
  ctx.write(async (tx) => {
    const request = await seenRequest(ctx, tx, of.requestId ?? '', ['减免', '补收']);
    const passed = of.action === 'pass';
    const day = today(ctx.now);
    const [amount, penalty] = [BigInt(request.amount), BigInt(request.penalty)];
    if (passed && request.kind === '减免') {
      const open = await owing(tx, request.bill, day, { category: request.category, amount });
      if (amount > open.principal || penalty > open.penalty) throw conflict('欠费已变化，请重新核对');
      const whole = amount > 0n && amount === open.principal;
      if (
        (amount + penalty >= LARGE || whole) &&
        !ctx.session.roles.some((role) => role === 'admin' || LEADERS.has(role))
      )
        throw forbidden('单笔500元以上或全额减免须区域经理审批');
    }
    await closeRequest(ctx, tx, request, passed, of.opinion);
    if (passed && request.kind === '补收')
      await chargeLater(tx, {
        requestId: request.id,
        billId: request.bill,
        fen: amount,
        reason: request.reason,
        by: ctx.session.userId,
        day,
      });
    else if (passed && amount > 0n) {
      const agreed = {
        requestId: request.id,
        billId: request.bill,
        fen: amount,
        category: request.category,
        by: ctx.session.userId,
        day,
      };
      if (request.category === LATER_ADJUSTMENT) await adjustBill(tx, { ...agreed, reason: request.reason });
      else await bookReduction(tx, { ...agreed, community: request.community, room: request.room });
    }
    return { state: passed ? '已通过' : '已驳回', agreed: 0 };
  });

export async function listRequests(
  ctx: Ctx,
  of: z.output<typeof chargeBillRequests.input>,
): Promise<z.input<typeof chargeBillRequests.output>> {
  type Row = z.input<typeof chargeBillRequests.output>['rows'][number];
  /** What the page is narrowed to whichever tab is open: what waits is counted of the same. */
  const within = (period: RawBuilder<unknown>) =>
    sql.join(
      [
        communitiesVisible(ctx.session),
        ...(of.community ? [sql`c.id = ${of.community}`] : []),
        ...(of.period ? [sql`${period} = ${of.period}`] : []),
      ],
      sql` and `,
    );
  const where = sql.join(
    [
      within(sql`b.period`),
      ...(of.kind ? [of.kind === '减免申请' ? sql`q.kind in ('减免', '补收')` : sql`q.kind = '红冲'`] : []),
      ...(of.maker ? [sql`q.made_by = ${of.maker}`] : []),
      ...(of.state ? [sql`q.state = ${of.state}`] : []),
    ],
    sql` and `,
  );
  const [{ rows }, { rows: waiting }] = await Promise.all([
    sql<
      Row & { found: number }
    >`select q.id::text, q.no, q.kind, q.category, c.name as community, r.id::text as "roomId", r.full_code as room,
        b.id::text as "billId", b.bill_no as "billNo", f.name as fee, b.period, b.amount::text as "billAmount", q.amount::text, q.penalty::text, q.reason, q.files,
        q.reissue, m.user_name as maker, q.made_by::text as "makerId", to_jsonb(q.made_at) #>> '{}' as "madeAt", b.settled::text as paid, b.invoiced > 0 as invoiced,
        q.state, coalesce(k.user_name, '') as checker, q.opinion, (count(*) over ())::int as found
      from bill_request q join bill b on b.id = q.bill_id join community c on c.id = q.community_id join room r on r.id = b.room_id join fee f on f.id = b.fee_id
      join app_user m on m.id = q.made_by left join app_user k on k.id = q.checked_by
      where ${where} order by (q.state = '待审核') desc, q.id desc limit ${of.PageSize} offset ${(of.PageIndex - 1) * of.PageSize}`.execute(
      ctx.db,
    ),
    sql<z.input<typeof chargeBillRequests.output>['waiting']>`select
        (select count(*)::int from billing_run b join community c on c.id = b.community_id where b.state in ('待审核', '待发布') and b.kind = '出账' and ${within(sql`b.period`)}) as runs,
        (select count(*)::int from billing_run b join community c on c.id = b.community_id where b.state in ('待审核', '待发布') and b.kind in ('导入', '期初') and ${within(sql`b.period`)}) as imports,
        count(*) filter (where q.kind = '红冲')::int as reversals, count(*) filter (where q.kind in ('减免', '补收'))::int as reductions
      from bill_request q join bill b on b.id = q.bill_id join community c on c.id = q.community_id where q.state = '待审核' and ${within(sql`b.period`)}`.execute(
      ctx.db,
    ),
  ]);
  return {
    rows: rows.map(({ found: _, ...row }) => ({
      ...row,
      billAmount: yuanOf(row.billAmount),
      amount: yuanOf(row.amount),
      penalty: yuanOf(row.penalty),
      paid: yuanOf(row.paid),
    })),
    total: rows[0]?.found ?? 0,
    waiting: waiting[0] ?? { runs: 0, imports: 0, reversals: 0, reductions: 0 },
  };
}

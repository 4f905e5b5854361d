/** 渠道对账 by hand: what is the same amount put together, one with one or one with several, or one explained, and either taken back. */
import { randomUUID } from 'node:crypto';
import { type incomeMatch, type incomeMatchLines, MOST_MATCH_LINES } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { demandAmounts } from '../amounts.ts';
import { reverseTaken } from '../cashier/index.ts';
import { reviewedMonth } from '../ledger/index.ts';
import { visibleCommunity } from '../registry/index.ts';
import { lockMatches } from '../match-lock.ts';
import { yuanOf } from '../yuan.ts';
import { chosenCommunities, INCOME_PAGE } from './facts.ts';
import { CHANNEL, linesOf, matchAll, shownMatches } from './statements.ts';

type Match = z.output<typeof incomeMatch.input>;

interface Item {
  readonly id: string;
  readonly community: string;
  readonly communityId: string;
  readonly refNo: string;
  readonly day: string;
  readonly amount: string;
  /** Of a line: its state. Of money: whether it has been explained. */
  readonly state: string;
  readonly matched: boolean;
}

/** One of either side, held until the transaction ends. @throws refused where its month was reviewed */
async function heldItem(ctx: Ctx, tx: Tx, side: '渠道' | '系统', id: string): Promise<Item> {
  const mine = chosenCommunities(ctx.session, []);
  const { rows } =
    side === '渠道'
      ? await sql<Item>`select l.id::text, c.name as community, c.id::text as "communityId", l.ref_no as "refNo", l.day::text, l.amount::text, l.state,
          exists (select from statement_match m where m.line_id = l.id) as matched
        from statement_line l join community c on c.id = l.community_id where l.id = ${id}::bigint and ${mine} for update of l`.execute(
          tx,
        )
      : await sql<Item>`select t.id::text, c.name as community, c.id::text as "communityId", t.ref_no as "refNo", p.day::text, t.amount::text,
          case when h.tender_id is null then '待查' else '已处理' end as state,
          exists (${linesOf}) as matched
        from tender t join payment p on p.id = t.payment_id join community c on c.id = p.community_id left join tender_handled h on h.tender_id = t.id
        where t.id = ${id}::bigint and ${mine} for update of t`.execute(tx);
  const [item] = rows;
  if (item === undefined)
    throw notFound(side === '渠道' ? '渠道账单行不存在，或您没有查看它的权限' : '收款不存在，或您没有查看它的权限');
  if (await reviewedMonth(tx, item.communityId, item.day.slice(0, 7)))
    throw refused(`${item.day.slice(0, 7)}收入报表已复核，请先反复核`);
  return item;
}

const told = (tx: Tx, ctx: Ctx, item: Item, action: string, note: string): Promise<void> =>
  trail(tx, ctx, {
    kind: '收费',
    action,
    object: `${item.community} ${item.refNo || item.day}`,
    summary: note,
    after: { 金额: yuanOf(item.amount) },
  });

async function explainMoney(ctx: Ctx, tx: Tx, id: string, note: string): Promise<void> {
  const item = await heldItem(ctx, tx, '系统', id);
  if (item.matched || item.state === '已处理') throw conflict('该笔已处理，请刷新');
  await sql`insert into tender_handled (tender_id, note, handled_by) values (${id}::bigint, ${note}, ${ctx.session.userId})`.execute(
    tx,
  );
  await told(tx, ctx, item, '渠道对账处理', note);
}

async function explainLine(ctx: Ctx, tx: Tx, id: string, note: string): Promise<void> {
  const item = await heldItem(ctx, tx, '渠道', id);
  if (item.state !== '待查') throw conflict('该笔已处理，请刷新');
  await sql`update statement_line set state = '已处理', note = ${note}, handled_by = ${ctx.session.userId} where id = ${id}::bigint`.execute(
    tx,
  );
  await told(tx, ctx, item, '渠道对账处理', note);
}

const OTHER_SIDE = { 渠道: '系统', 系统: '渠道' } as const;
const THESE = { 渠道: '渠道账单', 系统: '系统收款' } as const;

/** One of a side put together with one or several of the other that are as much. */
async function putTogether(
  ctx: Ctx,
  tx: Tx,
  { side, id, otherIds, note }: { side: '渠道' | '系统'; id: string; otherIds: readonly string[]; note: string },
): Promise<void> {
  const wrong = (message: string) => invalid([{ path: 'otherIds', message }]);
  const other = OTHER_SIDE[side];
  if (otherIds.length === 0) throw wrong(`请选择${THESE[other]}`);
  if (new Set(otherIds).size < otherIds.length) throw wrong('所选重复，请刷新后重试');
  await lockMatches(tx);
  const one = await heldItem(ctx, tx, side, id);
  const others: Item[] = [];
  for (const each of otherIds) others.push(await heldItem(ctx, tx, other, each));
  if (one.matched || one.state !== '待查') throw conflict('该笔已处理，请刷新');
  const [taken] = others.filter(({ matched, state }) => matched || state !== '待查');
  if (taken !== undefined)
    throw conflict(`${taken.refNo || taken.day} ${yuanOf(taken.amount)}元已与别的匹配或已处理，请刷新`);
  if (others.some(({ communityId }) => communityId !== one.communityId)) throw wrong(`请选择同一小区的${THESE[other]}`);
  const sum = others.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (sum !== BigInt(one.amount))
    throw wrong(
      others.length === 1
        ? '两边金额不同，不能匹配'
        : `所选${others.length}笔合计${yuanOf(sum)}元，与${yuanOf(one.amount)}元不等`,
    );
  const ids = others.map((of) => of.id);
  const [lines, tenders] = side === '渠道' ? [ids.map(() => id), ids] : [ids, ids.map(() => id)];
  await sql`insert into statement_match (line_id, tender_id, amount) select * from unnest(${lines}::bigint[], ${tenders}::bigint[],
    ${others.map(({ amount }) => amount)}::bigint[])`.execute(tx);
  await sql`update statement_line set state = '已处理', note = ${note}, handled_by = ${ctx.session.userId} where id = any(${lines}::bigint[])`.execute(
    tx,
  );
  const parts =
    others.length === 1
      ? ''
      : `（${others.map(({ refNo, day, amount }) => `${refNo || day} ${yuanOf(amount)}元`).join('，')}）`;
  await told(tx, ctx, one, '渠道对账匹配', `${note}${parts}`);
}

/** What was put together or explained waits again; the program leaves apart what somebody took apart. */
async function takeBack(ctx: Ctx, tx: Tx, side: '渠道' | '系统', id: string, note: string): Promise<void> {
  await lockMatches(tx);
  const item = await heldItem(ctx, tx, side, id);
  if (side === '渠道') {
    if (item.state === '待查') throw conflict('该笔尚未匹配或处理，请刷新');
    // What it was taken for is taken back with it, and that makes it wait.
    const { rows: taken } = await sql<{
      id: string;
    }>`select p.id::text from payment p join statement_match m on m.line_id = p.line_id
      join tender t on t.id = m.tender_id and t.payment_id = p.id
      where p.line_id = ${id}::bigint and p.state = '正常' order by p.id`.execute(tx);
    for (const { id: paymentId } of taken)
      await reverseTaken(ctx, tx, { requestId: randomUUID(), paymentId, reason: note });
    if (taken.length > 0) return told(tx, ctx, item, '渠道对账撤销', `${note}（红冲收作缴费的${taken.length}张收据）`);
    // Lines that together were one sum of ours wait again with it.
    const { rows } = await sql<{
      id: string;
    }>`select distinct o.line_id::text as id from statement_match m join statement_match o on o.tender_id = m.tender_id
      where m.line_id = ${id}::bigint`.execute(tx);
    const lines = [id, ...rows.map((row) => row.id)];
    await sql`delete from statement_match where line_id = any(${lines}::bigint[])`.execute(tx);
    await sql`update statement_line set state = '待查', note = '', handled_by = null, apart = ${item.matched} where id = any(${lines}::bigint[])`.execute(
      tx,
    );
  } else {
    if (item.matched) throw refused('请从渠道一侧撤销匹配');
    if (item.state === '待查') throw conflict('该笔尚未处理，请刷新');
    await sql`delete from tender_handled where tender_id = ${id}::bigint`.execute(tx);
  }
  await told(tx, ctx, item, '渠道对账撤销', note);
}

async function settleOne(ctx: Ctx, tx: Tx, input: Match): Promise<void> {
  const { side, id, note, action } = input;
  if (side === undefined || id === undefined) throw invalid([{ path: 'id', message: '请选择一笔' }]);
  if (note === '') throw invalid([{ path: 'note', message: action === 'undo' ? '请填写撤销原因' : '请填写处理说明' }]);
  if (action === 'undo') return takeBack(ctx, tx, side, id, note);
  if (action === 'handle') return side === '系统' ? explainMoney(ctx, tx, id, note) : explainLine(ctx, tx, id, note);
  return putTogether(ctx, tx, { side, id, otherIds: input.otherIds, note });
}

export async function matchStatements(ctx: Ctx, input: Match): Promise<z.input<typeof incomeMatch.output>> {
  demandAmounts(ctx);
  if (input.action === 'list') return shownMatches(ctx, ctx.db, input, 0);
  if (!holds(ctx.session, INCOME_PAGE, 'edit')) throw forbidden('渠道对账须由财务处理');
  return ctx.write(async (tx) => {
    if (input.action !== 'auto') {
      await settleOne(ctx, tx, input);
      return shownMatches(ctx, tx, input, 0);
    }
    const matched = await matchAll(tx, ctx, input.communityIds);
    await trail(tx, ctx, { kind: '收费', action: '渠道自动匹配', object: `${matched}笔` });
    return shownMatches(ctx, tx, input, matched);
  });
}

/** What one was matched with; of several each with what it is of it. */
const toldOthers = (others: readonly { readonly text: string; readonly fen: string }[]): string =>
  others.map(({ text, fen }) => (others.length === 1 ? text : `${text} ${yuanOf(fen)}元`)).join('；');

/** A day of a channel line by line: both sides, and what each was matched with. */
export async function readMatchLines(
  ctx: Ctx,
  { communityId, day, channel }: z.output<typeof incomeMatchLines.input>,
): Promise<z.input<typeof incomeMatchLines.output>> {
  demandAmounts(ctx);
  await visibleCommunity(ctx, ctx.db, communityId);
  type Row = z.input<typeof incomeMatchLines.output>['rows'][number];
  type Told = Omit<Row, 'other'> & {
    readonly total: number;
    readonly others: readonly { text: string; fen: string }[] | null;
  };
  const { rows } = await sql<Told>`
    select x.*, (count(*) over ())::int as total from (
      select '渠道' as side, l.id::text, l.ref_no as "refNo", l.amount::text, l.fee::text, l.payer as who, l.state, l.note, coalesce(u.user_name, '') as by,
        (select jsonb_agg(jsonb_build_object('text', concat_ws(' ', p.day, coalesce(p.receipt_text, p.kind), r.full_code, t.ref_no, p.payer), 'fen', m.amount::text)
            order by t.id) from statement_match m join tender t on t.id = m.tender_id join payment p on p.id = t.payment_id
          left join room r on r.id = p.room_id where m.line_id = l.id) as others
      from statement_line l left join app_user u on u.id = l.handled_by
      where l.community_id = ${communityId}::bigint and l.day = ${day}::date and l.channel = ${channel}
      union all
      -- What stands beside a line of the same day is told with that line.
      select '系统', t.id::text, t.ref_no, t.amount::text, '0', p.payer,
        case when beside.of is not null then beside.state when h.tender_id is not null then '已处理' else '待查' end,
        coalesce(h.note, ''), coalesce(u.user_name, ''), beside.of
      from payment p join tender t on t.payment_id = p.id left join tender_handled h on h.tender_id = t.id
      left join app_user u on u.id = h.handled_by
      left join lateral (select jsonb_agg(jsonb_build_object('text', concat_ws(' ', l.day, l.ref_no, l.payer), 'fen', m.amount::text) order by l.id) as of,
          min(l.state) as state, bool_or(l.day = p.day) as same_day
        from statement_match m join statement_line l on l.id = m.line_id where m.tender_id = t.id) beside on true
      where p.community_id = ${communityId}::bigint and p.day = ${day}::date and t.kind in ('微信', '支付宝', '转账') and ${CHANNEL} = ${channel}
        and p.state in ('正常', '已红冲') and beside.same_day is not true
    ) x order by x.state = '平', x.side desc, x.id::bigint limit ${MOST_MATCH_LINES}`.execute(ctx.db);
  return {
    left: Math.max(0, (rows[0]?.total ?? 0) - rows.length),
    rows: rows.map(({ total: _, others, ...row }) => ({
      ...row,
      amount: yuanOf(row.amount),
      fee: yuanOf(row.fee),
      other: toldOthers(others ?? []),
    })),
  };
}

/** 渠道对账: statements of channels against what was taken by them, one to one by number and amount; the rest is an inbox. */
import { CANDIDATE_DAYS, MOST_TOGETHER, type OpenItem, type StatementChannel } from '@hengneng/contracts';
import { addingUp } from '@hengneng/charging';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { chosenCommunities } from './facts.ts';
import { lockMatches } from '../match-lock.ts';
import { yuanOf } from '../yuan.ts';

const MOST_OPEN = 200;
const MOST_CANDIDATES = 5;

export interface Span {
  readonly communityIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Which statement a way of paying is found on; cash and what POS brings are counted when the day is closed. */
export const CHANNEL = sql`case t.kind when '转账' then '银行' else t.kind end`;

/** The lines that `tender t` was matched with. */
export const linesOf = sql`select from statement_match m where m.tender_id = t.id`;
/** Of `tender t`: nobody has matched it nor said what it is. */
export const waits = sql`not exists (${linesOf}) and not exists (select from tender_handled h where h.tender_id = t.id)`;

/** Our money by channel: id, community_id, day, channel, ref_no, amount, payer, matched, note. */
const ours = (ctx: Ctx, { communityIds, from, to }: Span): RawBuilder<unknown> => sql`
  select t.id, p.community_id, p.day, ${CHANNEL} as channel, t.ref_no, t.amount, p.payer, exists (${linesOf}) as matched, h.note
  from payment p join tender t on t.payment_id = p.id join community c on c.id = p.community_id
  left join tender_handled h on h.tender_id = t.id
  where t.kind in ('微信', '支付宝', '转账') and p.state in ('正常', '已红冲') and p.day between ${from}::date and ${to}::date
    and ${chosenCommunities(ctx.session, communityIds)}`;
const theirs = (ctx: Ctx, { communityIds, from, to }: Span): RawBuilder<unknown> => sql`
  select l.* from statement_line l join community c on c.id = l.community_id
  where l.day between ${from}::date and ${to}::date and ${chosenCommunities(ctx.session, communityIds)}`;

/**
 * Lines and money of the same number and amount belong together, each to one: where both sides have several alike, the first with the first. What
 * was taken apart by hand stays so. A number is one of its channel, whichever community's file it came in: a line goes to the community whose
 * money it is, unless that has reviewed the month.
 */
export async function matchAll(tx: Tx, ctx: Ctx, communityIds: readonly string[]): Promise<number> {
  await lockMatches(tx);
  const { numAffectedRows } = await sql`
    with line as (
      select l.id, l.community_id, l.day, l.channel, l.amount, coalesce(nullif(l.of_ref, ''), l.ref_no) as ref_no,
        row_number() over (partition by l.channel, l.amount, coalesce(nullif(l.of_ref, ''), l.ref_no) order by l.id) as nth
      from statement_line l join community c on c.id = l.community_id
      where l.state = '待查' and not l.apart and ${chosenCommunities(ctx.session, communityIds)}
    ), money as (
      select t.id, p.community_id, ${CHANNEL} as channel, t.amount, t.ref_no,
        row_number() over (partition by ${CHANNEL}, t.amount, t.ref_no order by t.id) as nth
      from tender t join payment p on p.id = t.payment_id join community c on c.id = p.community_id
      where t.ref_no in (select ref_no from line) and ${chosenCommunities(ctx.session, communityIds)} and p.state in ('正常', '已红冲')
        and not exists (${linesOf})
    ), paired as (
      select line.id as line_id, money.id as tender_id, money.community_id, line.amount
      from line join money on money.channel = line.channel and money.amount = line.amount and money.ref_no = line.ref_no and money.nth = line.nth
      where money.community_id = line.community_id or not exists (select from income_review v
        where v.community_id = money.community_id and v.month = to_char(line.day, 'YYYY-MM') and v.undone_at is null)
    ), put as (insert into statement_match (line_id, tender_id, amount) select line_id, tender_id, amount from paired)
    update statement_line l set state = '平', community_id = paired.community_id, note = '', handled_by = null
    from paired where l.id = paired.line_id`.execute(tx);
  // One fen that a merchant was tried with is nobody's money: it came and went.
  await sql`update statement_line l set state = '已处理', note = '支付渠道测试收款', handled_by = t.made_by
    from pay_test t join pay_channel h on h.id = t.pay_channel_id, community c
    where c.id = l.community_id and ${chosenCommunities(ctx.session, communityIds)} and l.state = '待查' and l.apart is false
      and h.channel = l.channel
      and (l.amount = 1 and l.ref_no = nullif(t.provider_ref, '') or l.amount = -1 and (l.of_ref = nullif(t.provider_ref, '') or l.ref_no = nullif(t.refund_ref, '')))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

interface DayRow {
  readonly community_id: string;
  readonly community: string;
  readonly day: string;
  readonly channel: StatementChannel;
  readonly count: number;
  readonly amount: string;
  readonly statement_count: number;
  readonly statement_amount: string;
  readonly fee: string;
  readonly waiting: number;
  readonly handled: number;
  readonly note: string | null;
}

async function daysOf(ctx: Ctx, db: Db | Tx, span: Span): Promise<readonly DayRow[]> {
  const { rows } = await sql<DayRow>`
    select x.community_id::text, c.name as community, x.day::text, x.channel, sum(x.n)::int as count, sum(x.ours)::text as amount, sum(x.m)::int as statement_count,
      sum(x.theirs)::text as statement_amount, sum(x.fee)::text as fee, sum(x.waiting)::int as waiting, sum(x.handled)::int as handled,
      string_agg(distinct nullif(x.note, ''), '；') as note
    from (
      select community_id, day, channel, 1 as n, amount as ours, 0 as m, 0::bigint as theirs, 0::bigint as fee,
        (not matched and note is null)::int as waiting, (note is not null)::int as handled, note from (${ours(ctx, span)}) o
      union all
      select community_id, day, channel, 0, 0, 1, amount, fee, (state = '待查')::int, (state = '已处理')::int, note from (${theirs(ctx, span)}) s
    ) x join community c on c.id = x.community_id group by x.community_id, c.name, x.day, x.channel order by x.day desc, c.name, x.channel`.execute(
    db,
  );
  return rows;
}

/** Days of a channel on which something still waits to be looked into. */
export const waitingDays = async (ctx: Ctx, db: Db | Tx, span: Span): Promise<number> =>
  (await daysOf(ctx, db, span)).filter(({ waiting }) => waiting > 0).length;

/** Money of ours that `statement_line s` may be, or be part of: nobody's yet, about that day. */
export const MONEY_ABOUT = sql`from payment p join tender t on t.payment_id = p.id
  where p.community_id = s.community_id and p.day between s.day - ${CANDIDATE_DAYS}::integer and s.day + ${CANDIDATE_DAYS}::integer
    and t.kind in ('微信', '支付宝', '转账') and p.state in ('正常', '已红冲') and ${waits}`;

/** `tender t` of `payment p` and `statement_line s` are the same payer's, by a name or by a number that the other begins with. */
export const RELATED = sql`(s.payer <> '' and (p.payer = s.payer or exists (select from occupancy o join party q on q.id = o.party_id
    where o.room_id = p.room_id and o.span @> p.day and q.name = s.payer)) or s.ref_no <> '' and starts_with(t.ref_no, s.ref_no))`;

/** Of its channel before that of others. */
const candidatesOf = sql`(select jsonb_agg(jsonb_build_object('tenderId', y.id::text, 'day', y.day, 'channel', y.channel, 'refNo', y.ref_no, 'who', y.payer,
    'receiptNo', y.receipt) order by y.other_channel, y.apart, y.id)
  from (select t.id, p.day, ${CHANNEL} as channel, t.ref_no, p.payer, coalesce(p.receipt_text, p.kind) as receipt, ${CHANNEL} <> s.channel as other_channel,
      abs(p.day - s.day) as apart
    ${MONEY_ABOUT} and t.amount = s.amount order by other_channel, apart, t.id limit ${MOST_CANDIDATES}) y)`;

/** Amounts of the payer's money, the nearest by day first. */
const partsOf = sql`(select jsonb_agg(y.amount::text order by y.apart, y.id) from (select t.id, t.amount, abs(p.day - s.day) as apart
    ${MONEY_ABOUT} and t.amount > 0 and t.amount < s.amount and ${RELATED} order by apart, t.id limit ${MOST_TOGETHER}) y)`;

interface Open {
  readonly side: '渠道' | '系统';
  readonly ref_no: string;
  readonly of_ref: string;
  readonly amount: string;
  /** What the other side has under the number. */
  readonly other: string | null;
}

/** Why it waits, and what to do about it. */
function hintOf({ side, ref_no, of_ref, amount, other }: Open): string {
  const counterpart = side === '渠道' ? '系统' : '渠道';
  if (of_ref !== '') return `渠道退款，原单 ${of_ref}；请在收费台退款或红冲，或写明原因`;
  if (ref_no === '' && side === '系统') return '入账时没有流水号，请从渠道账单中同额的一笔匹配';
  if (other === null) return `${counterpart}没有这个流水号`;
  return other === amount
    ? `${counterpart}有同号同额的一笔，已与别的匹配`
    : `同号金额不符：${counterpart}${yuanOf(other)}元`;
}

async function openItems(ctx: Ctx, db: Db | Tx, span: Span): Promise<{ rows: OpenItem[]; left: number }> {
  const { rows } = await sql<
    Open & {
      id: string;
      community_id: string;
      community: string;
      day: string;
      channel: StatementChannel;
      who: string;
      candidates: OpenItem['candidates'] | null;
      parts: readonly string[] | null;
      total: number;
    }
  >`
    select x.side, x.id::text, x.community_id::text, c.name as community, x.day::text, x.channel, x.ref_no, x.of_ref, x.amount::text, x.who, x.other::text,
      x.candidates, x.parts, (count(*) over ())::int as total
    from (
      select '渠道' as side, s.id, s.community_id, s.day, s.channel, s.ref_no, s.of_ref, s.amount, s.payer as who,
        (select t.amount from tender t where t.ref_no = s.ref_no and ${CHANNEL} = s.channel and t.amount > 0 limit 1) as other,
        ${candidatesOf} as candidates, ${partsOf} as parts
      from (${theirs(ctx, span)}) s where s.state = '待查'
      union all
      select '系统', o.id, o.community_id, o.day, o.channel, o.ref_no, '', o.amount, o.payer,
        (select l.amount from statement_line l where l.ref_no = o.ref_no and l.channel = o.channel limit 1), null, null
      from (${ours(ctx, span)}) o where not o.matched and o.note is null
    ) x join community c on c.id = x.community_id order by x.day, x.channel, x.ref_no, x.side limit ${MOST_OPEN}`.execute(
    db,
  );
  const total = rows[0]?.total ?? 0;
  return {
    left: Math.max(0, total - rows.length),
    rows: rows.map((row) => {
      return {
        side: row.side,
        id: row.id,
        communityId: row.community_id,
        community: row.community,
        day: row.day,
        channel: row.channel,
        refNo: row.ref_no,
        amount: yuanOf(row.amount),
        who: row.who,
        candidates: row.candidates ?? [],
        together:
          addingUp(
            (row.parts ?? []).map((fen) => ({ fen: BigInt(fen) })),
            BigInt(row.amount),
          )?.length ?? 0,
        hint: hintOf(row),
      };
    }),
  };
}

export async function shownMatches(ctx: Ctx, db: Db | Tx, span: Span, matched: number) {
  const days = await daysOf(ctx, db, span);
  const { rows: open, left } = await openItems(ctx, db, span);
  return {
    matched,
    left,
    open,
    rows: days.map((row) => ({
      communityId: row.community_id,
      community: row.community,
      day: row.day,
      channel: row.channel,
      count: row.count,
      amount: yuanOf(row.amount),
      statementCount: row.statement_count,
      statementAmount: yuanOf(row.statement_amount),
      fee: yuanOf(row.fee),
      difference: yuanOf(BigInt(row.amount) - BigInt(row.statement_amount)),
      state: row.waiting > 0 ? ('待查' as const) : row.handled > 0 ? ('已处理' as const) : ('平' as const),
      note: row.note ?? '',
    })),
  };
}

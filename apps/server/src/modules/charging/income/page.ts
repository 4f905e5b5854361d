/** Lines behind the report's figures: every receipt by what it was for, and what rooms paid ahead. */
import type { incomePage, incomePrepaid } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { likeText } from '../../../platform/db/like.ts';
import { demandAmounts } from '../amounts.ts';
import { chosenCommunities, incomeFacts } from './facts.ts';
import { localTime } from '../local-time.ts';
import { yuanOf } from '../yuan.ts';

type PageInput = z.output<typeof incomePage.input>;

/** Which movements a figure is made of. */
const PARTS: Readonly<Record<NonNullable<PageInput['part']>, RawBuilder<unknown>>> = {
  本期: sql`f.cls in ('收款', '转预存') and f.fresh`,
  往期: sql`f.cls in ('收款', '转预存') and not f.fresh`,
  违约金: sql`f.cls = '违约金'`,
  预存: sql`f.cls in ('预存', '转预存')`,
  退预存: sql`f.cls = '退预存'`,
  抵扣: sql`f.cls in ('抵扣', '抵违约金')`,
  临时: sql`f.cls = '临时'`,
  押金: sql`f.cls = '押金'`,
};

interface Line {
  readonly id: string;
  readonly day: string;
  readonly receipt: string | null;
  readonly community: string;
  readonly room: string | null;
  readonly room_id: string | null;
  readonly payer: string | null;
  readonly fee: string | null;
  readonly what: string;
  readonly period: string | null;
  readonly principal: string;
  readonly penalty: string;
  readonly tender: string | null;
  readonly ref_no: string | null;
  readonly cashier: string | null;
  readonly opened_at: Date | null;
  readonly invoice: string | null;
  readonly state: string | null;
  readonly reversal: boolean;
}

/** A receipt's part for one bill by one way of paying is a line. */
const lines = (ctx: Ctx, input: PageInput): RawBuilder<unknown> => sql`
  select f.journal_id, f.bill_id, f.payment_id, f.tender, f.community_id, min(f.booked) as day, min(f.fee_id) as fee_id,
    case when bool_or(f.cls in ('抵扣', '抵违约金')) then '抵扣' else min(f.cls) filter (where f.cls not in ('违约金')) end as what,
    coalesce(sum(case when f.cls in ('违约金', '抵违约金') then 0 when f.cls = '退预存' or (f.cls = '转预存' and ${input.part === '预存'}) then -f.amount else f.amount end), 0) as principal,
    coalesce(sum(f.amount) filter (where f.cls in ('违约金', '抵违约金')), 0) as penalty
  from (${incomeFacts(ctx.session, input)}) f
  where f.day >= ${input.from}::date and ${input.part === null ? sql`f.cls not in ('应收', '减免', '红冲', '转预存')` : PARTS[input.part]}
  group by f.journal_id, f.bill_id, f.payment_id, f.tender, f.community_id, f.cls in ('预存', '退预存', '押金')`;

/** Numbers of the invoices of a bill `b` that stand. */
const INVOICES = sql`case when b.invoiced > 0 then (select string_agg(distinct i.invoice_no, '、') from f_charge_pre_open i
  join f_charge_pre_open_lines x on x.parent_id = i.id where x.bill = b.id and i.invoice_no <> '' and i.status in ('running', 'approved')) end`;

export async function readPage(ctx: Ctx, input: PageInput): Promise<z.input<typeof incomePage.output>> {
  demandAmounts(ctx);
  const word = input.Keyword?.trim() ?? '';
  const wanted =
    word === ''
      ? sql``
      : sql` left join bill b on b.id = l.bill_id left join payment p on p.id = l.payment_id left join room r on r.id = coalesce(p.room_id, b.room_id)
          where p.receipt_text ilike ${likeText(word)} or r.full_code ilike ${likeText(word)} or p.payer ilike ${likeText(word)}`;
  // A span's lines are made once, for the page and its sums; what else is told of them is looked up for the page alone.
  const { rows: found } = await sql<Line & { n: number; all_principal: string | null; all_penalty: string | null }>`
    with l as materialized (select l.* from (${lines(ctx, input)}) l${wanted}),
      page as materialized (select *, row_number() over () as nth from (
        select * from l order by day desc, journal_id desc, bill_id, tender limit ${input.PageSize} offset ${(input.PageIndex - 1) * input.PageSize}) o),
      sums as materialized (select count(*)::int as n, sum(principal)::text as all_principal, sum(penalty)::text as all_penalty from l)
    select a.n, a.all_principal, a.all_penalty,
      l.journal_id || '-' || coalesce(l.bill_id, 0) || '-' || coalesce(l.tender, '') || '-' || coalesce(l.what, '') as id, l.day::text, p.receipt_text as receipt,
      c.name as community, r.full_code as room, r.id::text as room_id, p.payer, e.name as fee, coalesce(l.what, '违约金') as what, b.period,
      l.principal::text, l.penalty::text, l.tender,
      (select string_agg(distinct nullif(t.ref_no, ''), '、') from tender t where t.payment_id = p.id and t.kind = l.tender) as ref_no,
      u.user_name as cashier, s.opened_at, ${INVOICES} as invoice, p.state, j.reverses_id is not null as reversal
    from sums a left join page l on true left join journal j on j.id = l.journal_id left join community c on c.id = l.community_id
    left join bill b on b.id = l.bill_id left join payment p on p.id = l.payment_id left join room r on r.id = coalesce(p.room_id, b.room_id)
    left join fee e on e.id = l.fee_id left join app_user u on u.id = p.made_by left join shift s on s.id = p.shift_id order by l.nth`.execute(
    ctx.db,
  );
  const [sums] = found;
  // Without a line there are the sums alone.
  const rows = found.filter(({ id }) => id !== null);
  const [principal, penalty] = [BigInt(sums?.all_principal ?? '0'), BigInt(sums?.all_penalty ?? '0')];
  return {
    total: sums?.n ?? 0,
    sums: { principal: yuanOf(principal), penalty: yuanOf(penalty), total: yuanOf(principal + penalty) },
    rows: rows.map((row) => ({
      id: row.id,
      day: row.day,
      receiptNo: row.receipt ?? '',
      community: row.community,
      room: row.room ?? '',
      roomId: row.room_id,
      payer: row.payer ?? '',
      fee:
        row.what === '收款' || row.what === '违约金' || row.what === '临时'
          ? (row.fee ?? '')
          : `${row.what}${row.fee === null ? '' : `·${row.fee}`}`,
      period: row.period ?? '',
      principal: yuanOf(row.principal),
      penalty: yuanOf(row.penalty),
      total: yuanOf(BigInt(row.principal) + BigInt(row.penalty)),
      tender: row.tender ?? '',
      refNo: row.ref_no ?? '',
      cashier: row.cashier ?? '',
      shift: row.opened_at === null ? '' : localTime(row.opened_at),
      invoiceNo: row.invoice ?? '',
      state: row.reversal ? '红冲' : (row.state ?? '正常'),
    })),
  };
}

const PREPAID = ['opening', 'taken', 'deducted', 'refunded', 'closing', 'liability'] as const;
type PrepaidFigures = Record<(typeof PREPAID)[number], string | null>;

/** Rooms that paid ahead: what they had, what came and went, what they have. */
export async function readPrepaid(
  ctx: Ctx,
  input: z.output<typeof incomePrepaid.input>,
): Promise<z.input<typeof incomePrepaid.output>> {
  demandAmounts(ctx);
  const word = input.Keyword?.trim() ?? '';
  const now = sql`m.day >= ${input.from}::date`;
  const byRoom = sql`
    select m.room_id, -coalesce(sum(m.amount) filter (where m.kind = '预存' and not ${now}), 0) as opening,
      -coalesce(sum(m.amount) filter (where m.kind = '预存' and ${now} and m.what = 'taken'), 0) as taken,
      coalesce(sum(m.amount) filter (where m.kind = '预存' and ${now} and m.what = 'deducted'), 0) as deducted,
      coalesce(sum(m.amount) filter (where m.kind = '预存' and ${now} and m.what = 'refunded'), 0) as refunded,
      -coalesce(sum(m.amount) filter (where m.kind = '预存'), 0) as closing,
      -coalesce(sum(m.amount) filter (where m.kind = '预开票'), 0) as liability
    from (
      -- A receipt that is taken back lessens what came in; a deduction that is taken back, what was deducted.
      select a.ref as room_id, a.kind, j.day, x.amount,
        case when j.kind = '退款' then 'refunded' when coalesce(o.kind, j.kind) = '抵扣' then 'deducted' else 'taken' end as what
      from ledger_account a join community c on c.id = a.community_id
      join lateral (select t.journal_id, t.amount from transfer t where t.debit = a.id union all select t.journal_id, -t.amount from transfer t where t.credit = a.id) x on true
      join journal j on j.id = x.journal_id left join journal o on o.id = j.reverses_id
      where a.kind in ('预存', '预开票') and j.day <= ${input.to}::date and ${chosenCommunities(ctx.session, input.communityIds)}
    ) m group by m.room_id`;
  const had = sql`(q.opening <> 0 or q.taken <> 0 or q.deducted <> 0 or q.refunded <> 0 or q.liability <> 0)
      ${word === '' ? sql`` : sql` and r.full_code ilike ${likeText(word)}`}`;
  const ofRooms = sql`(${byRoom}) q join room r on r.id = q.room_id join community c on c.id = r.community_id`;
  // Which invoices the liability of a room is, and of which periods.
  const ahead = sql`
    select string_agg(distinct s.invoice_no, '、') as invoices, string_agg(distinct b.period, '、') as periods from (
      select t.bill_id, max(j.source_id) filter (where j.source = 'f_charge_pre_open') as record
      from ledger_account a join transfer t on t.debit = a.id or t.credit = a.id join journal j on j.id = t.journal_id
      where a.community_id = r.community_id and a.kind = '预开票' and a.ref = r.id and j.day <= ${input.to}::date
      group by t.bill_id having sum(case when t.credit = a.id then t.amount else -t.amount end) > 0) o
    join bill b on b.id = o.bill_id left join f_charge_pre_open s on s.id = o.record`;
  const { rows } = await sql<
    PrepaidFigures & { room_id: string; community: string; room: string; invoices: string; periods: string }
  >`
    select r.id::text as room_id, c.name as community, r.full_code as room, q.opening::text, q.taken::text, q.deducted::text, q.refunded::text,
      q.closing::text, q.liability::text, coalesce(v.invoices, '') as invoices, coalesce(v.periods, '') as periods
    from ${ofRooms}
      left join lateral (${ahead}) v on q.liability <> 0
    where ${had} order by q.closing desc, r.id limit ${input.PageSize} offset ${(input.PageIndex - 1) * input.PageSize}`.execute(
    ctx.db,
  );
  const {
    rows: [sums],
  } = await sql<PrepaidFigures & { n: number }>`
    select count(*)::int as n, sum(q.opening)::text as opening, sum(q.taken)::text as taken, sum(q.deducted)::text as deducted,
      sum(q.refunded)::text as refunded, sum(q.closing)::text as closing, sum(q.liability)::text as liability from ${ofRooms} where ${had}`.execute(
    ctx.db,
  );
  const told = (of: Partial<PrepaidFigures>) => ({
    opening: yuanOf(of.opening),
    taken: yuanOf(of.taken),
    deducted: yuanOf(of.deducted),
    refunded: yuanOf(of.refunded),
    closing: yuanOf(of.closing),
    liability: yuanOf(of.liability),
  });
  return {
    total: sums?.n ?? 0,
    sums: told(sums ?? {}),
    rows: rows.map((row) => ({
      roomId: row.room_id,
      community: row.community,
      room: row.room,
      invoices: row.invoices,
      periods: row.periods,
      ...told(row),
    })),
  };
}

/** 试算平衡: accounts by kind, what moved them, and what must hold of the ledger at any moment. */
import type { trialBalance, TrialGroup, trialLines, trialMonitors } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { type AccountKind, brokenInvariants, MONITORS } from '../ledger/index.ts';
import { localTime } from '../local-time.ts';
import { demandAmounts } from '../amounts.ts';
import { chosenCommunities } from './facts.ts';
import { yuanOf } from '../yuan.ts';

/** The classes of the accounts, each in the order of a trial balance. */
const GROUPS: Readonly<Record<AccountKind, TrialGroup>> = {
  现金: '资产',
  银行: '资产',
  微信: '资产',
  支付宝: '资产',
  POS: '资产',
  支票: '资产',
  应收: '资产',
  预开应收: '资产',
  待处理长短款: '资产',
  预存: '负债',
  押金: '负债',
  预开票: '负债',
  代收: '负债',
  销项税额: '负债',
  期初: '权益',
  收入: '损益',
  违约金收入: '损益',
  减免: '损益',
  坏账: '损益',
};
const ORDER = Object.keys(GROUPS) as readonly AccountKind[];

interface Stood {
  readonly kind: AccountKind;
  readonly accounts: number;
  readonly opening: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
}

/** A balance on the side where it stands: debits are above zero. */
const sides = (balance: bigint): readonly [debit: bigint, credit: bigint] => [
  balance > 0n ? balance : 0n,
  balance < 0n ? -balance : 0n,
];

const figuresOf = ({ opening, debit, credit }: Stood): readonly bigint[] => [
  ...sides(opening),
  debit,
  credit,
  ...sides(opening + debit - credit),
];

const rowOf = (
  group: TrialGroup | null,
  kind: string,
  accounts: number,
  [
    openingDebit = 0n,
    openingCredit = 0n,
    debit = 0n,
    credit = 0n,
    closingDebit = 0n,
    closingCredit = 0n,
  ]: readonly bigint[],
) => ({
  group,
  kind,
  accounts,
  openingDebit: yuanOf(openingDebit),
  openingCredit: yuanOf(openingCredit),
  debit: yuanOf(debit),
  credit: yuanOf(credit),
  closingDebit: yuanOf(closingDebit),
  closingCredit: yuanOf(closingCredit),
});

export async function readTrial(
  ctx: Ctx,
  input: z.output<typeof trialBalance.input>,
): Promise<z.input<typeof trialBalance.output>> {
  demandAmounts(ctx);
  const now = sql`j.day >= ${input.from}::date`;
  const { rows } = await sql<{ kind: AccountKind; accounts: number; opening: string; debit: string; credit: string }>`
    select a.kind, count(*)::int as accounts, sum(m.opening)::text as opening, sum(m.debit)::text as debit, sum(m.credit)::text as credit
    from (
      select v.account, coalesce(sum(v.debit - v.credit) filter (where not ${now}), 0) as opening, coalesce(sum(v.debit) filter (where ${now}), 0) as debit,
        coalesce(sum(v.credit) filter (where ${now}), 0) as credit
      from journal j join transfer t on t.journal_id = j.id
      cross join lateral (values (t.debit, t.amount, 0::bigint), (t.credit, 0::bigint, t.amount)) v (account, debit, credit)
      where j.day <= ${input.to}::date and j.community_id in (select c.id from community c where ${chosenCommunities(ctx.session, input.communityIds)})
      group by v.account
    ) m join ledger_account a on a.id = m.account group by a.kind`.execute(ctx.db);
  const stood = rows
    .map((of): Stood => ({ ...of, opening: BigInt(of.opening), debit: BigInt(of.debit), credit: BigInt(of.credit) }))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const figures = stood.map(figuresOf);
  const total = Array.from({ length: 6 }, (_, at) => figures.reduce((sum, of) => sum + (of[at] ?? 0n), 0n));
  return {
    rows: stood.map((of, at) => rowOf(GROUPS[of.kind], of.kind, of.accounts, figures[at] ?? [])),
    total: rowOf(
      null,
      '合计',
      stood.reduce((sum, { accounts }) => sum + accounts, 0),
      total,
    ),
    balanced: [0, 2, 4].every((at) => total[at] === total[at + 1]),
  };
}

export async function readMonitors(
  ctx: Ctx,
  input: z.output<typeof trialMonitors.input>,
): Promise<z.input<typeof trialMonitors.output>> {
  demandAmounts(ctx);
  const broken = new Map(
    (await brokenInvariants(ctx.db, chosenCommunities(ctx.session, input.communityIds))).map((of) => [of.code, of]),
  );
  return {
    asOf: localTime(ctx.now),
    rows: MONITORS.map(({ code, title }) => ({
      code,
      title,
      count: broken.get(code)?.count ?? 0,
      examples: [...(broken.get(code)?.examples ?? [])],
    })),
  };
}

/** How an account is called: whose it is, and what for. */
const named = (alias: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`${of('kind')} || case
    when ${of('kind')} in ('应收', '预存', '押金', '预开票', '预开应收') then coalesce(' ' || (select r.full_code from room r where r.id = ${of('ref')}), '')
    when ${of('kind')} = '现金' then coalesce(' ' || (select u.user_name || ' ' || to_char(s.opened_at at time zone 'Asia/Shanghai', 'MM-DD') from shift s
      join app_user u on u.id = s.cashier_id where s.id = ${of('ref')}), '')
    when ${of('kind')} in ('收入', '代收') then coalesce(' ' || (select e.name from fee e where e.id = ${of('ref')}), '') else '' end`;
};

export async function readTrialLines(
  ctx: Ctx,
  input: z.output<typeof trialLines.input>,
): Promise<z.input<typeof trialLines.output>> {
  demandAmounts(ctx);
  const side = sql`(d.kind = ${input.kind} or k.kind = ${input.kind})`;
  const where = sql`${chosenCommunities(ctx.session, input.communityIds)}
    ${input.journalId === null ? sql` and j.day between ${input.from}::date and ${input.to}::date` : sql` and j.id = ${input.journalId}::bigint`}
    ${input.kind === '' ? sql`` : sql` and ${input.debitOnly ? sql`d.kind = ${input.kind}` : input.creditOnly ? sql`k.kind = ${input.kind}` : side}`}`;
  const from = sql`transfer t join journal j on j.id = t.journal_id join community c on c.id = j.community_id
    join ledger_account d on d.id = t.debit join ledger_account k on k.id = t.credit where ${where}`;
  const { rows } = await sql<{
    id: string;
    journal_id: string;
    day: string;
    kind: string;
    community: string;
    memo: string;
    debit: string;
    credit: string;
    amount: string;
    bill_no: string | null;
    receipt: string | null;
    room: string | null;
    room_id: string | null;
    by: string | null;
  }>`
    select q.*, r.full_code as room from (
      select t.id::text, j.id::text as journal_id, j.day::text, j.kind, c.name as community, j.memo, ${named('d')} as debit, ${named('k')} as credit,
        t.amount::text, b.bill_no, p.receipt_text as receipt, coalesce(b.room_id, p.room_id)::text as room_id, u.user_name as by
      from (select t.id from ${from} order by t.id desc limit ${input.PageSize} offset ${(input.PageIndex - 1) * input.PageSize}) w
      join transfer t on t.id = w.id join journal j on j.id = t.journal_id join community c on c.id = j.community_id
      join ledger_account d on d.id = t.debit join ledger_account k on k.id = t.credit
      left join bill b on b.id = t.bill_id left join payment p on j.source = 'payment' and p.id = j.source_id left join app_user u on u.id = j.created_by
      order by t.id desc) q left join room r on r.id = q.room_id::bigint order by q.id::bigint desc`.execute(ctx.db);
  const counted = input.kind === '' ? sql`true` : sql`d.kind = ${input.kind}`;
  const credited = input.kind === '' ? sql`true` : sql`k.kind = ${input.kind}`;
  const { rows: sums } = await sql<{
    n: number;
    debit: string | null;
    credit: string | null;
  }>`select count(*)::int as n,
      sum(t.amount) filter (where ${counted})::text as debit, sum(t.amount) filter (where ${credited})::text as credit from ${from}`.execute(
    ctx.db,
  );
  return {
    total: sums[0]?.n ?? 0,
    sums: { debit: yuanOf(sums[0]?.debit), credit: yuanOf(sums[0]?.credit) },
    rows: rows.map((row) => ({
      id: row.id,
      journalId: row.journal_id,
      day: row.day,
      kind: row.kind,
      community: row.community,
      memo: row.memo,
      debit: row.debit,
      credit: row.credit,
      amount: yuanOf(row.amount),
      billNo: row.bill_no ?? '',
      receiptNo: row.receipt ?? '',
      room: row.room ?? '',
      roomId: row.room_id,
      by: row.by ?? '系统',
    })),
  };
}

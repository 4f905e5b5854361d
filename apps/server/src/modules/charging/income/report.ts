/** The report's rows, months and ages: each a question to the database, none a walk over rows. */
import { AGES, type IncomeGroup, type IncomeRow } from '@hengneng/contracts';
import { daysBetween } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { incomeSums, type IncomeAsked, openBills, openNow, openSums, percentOf, roomsOwing } from './facts.ts';
import { yuanOf } from '../yuan.ts';

interface Sums {
  readonly key: string;
  readonly label: string;
  opening: bigint;
  receivable: bigint;
  reduced: bigint;
  reversed: bigint;
  received: bigint;
  recovered: bigint;
  penalty: bigint;
  prepaid: bigint;
  refunded: bigint;
  deducted: bigint;
  extra: bigint;
  deposit: bigint;
  /** Of the span's own bills: what they ask for, and what they got. */
  freshDue: bigint;
  freshGot: bigint;
  closing: bigint;
}
type Figure = Exclude<keyof Sums, 'key' | 'label'>;
const FIGURES: readonly Figure[] = [
  'opening',
  'receivable',
  'reduced',
  'reversed',
  'received',
  'recovered',
  'penalty',
  'prepaid',
  'refunded',
  'deducted',
  'extra',
  'deposit',
  'freshDue',
  'freshGot',
  'closing',
];
const none = (key: string, label: string): Sums => ({
  key,
  label,
  opening: 0n,
  receivable: 0n,
  reduced: 0n,
  reversed: 0n,
  received: 0n,
  recovered: 0n,
  penalty: 0n,
  prepaid: 0n,
  refunded: 0n,
  deducted: 0n,
  extra: 0n,
  deposit: 0n,
  freshDue: 0n,
  freshGot: 0n,
  closing: 0n,
});

/** By what rows are told apart, and how they are called. */
const KEYS: Readonly<Record<IncomeGroup, { readonly key: RawBuilder<unknown>; readonly label: RawBuilder<unknown> }>> =
  {
    小区: {
      key: sql`f.community_id::text`,
      label: sql`(select c.name from community c where c.id::text = s.key)`,
    },
    费项: {
      key: sql`coalesce(f.fee_id::text, '')`,
      label: sql`coalesce((select e.name from fee e where e.id::text = s.key), '预存（不限费项）')`,
    },
    支付方式: { key: sql`coalesce(f.tender, '')`, label: sql`s.key` },
    收费员: {
      key: sql`coalesce(f.cashier_id::text, '')`,
      label: sql`coalesce((select u.user_name from app_user u where u.id::text = s.key), '系统')`,
    },
    日: { key: sql`to_char(f.day, 'YYYY-MM-DD')`, label: sql`s.key` },
    月: { key: sql`to_char(f.day, 'YYYY-MM')`, label: sql`s.key` },
  };
/** What is owed has a community, a fee and a time, but no way of paying. */
export const rolls = (groupBy: IncomeGroup): boolean => groupBy !== '支付方式' && groupBy !== '收费员';
const inTime = (groupBy: IncomeGroup): boolean => groupBy === '日' || groupBy === '月';

/** Rows by a dimension. What is open at the end is not among them. */
async function sumsOf(ctx: Ctx, db: Db | Tx, asked: IncomeAsked, groupBy: IncomeGroup): Promise<Sums[]> {
  const { key, label } = KEYS[groupBy];
  const before = sql`f.day < ${asked.from}::date`;
  const now = sql`f.day >= ${asked.from}::date`;
  // Under a dimension of money, bills of which none was paid make no row.
  const only = rolls(groupBy) ? sql`` : sql` where f.cls not in ('应收', '减免', '红冲') and ${now}`;
  const { rows } = await sql<Record<Lowercase<Figure>, string | null> & { key: string; label: string }>`
    select s.*, ${label} as label from (
      select ${inTime(groupBy) ? sql`case when ${before} then '' else ${key} end` : key} as key,
        sum(case when f.cls = '应收' then f.amount when f.cls in ('减免', '红冲', '收款', '抵扣', '转预存') then -f.amount end) filter (where ${before}) as opening,
        sum(f.amount) filter (where ${now} and f.cls = '应收') as receivable,
        sum(f.amount) filter (where ${now} and f.cls = '减免') as reduced,
        sum(f.amount) filter (where ${now} and f.cls = '红冲') as reversed,
        sum(f.amount) filter (where ${now} and f.cls in ('收款', '转预存') and f.fresh) as received,
        sum(f.amount) filter (where ${now} and f.cls in ('收款', '转预存') and not f.fresh) as recovered,
        sum(f.amount) filter (where ${now} and f.cls = '违约金') as penalty,
        sum(case f.cls when '预存' then f.amount when '转预存' then -f.amount end) filter (where ${now}) as prepaid,
        sum(f.amount) filter (where ${now} and f.cls = '退预存') as refunded,
        sum(f.amount) filter (where ${now} and f.cls = '抵扣') as deducted,
        sum(f.amount) filter (where ${now} and f.cls = '临时') as extra,
        sum(f.amount) filter (where ${now} and f.cls = '押金') as deposit,
        sum(case f.cls when '应收' then f.amount when '减免' then -f.amount when '红冲' then -f.amount end) filter (where ${now} and f.fresh) as freshdue,
        sum(f.amount) filter (where ${now} and f.fresh and f.cls in ('收款', '抵扣', '转预存')) as freshgot
      from (${incomeSums(ctx.session, asked)}) f ${only} group by 1
    ) s order by key`.execute(db);
  return rows.map((row) => {
    const sums = none(row.key, row.label ?? row.key);
    for (const figure of FIGURES)
      if (figure !== 'closing') sums[figure] = BigInt(row[figure.toLowerCase() as Lowercase<Figure>] ?? '0');
    return sums;
  });
}

/** What the movements leave. */
const left = (of: Sums): bigint =>
  of.opening + of.receivable - of.reduced - of.reversed - of.received - of.recovered - of.deducted;

function shown(of: Sums, asked: IncomeAsked, groupBy: IncomeGroup, checked: boolean): IncomeRow {
  // Money of one kind or one person says nothing of what is owed.
  const owed = rolls(groupBy) && asked.tender === null && asked.cashierId === null;
  const told = (figure: Figure): string | null => (owed ? yuanOf(of[figure]) : null);
  return {
    key: of.key,
    label: of.label,
    opening: told('opening'),
    receivable: told('receivable'),
    reduced: told('reduced'),
    reversed: told('reversed'),
    received: yuanOf(of.received),
    recovered: yuanOf(of.recovered),
    penalty: yuanOf(of.penalty),
    prepaid: yuanOf(of.prepaid),
    refunded: yuanOf(of.refunded),
    deducted: yuanOf(of.deducted),
    extra: yuanOf(of.extra),
    deposit: yuanOf(of.deposit),
    closing: told('closing'),
    rate: owed ? percentOf(of.freshGot, of.freshDue) : null,
    gap: owed && checked ? yuanOf(left(of) - of.closing) : null,
  };
}

interface Report {
  readonly rows: readonly IncomeRow[];
  readonly total: IncomeRow;
  readonly sums: Sums;
}

/** What bills have open at the end of the span, and how many rooms of each community. */
export interface Open {
  readonly sums: readonly {
    readonly community: string;
    readonly fee: string;
    readonly dueDay: string;
    readonly fen: bigint;
  }[];
  readonly rooms: ReadonlyMap<string, number>;
}

/**
 * Of all that is open: by fee and due day for the rows and ages, and how many rooms. Of today it is kept: sums of bills, and what each room owes; whoever
 * wants one fee's rooms or an earlier day's has the bills gone through.
 */
export async function openOf(ctx: Ctx, db: Db | Tx, asked: IncomeAsked): Promise<Open> {
  const now = asked.to >= today(ctx.now);
  const bills = sql`(${now ? openNow(ctx.session, asked) : openBills(ctx.session, asked)}) b`;
  const sums = now ? sql`(${openSums(ctx.session, asked)}) b` : bills;
  const rooms =
    now && asked.feeId === null && asked.basis === '收付实现'
      ? roomsOwing(ctx.session, asked)
      : sql`select community_id, room_id from ${bills} where open <> 0 group by community_id, room_id`;
  const [{ rows: found }, { rows: counted }] = await Promise.all([
    sql<{ community: string; fee: string; dueDay: string; fen: string }>`
      select community_id::text as community, fee_id::text as fee, due_day::text as "dueDay", sum(open)::text as fen
      from ${sums} group by community_id, fee_id, due_day having sum(open) <> 0`.execute(db),
    sql<{ community: string; rooms: number }>`
      select community_id::text as community, count(*)::int as rooms from (${rooms}) r group by community_id`.execute(
      db,
    ),
  ]);
  return {
    sums: found.map((one) => ({ ...one, fen: BigInt(one.fen) })),
    rooms: new Map(counted.map((one) => [one.community, one.rooms])),
  };
}

/** Rows of the report with their check: what the ledger's movements leave against what the bills have open. */
export async function reportOf(
  ctx: Ctx,
  db: Db | Tx,
  asked: IncomeAsked,
  groupBy: IncomeGroup,
  known: Open | null = null,
): Promise<Report> {
  const found = await sumsOf(ctx, db, asked, groupBy);
  const open = known ?? (await openOf(ctx, db, asked));
  const openBy = new Map<string, bigint>();
  for (const { community, fee, fen } of open.sums) {
    const key = groupBy === '费项' ? fee : community;
    openBy.set(key, (openBy.get(key) ?? 0n) + fen);
  }
  const ended = [...openBy.values()].reduce((sum, fen) => sum + fen, 0n);
  const total = none('', '合计');
  for (const row of found) for (const figure of FIGURES) total[figure] += row[figure];
  total.closing = ended;
  let rows = found;
  if (inTime(groupBy)) {
    let running = found.find(({ key }) => key === '')?.opening ?? 0n;
    rows = found.filter(({ key }) => key !== '');
    for (const row of rows) {
      row.opening = running;
      running = left(row);
      row.closing = running;
    }
  } else for (const row of rows) row.closing = openBy.get(row.key) ?? 0n;
  const kept = rows.filter((row) => FIGURES.some((figure) => row[figure] !== 0n));
  return {
    rows: kept.map((row) => shown(row, asked, groupBy, !inTime(groupBy))),
    total: shown(total, asked, groupBy, rolls(groupBy)),
    sums: total,
  };
}

/** What each month of the year asked for and brought, beside the year before: of its bills up to now, and of what came in in it. */
export async function monthsOf(ctx: Ctx, asked: IncomeAsked) {
  const year = Number(asked.to.slice(0, 4));
  const [from, end] = [`${year - 1}-01-01`, `${year}-12-31`];
  const now = today(ctx.now);
  const whole: IncomeAsked = {
    ...asked,
    basis: '收付实现',
    from,
    to: end > now ? end : now,
    tender: null,
    cashierId: null,
  };
  // Of one way of paying or one person is what came in, not what was asked for.
  const theirs = sql`${asked.tender === null ? sql`` : sql` and f.tender = ${asked.tender}`}
    ${asked.cashierId === null ? sql`` : sql` and f.cashier_id = ${asked.cashierId}::bigint`}`;
  // Movements are gone through once, by the month of their bill and the one they were booked in.
  const { rows } = await sql<{
    of: string | null;
    on: string;
    due: string | null;
    paid: string | null;
    got: string | null;
  }>`select to_char(f.month_day, 'YYYY-MM') as "of", to_char(f.day, 'YYYY-MM') as "on",
      sum(case when f.cls = '应收' then f.amount when f.cls in ('减免', '红冲') then -f.amount end)::text as due,
      sum(f.amount) filter (where f.cls in ('收款', '抵扣', '转预存'))::text as paid,
      sum(f.amount) filter (where f.cls in ('收款', '违约金')${theirs})::text as got
    from (${incomeSums(ctx.session, whole)}) f where f.month_day between ${from}::date and ${end}::date or f.day between ${from}::date and ${end}::date
    group by 1, 2`.execute(ctx.db);
  const dues = new Map<string, { due: bigint; got: bigint }>();
  const gots = new Map<string, bigint>();
  for (const { of, on, due, paid, got } of rows) {
    const known = dues.get(of ?? '') ?? { due: 0n, got: 0n };
    dues.set(of ?? '', { due: known.due + BigInt(due ?? '0'), got: known.got + BigInt(paid ?? '0') });
    gots.set(on, (gots.get(on) ?? 0n) + BigInt(got ?? '0'));
  }
  return Array.from({ length: 12 }, (_, at) => {
    const mark = String(at + 1).padStart(2, '0');
    const [month, last] = [`${year}-${mark}`, `${year - 1}-${mark}`];
    const rate = (key: string): number | null => {
      const found = dues.get(key);
      return found === undefined ? null : percentOf(found.got, found.due);
    };
    return {
      month,
      receivable: yuanOf(dues.get(month)?.due),
      received: yuanOf(gots.get(month)),
      lastReceived: yuanOf(gots.get(last)),
      rate: rate(month),
      lastRate: rate(last),
    };
  });
}

/** Days after it was due, from which on it counts to the next band; the first is what is not due yet. */
const BANDS = [0, 30, 90, 180, 365] as const;

/** How long ago what is open at the end was due. */
export async function agingOf(ctx: Ctx, asked: IncomeAsked, open: Open) {
  const { rows: names } = await sql<{
    id: string;
    name: string;
  }>`select id::text, name from community where id = any(${[...open.rooms.keys()]}::bigint[]) order by id`.execute(
    ctx.db,
  );
  const byCommunity = Map.groupBy(open.sums, ({ community }) => community);
  return names.map(({ id, name }) => {
    const amounts = AGES.map(() => 0n);
    for (const { dueDay, fen } of byCommunity.get(id) ?? []) {
      const late = daysBetween(dueDay, asked.to);
      const band = BANDS.filter((days) => late > days).length;
      amounts[band] = (amounts[band] ?? 0n) + fen;
    }
    return {
      communityId: id,
      community: name,
      rooms: open.rooms.get(id) ?? 0,
      amounts: amounts.map((fen) => yuanOf(fen)),
      total: yuanOf(amounts.reduce((sum, fen) => sum + fen, 0n)),
    };
  });
}

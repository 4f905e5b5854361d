/** What one that waits may be matched with: of the other side, about that day, no more than it; and which of it together are as much. */
import { addingUp } from '@hengneng/charging';
import { CANDIDATE_DAYS, type incomeMatchOptions, type MatchOption, MOST_TOGETHER } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { demandAmounts } from '../amounts.ts';
import { yuanOf } from '../yuan.ts';
import { chosenCommunities } from './facts.ts';
import { CHANNEL, MONEY_ABOUT, RELATED } from './statements.ts';

/** More are offered than are put together. */
const MOST = 2 * MOST_TOGETHER;

type Row = Omit<MatchOption, 'amount'> & {
  readonly fen: string;
  readonly whole: string;
  readonly apart: number;
  readonly total: number;
};

const ORDER = sql`order by x.fen = x.whole desc, x.related desc, x.apart, x.id limit ${MOST}`;
/** Of the same direction, and no more than it. */
const within = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`sign(${part}) = sign(${whole}) and abs(${part}) <= abs(${whole})`;

const moneyFor = (id: string): RawBuilder<unknown> => sql`
  select y.*, s.amount as whole from statement_line s cross join lateral (
    select t.id::text, p.day::text, ${CHANNEL} as channel, t.ref_no as "refNo", t.amount as fen, p.payer as who,
      coalesce(p.receipt_text, p.kind) as "receiptNo", coalesce((select r.full_code from room r where r.id = p.room_id), '') as room,
      ${RELATED} as related, abs(p.day - s.day) as apart
    ${MONEY_ABOUT} and ${within(sql`t.amount`, sql`s.amount`)}) y
  where s.id = ${id}::bigint`;
const linesFor = (id: string): RawBuilder<unknown> => sql`
  select s.id::text, s.day::text, s.channel, s.ref_no as "refNo", s.amount as fen, s.payer as who, '' as "receiptNo", '' as room, ${RELATED} as related,
    abs(p.day - s.day) as apart, t.amount as whole
  from tender t join payment p on p.id = t.payment_id join statement_line s on s.community_id = p.community_id
    and s.day between p.day - ${CANDIDATE_DAYS}::integer and p.day + ${CANDIDATE_DAYS}::integer and s.state = '待查' and s.channel = ${CHANNEL}
  where t.id = ${id}::bigint and ${within(sql`s.amount`, sql`t.amount`)}`;

/** @throws notFound where there is none that the person may see */
async function demandSeen(ctx: Ctx, side: '渠道' | '系统', id: string): Promise<void> {
  const mine = chosenCommunities(ctx.session, []);
  const { rows } = await (side === '渠道'
    ? sql`select 1 from statement_line l join community c on c.id = l.community_id where l.id = ${id}::bigint and ${mine}`
    : sql`select 1 from tender t join payment p on p.id = t.payment_id join community c on c.id = p.community_id where t.id = ${id}::bigint and ${mine}`
  ).execute(ctx.db);
  if (rows.length === 0)
    throw notFound(side === '渠道' ? '渠道账单行不存在，或您没有查看它的权限' : '收款不存在，或您没有查看它的权限');
}

export async function readMatchOptions(
  ctx: Ctx,
  { side, id }: z.output<typeof incomeMatchOptions.input>,
): Promise<z.input<typeof incomeMatchOptions.output>> {
  demandAmounts(ctx);
  await demandSeen(ctx, side, id);
  const { rows } =
    await sql<Row>`select x.*, (count(*) over ())::int as total from (${side === '渠道' ? moneyFor(id) : linesFor(id)}) x ${ORDER}`.execute(
      ctx.db,
    );
  const theirs = rows.filter(({ related }) => related).map((row) => ({ id: row.id, fen: BigInt(row.fen) }));
  const whole = BigInt(rows[0]?.whole ?? '0');
  const alone = theirs.find(({ fen }) => fen === whole);
  const suggested = alone === undefined ? (addingUp(theirs.slice(0, MOST_TOGETHER), whole) ?? []) : [alone];
  return {
    rows: rows.map(({ fen, whole: _whole, apart: _apart, total: _total, ...row }) => ({ ...row, amount: yuanOf(fen) })),
    suggested: suggested.map((of) => of.id),
    left: Math.max(0, (rows[0]?.total ?? 0) - rows.length),
  };
}

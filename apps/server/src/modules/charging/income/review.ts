/** 复核: a month of a community as it was, frozen with its hash; from then on it takes no more money. */
import type { incomeReviewed, IncomeReview, IncomeRow } from '@hengneng/contracts';
import { monthStart, plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, refused } from '../../../platform/http/errors.ts';
import { daysToClose } from '../cashier/index.ts';
import { visibleCommunity } from '../registry/index.ts';
import { demandAmounts } from '../amounts.ts';
import { chosenCommunities, type IncomeAsked } from './facts.ts';
import { localTime } from '../local-time.ts';
import { yuanOf } from '../yuan.ts';
import { waitingDays } from './statements.ts';
import { reportOf } from './report.ts';

const monthEnd = (month: string): string => plusDays(monthStart(month, 1), -1);

/** The month's rows by fee, in an order and with keys that do not change. */
async function snapshotOf(ctx: Ctx, db: Db | Tx, communityId: string, month: string) {
  const asked: IncomeAsked = {
    communityIds: [communityId],
    from: `${month}-01`,
    to: monthEnd(month),
    basis: '收付实现',
    feeId: null,
    tender: null,
    cashierId: null,
  };
  const { rows, total } = await reportOf(ctx, db, asked, '费项');
  // A fee that is called otherwise later is the same fee.
  const plain = ({ label: _, ...row }: IncomeRow) =>
    Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const snapshot = [...rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)), total].map(plain);
  const hash = createHash('sha256').update(JSON.stringify(snapshot)).digest('hex');
  const even = [...rows, total].every(({ gap }) => gap === null || /^-?0\.00$/.test(gap));
  return { snapshot, hash, even };
}

/** What keeps a month from being reviewed, in words; the first counts. */
async function demandReviewable(ctx: Ctx, tx: Tx, of: { id: string; name: string }, month: string): Promise<void> {
  const [from, to] = [`${month}-01`, monthEnd(month)];
  const open = await daysToClose(tx, of.id, { from, to }, 3);
  if (open.length > 0) throw refused(`${of.name}${open.join('、')}尚未日结，不能复核`);
  const waiting = await waitingDays(ctx, tx, { communityIds: [of.id], from, to });
  if (waiting > 0) throw refused(`${of.name}渠道对账有${waiting}天待查，不能复核`);
  const { rows: own } = await sql`select 1 from payment p where p.community_id = ${of.id}::bigint
    and p.day between ${from}::date and ${to}::date and p.made_by = ${ctx.session.userId}::bigint limit 1`.execute(tx);
  if (own.length > 0) throw forbidden(`您经手过${of.name}本月的收款，不能复核`);
}

async function reviewOne(ctx: Ctx, tx: Tx, id: string, month: string) {
  const community = await visibleCommunity(ctx, tx, id);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`income review ${id}`}, 0))`.execute(tx);
  const { rows: known } =
    await sql`select 1 from income_review where community_id = ${id}::bigint and month = ${month} and undone_at is null`.execute(
      tx,
    );
  if (known.length > 0) throw conflict(`${community.name}${month}已复核`);
  await demandReviewable(ctx, tx, community, month);
  const { snapshot, hash, even } = await snapshotOf(ctx, tx, id, month);
  if (!even) throw refused('汇总不平，不能复核');
  await sql`insert into income_review (community_id, month, snapshot, hash, made_by)
    values (${id}::bigint, ${month}, ${JSON.stringify(snapshot)}::jsonb, ${hash}, ${ctx.session.userId})`.execute(tx);
  await trail(tx, ctx, { kind: '收费', action: '复核收入报表', object: `${community.name} ${month}`, after: { hash } });
  return { communityId: id, hash, lockedAt: ctx.now.toISOString() };
}

async function undoOne(ctx: Ctx, tx: Tx, id: string, month: string, reason: string) {
  const community = await visibleCommunity(ctx, tx, id);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`income review ${id}`}, 0))`.execute(tx);
  const { rows: later } = await sql<{ month: string }>`select month from income_review
    where community_id = ${id}::bigint and month > ${month} and undone_at is null order by month desc limit 1`.execute(
    tx,
  );
  if (later[0]) throw refused(`请先反复核${later[0].month}`);
  const { rows } = await sql<{
    hash: string;
  }>`update income_review set undone_by = ${ctx.session.userId}, undone_at = app_now(), undo_reason = ${reason}
    where community_id = ${id}::bigint and month = ${month} and undone_at is null returning hash`.execute(tx);
  const [undone] = rows;
  if (undone === undefined) throw refused(`${community.name}${month}没有复核`);
  await trail(tx, ctx, {
    kind: '收费',
    action: '反复核收入报表',
    object: `${community.name} ${month}`,
    summary: reason,
    before: { hash: undone.hash },
  });
  return { communityId: id, hash: undone.hash, lockedAt: null };
}

export const reviewMonths = (
  ctx: Ctx,
  input: z.output<typeof incomeReviewed.input>,
): Promise<z.input<typeof incomeReviewed.output>> => {
  demandAmounts(ctx);
  const { month, action, reason } = input;
  if (!ctx.session.roles.some((role) => role === 'finance' || role === 'admin'))
    throw forbidden('收入报表须由财务复核');
  if (action === 'review' && month >= today(ctx.now).slice(0, 7))
    throw invalid([{ path: 'month', message: '只能复核已结束的月份' }]);
  if (action === 'undo' && reason === '') throw invalid([{ path: 'reason', message: '请填写原因' }]);
  const ids = [...new Set(input.communityIds)].toSorted();
  return ctx.write(async (tx) => {
    const rows = [];
    for (const id of ids)
      rows.push(await (action === 'review' ? reviewOne(ctx, tx, id, month) : undoOne(ctx, tx, id, month, reason)));
    return { rows };
  });
};

interface Row {
  readonly id: string;
  readonly community_id: string;
  readonly community: string;
  readonly month: string;
  readonly by: string;
  readonly made_at: Date;
  readonly hash: string;
  readonly undone_by: string | null;
  readonly undone_at: Date | null;
  readonly undo_reason: string;
}

/** What was dated into a reviewed month afterwards. */
async function changedSince(ctx: Ctx, row: Row) {
  const { rows } = await sql<{ day: string; kind: string; memo: string; amount: string; count: number; sum: string }>`
    select j.day::text, j.kind, j.memo, sum(t.amount)::text as amount, (count(*) over ())::int as count, (sum(sum(t.amount)) over ())::text as sum
    from journal j join transfer t on t.journal_id = j.id
    where j.community_id = ${row.community_id}::bigint and j.day between ${`${row.month}-01`}::date and ${monthEnd(row.month)}::date
      and j.created_at > ${row.made_at} group by j.id order by j.id limit 50`.execute(ctx.db);
  return {
    count: rows[0]?.count ?? 0,
    amount: yuanOf(rows[0]?.sum),
    rows: rows.map(({ day, kind, memo, amount }) => ({ day, kind, memo, amount: yuanOf(amount) })),
  };
}

/** Reviews of months that the span touches. A report of one month is worked out anew and compared. */
export async function reviewsIn(ctx: Ctx, asked: IncomeAsked): Promise<IncomeReview[]> {
  const [first, last] = [asked.from.slice(0, 7), asked.to.slice(0, 7)];
  const { rows } = await sql<Row>`
    select v.id::text, v.community_id::text, c.name as community, v.month, u.user_name as by, v.made_at, v.hash, x.user_name as undone_by, v.undone_at, v.undo_reason
    from income_review v join community c on c.id = v.community_id join app_user u on u.id = v.made_by left join app_user x on x.id = v.undone_by
    where v.month between ${first} and ${last} and ${chosenCommunities(ctx.session, asked.communityIds)} order by v.month desc, v.id desc limit 200`.execute(
    ctx.db,
  );
  const reviews: IncomeReview[] = [];
  for (const row of rows) {
    const stands = row.undone_at === null;
    const changed = stands ? await changedSince(ctx, row) : null;
    const same =
      stands && first === last ? (await snapshotOf(ctx, ctx.db, row.community_id, row.month)).hash === row.hash : null;
    reviews.push({
      id: row.id,
      communityId: row.community_id,
      community: row.community,
      month: row.month,
      by: row.by,
      at: localTime(row.made_at),
      hash: row.hash,
      undone:
        row.undone_at === null
          ? null
          : { by: row.undone_by ?? '', at: localTime(row.undone_at), reason: row.undo_reason },
      changed: changed === null ? null : { ...changed, same },
    });
  }
  return reviews;
}

/** The page's first answer: rows, cards, months, ages, and what was reviewed. */
import type { incomeSummary } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { demandAmounts } from '../amounts.ts';
import { chosenCommunities, type IncomeAsked, percentOf } from './facts.ts';
import { yuanOf } from '../yuan.ts';
import { agingOf, monthsOf, openOf, reportOf, rolls } from './report.ts';
import { reviewsIn } from './review.ts';

async function prepaidAt(ctx: Ctx, asked: IncomeAsked): Promise<string> {
  const whose = sql`exists (select from community c where c.id = a.community_id and ${chosenCommunities(ctx.session, asked.communityIds)})`;
  const now = sql<{
    sum: string | null;
  }>`select (-sum(a.balance))::text as sum from ledger_account a where a.kind = '预存' and ${whose}`;
  // What came after the day is undone.
  const after = sql<{
    sum: string | null;
  }>`select sum(case when d.kind = '预存' then -t.amount else t.amount end)::text as sum
    from journal j join transfer t on t.journal_id = j.id join ledger_account d on d.id = t.debit join ledger_account a on a.id = t.credit
    where j.day > ${asked.to}::date and ('预存' in (d.kind, a.kind)) and d.kind is distinct from a.kind and ${whose}`;
  const [{ rows }, later] = [await now.execute(ctx.db), asked.to < today(ctx.now) ? await after.execute(ctx.db) : null];
  return yuanOf(BigInt(rows[0]?.sum ?? '0') - BigInt(later?.rows[0]?.sum ?? '0'));
}

const namedBy = async (ctx: Ctx, query: RawBuilder<{ id: string; name: string }>) => (await query.execute(ctx.db)).rows;

export async function readSummary(
  ctx: Ctx,
  input: z.output<typeof incomeSummary.input>,
): Promise<z.input<typeof incomeSummary.output>> {
  demandAmounts(ctx);
  const open = await openOf(ctx, ctx.db, input);
  const [own, whole, months, aging, prepaidBalance, reviewed] = await Promise.all([
    reportOf(ctx, ctx.db, input, input.groupBy, open),
    // Ways of paying and people say nothing of what is owed: the whole does.
    rolls(input.groupBy) ? null : reportOf(ctx, ctx.db, input, '小区', open),
    monthsOf(ctx, input),
    agingOf(ctx, input, open),
    prepaidAt(ctx, input),
    reviewsIn(ctx, input),
  ]);
  const { total, sums } = whole ?? own;
  const money =
    sums.received + sums.recovered + sums.penalty + sums.prepaid + sums.extra + sums.deposit - sums.refunded;
  return {
    rows: [...own.rows],
    total,
    cards: {
      received: yuanOf(money),
      current: yuanOf(sums.received),
      recovered: yuanOf(sums.recovered),
      prepaid: yuanOf(sums.prepaid),
      refunded: yuanOf(sums.refunded),
      penalty: yuanOf(sums.penalty),
      extra: yuanOf(sums.extra),
      deposit: yuanOf(sums.deposit),
      rate: total.rate,
      recoveryRate: total.opening === null ? null : percentOf(sums.recovered, sums.opening),
      closing: total.closing,
      prepaidBalance,
    },
    months,
    aging,
    reviewed,
    communities: await namedBy(
      ctx,
      sql`select c.id::text, c.name from community c where ${chosenCommunities(ctx.session, [])} order by c.id`,
    ),
    fees: await namedBy(ctx, sql`select f.id::text, f.name from fee f order by f.id`),
    cashiers: await namedBy(
      ctx,
      sql`select distinct u.id::text, u.user_name as name from community_cashier k join app_user u on u.id = k.user_id
        join community c on c.id = k.community_id where ${chosenCommunities(ctx.session, [])} order by 2`,
    ),
  };
}

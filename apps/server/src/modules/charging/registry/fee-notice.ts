/** 收费标准公示表: what a community is charged today, as its householders may read it. */
import type { feeNotice, FeeNotice } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import { visibleCommunity, todayOf } from './scope.ts';

const USAGES = ['居民', '非居民', '学校'] as const;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly basis: string;
  readonly unit: string;
  readonly cycle: string;
  readonly keepRate: string;
  readonly dueDays: number;
  readonly penaltyRate: string;
  readonly usages: readonly string[] | null;
  readonly unitPrice: string | null;
  readonly tiers: FeeNotice['fees'][number]['prices'][number]['tiers'] | null;
  readonly from: string | null;
  readonly files: readonly { readonly Name?: string }[] | null;
}

const spoken = (usages: readonly string[]): string => (usages.length === USAGES.length ? '全部' : usages.join('、'));

export async function readFeeNotice(
  ctx: Ctx,
  { communityId }: z.output<typeof feeNotice.input>,
): Promise<z.input<typeof feeNotice.output>> {
  if (!ctx.session.permissions.classified.has('price')) throw forbidden('您没有查看价格的权限');
  const community = await visibleCommunity(ctx, ctx.db, communityId);
  const day = todayOf(ctx);
  const { rows: about } = await sql<{
    company: string;
    phone: string;
  }>`select company, phone from community where id = ${communityId}::bigint`.execute(ctx.db);
  // The same choice as a bill's line makes: of a community before that of all, of a usage before that of all.
  const { rows } = await sql<Row>`
    select f.id::text, f.name, f.kind, q.name as basis, q.unit, f.cycle, trim_scale(coalesce(f.keep_rate, t.keep_rate, 30))::text as "keepRate",
      coalesce(f.due_days, t.due_days, 30) as "dueDays", trim_scale(coalesce(f.penalty_rate, t.penalty_rate, 0))::text as "penaltyRate",
      array_agg(u.usage order by u.at) filter (where v.id is not null) as usages, trim_scale(v.unit_price)::text as "unitPrice", v.tiers,
      lower(v.span)::text as "from", v.files
    from fee f join fee_basis q on q.id = f.basis_id
    cross join unnest(${[...USAGES]}::text[]) with ordinality u (usage, at)
    left join lateral (select * from community_terms t where t.community_id = ${communityId}::bigint and t.from_day <= ${day}::date
      order by t.from_day desc limit 1) t on true
    left join lateral (select * from fee_price p where p.fee_id = f.id and p.state = '生效' and p.span @> ${day}::date
      and (p.community_id is null or p.community_id = ${communityId}::bigint) and (p.usage is null or p.usage = u.usage)
      order by p.community_id nulls last, p.usage nulls last limit 1) v on true
    where f.state = '启用' and (f.kind in ('临时', '押金', '代收') or exists (select from room_fee x join room r on r.id = x.room_id
      where x.fee_id = f.id and r.community_id = ${communityId}::bigint and x.span @> ${day}::date))
    group by f.id, q.id, v.id, v.unit_price, v.tiers, v.span, v.files, t.keep_rate, t.due_days, t.penalty_rate order by f.code, min(u.at)`.execute(
    ctx.db,
  );
  const fees = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((of) => {
    const [first] = of;
    return first === undefined ? [] : [{ first, priced: of.filter(({ unitPrice }) => unitPrice !== null) }];
  });
  return {
    community: community.name,
    company: about[0]?.company ?? '',
    phone: about[0]?.phone ?? '',
    asOf: day,
    fees: fees
      .filter(({ priced }) => priced.length > 0)
      .map(({ first, priced }) => ({
        id: first.id,
        name: first.name,
        kind: first.kind,
        basis: first.basis,
        unit: first.unit,
        cycle: first.cycle,
        keepRate: first.keepRate,
        dueDays: first.dueDays,
        penaltyRate: first.penaltyRate,
        prices: priced.map((row) => ({
          usage: spoken(row.usages ?? []),
          unitPrice: row.unitPrice ?? '',
          tiers: [...(row.tiers ?? [])],
          from: row.from ?? '',
          grounds: (row.files ?? []).flatMap(({ Name }) => (Name === undefined ? [] : [Name])).join('、'),
        })),
      })),
    unpriced: fees
      .filter(({ first, priced }) => priced.length === 0 && (first.kind === '周期性' || first.kind === '计量'))
      .map(({ first }) => first.name),
  };
}

/** Fees with what they cost today, the versions of their prices, and what they are counted by. */
import { plusDays } from '@hengneng/charging';
import type { feeExport, feeList, FeeOption, feePage, feePrices, FeeRow, PriceVersionRow } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { likeText, pageOf, type Table, workbook } from '../../identity/index.ts';
import { communitiesVisible, TODAY } from './scope.ts';

const seesPrices = (ctx: Ctx): boolean => ctx.session.permissions.classified.has('price');

/** What holds today for a community, or for all where none is asked for. */
const priceToday = (
  community: string | null,
): RawBuilder<unknown> => sql`trim_scale((select v.unit_price from fee_price v
  where v.fee_id = f.id and v.state = '生效' and v.span @> ${TODAY} and v.usage is null
    and (v.community_id is null or v.community_id = ${community}::bigint) order by v.community_id nulls last limit 1))::text`;

/** Fees to choose from. They are the company's, and of no community: whoever works with charging sees their names. */
export async function optionsOfFees(ctx: Ctx, input: z.output<typeof feeList.input>): Promise<FeeOption[]> {
  const { rows } =
    await sql<FeeOption>`select f.id::text, f.name, f.kind, f.category, f.cycle, q.unit, (q.source = '固定' or q.expr like '%系数%') as "wantsQuantity",
      f.price_editable as editable, ${priceToday(input.communityId ?? null)} as price
    from fee f join fee_basis q on q.id = f.basis_id
    where f.state = '启用' and (${input.kind ?? null}::text is null or f.kind = ${input.kind ?? null}) order by f.id`.execute(
      ctx.db,
    );
  return seesPrices(ctx) ? rows : rows.map((row) => ({ ...row, price: null }));
}

type Filters = Pick<z.output<typeof feePage.input>, 'Keyword' | 'community' | 'kind' | 'state'>;

const selected = (ctx: Ctx, of: Filters): RawBuilder<unknown> => {
  const like = likeText(of.Keyword ?? '');
  const community = of.community ?? null;
  return sql`select f.id::text, f.version, f.code, f.name, f.kind, f.category, f.basis_id::text as "basisId", q.name as basis, q.source, q.unit, f.cycle,
      ${priceToday(community)} as price, f.due_days as "dueDays", trim_scale(f.keep_rate)::text as "keepRate",
      trim_scale(f.penalty_rate)::text as "penaltyRate", trim_scale(f.penalty_cap)::text as "penaltyCap",
      trim_scale(f.undelivered_rate)::text as "undeliveredRate", f.tax_name as "taxName", f.tax_rate as "taxRate", f.subject,
      f.price_editable as "priceEditable", coalesce(n.rooms, 0) as rooms, exists (select from bill b where b.fee_id = f.id) as billed,
      (select count(*)::int from fee_price v where v.fee_id = f.id and v.state = '待审核') as waiting, f.state, f.id as _order
    from fee f join fee_basis q on q.id = f.basis_id
    left join (select x.fee_id, count(*)::int as rooms from room_fee x join room r on r.id = x.room_id join community c on c.id = r.community_id
      where x.span @> ${TODAY} and ${communitiesVisible(ctx.session)} and (${community}::bigint is null or c.id = ${community}::bigint) group by 1) n
      on n.fee_id = f.id
    where (f.name ilike ${like} or f.code ilike ${like}) and (${community}::bigint is null or n.rooms > 0)
      and (${of.kind ?? null}::text is null or f.kind = ${of.kind ?? null}) and (${of.state ?? null}::text is null or f.state = ${of.state ?? null})`;
};

export async function listFees(
  ctx: Ctx,
  input: z.output<typeof feePage.input>,
): Promise<z.input<typeof feePage.output>> {
  const page = await pageOf<FeeRow>(ctx.db, input, selected(ctx, input), sql`_order`, ['code', 'name', 'rooms']);
  return { ...page, rows: seesPrices(ctx) ? page.rows : page.rows.map((row) => ({ ...row, price: null })) };
}

const pricesOf = async (ctx: Ctx, where: RawBuilder<unknown>): Promise<(PriceVersionRow & { fee: string })[]> => {
  const { rows } = await sql<
    PriceVersionRow & { fee: string }
  >`select v.id::text, v.no, f.name as fee, lower(v.span)::text as "from",
      upper(v.span)::text as "to", c.name as community, v.usage, trim_scale(v.unit_price)::text as "unitPrice", v.tiers, v.files,
      m.user_name as maker, v.made_by::text as "makerId", k.user_name as checker, v.opinion, v.state
    from fee_price v join fee f on f.id = v.fee_id left join community c on c.id = v.community_id join app_user m on m.id = v.made_by
    left join app_user k on k.id = v.checked_by
    where ${where} and (v.community_id is null or ${communitiesVisible(ctx.session)}) order by f.id, v.no desc`.execute(
    ctx.db,
  );
  return seesPrices(ctx) ? rows : rows.map((row) => ({ ...row, unitPrice: null, tiers: null }));
};

export async function readPrices(
  ctx: Ctx,
  { feeId }: z.output<typeof feePrices.input>,
): Promise<z.input<typeof feePrices.output>> {
  const [prices, communities] = await Promise.all([
    pricesOf(ctx, sql`v.fee_id = ${feeId}::bigint`),
    sql<{
      id: string;
      name: string;
      rooms: number;
    }>`select c.id::text, c.name, count(x.id)::int as rooms from community c
      left join room r on r.community_id = c.id left join room_fee x on x.room_id = r.id and x.fee_id = ${feeId}::bigint and x.span @> ${TODAY}
      where ${communitiesVisible(ctx.session)} group by c.id order by c.code`.execute(ctx.db),
  ]);
  return { prices: prices.map(({ fee: _, ...row }) => row), communities: communities.rows };
}

type Cell = Table['rows'][number][number];
const figure = (value: string | number | null, places: number): Cell =>
  value === null ? null : { number: String(value), style: { places } };

export async function exportFees(ctx: Ctx, input: z.output<typeof feeExport.input>): Promise<FileAnswer> {
  if (!ctx.session.permissions.exportable.has('price')) throw forbidden('您没有导出价格的权限');
  const { rows } = await listFees(ctx, { ...input, PageIndex: 1, PageSize: 500 });
  const ids = rows.map(({ id }) => id);
  const prices = await pricesOf(ctx, sql`v.fee_id = any(${ids}::bigint[])`);
  return workbook(ctx, {
    title: '收费项目',
    head: [
      '编码',
      '名称',
      '类别',
      '计费依据',
      '现行单价（元）',
      '单位',
      '周期',
      '到期天数（天）',
      '税目',
      '税率（%）',
      '收入科目',
      '适用户数',
      '状态',
    ],
    rows: rows.map((row): Cell[] => [
      row.code,
      row.name,
      row.kind,
      row.basis,
      figure(row.price, 4),
      row.unit,
      row.cycle,
      row.dueDays === null ? '按小区' : figure(row.dueDays, 0),
      row.taxName,
      figure(row.taxRate, 0),
      row.subject,
      figure(row.rooms, 0),
      row.state,
    ]),
    more: [
      {
        title: '价格版本',
        head: ['费项', '版本', '起', '止', '小区', '用途', '单价（元）', '阶梯', '制单人', '审核人', '状态'],
        rows: prices.map((row): Cell[] => [
          row.fee,
          figure(row.no, 0),
          row.from,
          row.to === null ? '' : plusDays(row.to, -1),
          row.community ?? '全部',
          row.usage ?? '全部',
          figure(row.unitPrice, 4),
          (row.tiers ?? []).map((tier) => `${tier.from}起 ${tier.price}`).join('；'),
          row.maker,
          row.checker ?? '',
          row.state,
        ]),
      },
    ],
    filters: [
      ['类别', input.kind ?? '全部'],
      ['状态', input.state ?? '全部'],
    ],
  });
}

/** 小区管理, what is looked at: communities with this year's bills, their parameters and seasons. */
import type { CommunityParams, communityList, communityPage, CommunityRow, communityExport } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { likeText, pageOf, type Table, workbook } from '../../identity/index.ts';
import { ENDED } from './rooms.ts';
import { communitiesVisible, TODAY, todayOf } from './scope.ts';
import { nextPeriodOf } from './terms.ts';

type Listed = z.input<typeof communityPage.output>;
type Filters = Pick<z.output<typeof communityPage.input>, 'Keyword' | 'project' | 'district' | 'state'>;
type Raw = Omit<CommunityRow, 'rate'>;
type Shown = z.input<typeof communityList.output>;

/** Released bills that stand: neither taken back nor a penalty's. */
const STANDS = sql`b.state = '已发布' and b.kind not in ('红冲', '违约金')`;

const selected = (ctx: Ctx, of: Filters): RawBuilder<unknown> => {
  const year = todayOf(ctx).slice(0, 4);
  const like = likeText(of.Keyword ?? '');
  // A province or a city has all that lies in it: codes end in noughts there.
  const district = of.district?.replace(/(00){1,2}$/, '') ?? null;
  return sql`select c.id::text, c.version, c.code, c.name, c.project_code as project, p.name as "projectName", c.address, c.company, c.phone,
      c.seller_name as "sellerName", c.seller_tax_no as "sellerTaxNo", c.state,
      (select count(*)::int from building b where b.community_id = c.id) as buildings, coalesce(r.rooms, 0) as rooms,
      coalesce(r.area, 0)::numeric(14,2)::text as area,
      (select count(distinct k.user_id)::int from community_cashier k where k.community_id = c.id and k.span @> ${TODAY}) as cashiers,
      coalesce(y.due / 100.0, 0)::numeric(16,2)::text as due, coalesce(y.paid / 100.0, 0)::numeric(16,2)::text as paid,
      coalesce(o.owed / 100.0, 0)::numeric(16,2)::text as arrears
    from community c join project p on p.code = c.project_code
    left join lateral (select count(*)::int as rooms, sum(a.energy_area) as area from room r
      left join room_area a on a.room_id = r.id and a.span @> ${TODAY} where r.community_id = c.id and r.state <> '停用' and not ${ENDED}) r on true
    left join lateral (select sum(b.amount - b.reduced) as due, sum(b.settled) as paid from bill b
      where b.community_id = c.id and b.period between ${`${year}-01`} and ${`${year}-12`} and ${STANDS}) y on true
    left join lateral (select sum(b.amount - b.reduced - b.settled) as owed from bill b
      where b.community_id = c.id and b.due_day < ${TODAY} and ${STANDS} and b.amount > b.reduced + b.settled) o on true
    where ${communitiesVisible(ctx.session)} and (c.name ilike ${like} or c.code ilike ${like})
      and (${of.project ?? null}::text is null or c.project_code = ${of.project ?? null})
      and (${district}::text is null or p.district like ${district} || '%')
      and (${of.state ?? null}::text is null or c.state = ${of.state ?? null})`;
};

const percent = (part: string | null, whole: string | null): number | null =>
  part === null || whole === null || Number(whole) === 0
    ? null
    : Math.round((Number(part) / Number(whole)) * 10_000) / 100;

const shown = (row: Raw, money: boolean): CommunityRow =>
  money ? { ...row, rate: percent(row.paid, row.due) } : { ...row, due: null, paid: null, arrears: null, rate: null };

export async function listCommunities(ctx: Ctx, input: z.output<typeof communityPage.input>): Promise<Listed> {
  const money = ctx.session.permissions.classified.has('amount');
  const [page, sums] = await Promise.all([
    pageOf<Raw>(ctx.db, input, selected(ctx, input), sql`code`, ['code', 'name', 'rooms', 'arrears']),
    sql<{ rooms: string; area: string; due: string; paid: string; arrears: string }>`
      select coalesce(sum(rooms), 0)::text as rooms, coalesce(sum(area::numeric), 0)::text as area, coalesce(sum(due::numeric), 0)::text as due,
        coalesce(sum(paid::numeric), 0)::text as paid, coalesce(sum(arrears::numeric), 0)::text as arrears
      from (${selected(ctx, input)}) x`.execute(ctx.db),
  ]);
  const { rooms = '0', area = '0', ...amounts } = sums.rows[0] ?? {};
  return {
    rows: page.rows.map((row) => shown(row, money)),
    total: page.total,
    sums: { rooms, area, ...(money ? amounts : {}) },
  };
}

const PARAMS = sql`t.bill_day as "billDay", t.due_days as "dueDays", t.grace_days as "graceDays", trim_scale(t.penalty_rate)::text as "penaltyRate",
  trim_scale(t.penalty_cap)::text as "penaltyCap", t.penalty_first as "penaltyFirst", t.day_count as "dayCount",
  trim_scale(t.keep_rate)::text as "keepRate", t.min_suspend_days as "minSuspendDays", t.partial, t.auto_deduct as "autoDeduct",
  t.tier_reset as "tierReset"`;

/** Communities to choose from with what holds in them today; of one, its versions and seasons as well. */
export async function optionsOfCommunities(ctx: Ctx, input: z.output<typeof communityList.input>): Promise<Shown> {
  const day = todayOf(ctx);
  const one = input.id ?? null;
  const { rows } = await sql<Omit<Shown[number], 'nextPeriod'> & { readonly lastRun: string | null }>`
    select c.id::text, c.code, c.name, c.project_code as project, c.state, coalesce((select string_agg(d.name, ' ' order by d.id) from project p
        join district d on d.id in (left(p.district, 2) || '0000', left(p.district, 4) || '00') where p.code = c.project_code
          and d.name !~ '(辖区|直辖.*|^县)$'), '') as city,
      (select to_jsonb(t) from (select ${PARAMS} from community_terms t where t.community_id = c.id and t.from_day <= ${day}::date
        order by t.from_day desc limit 1) t) as params,
      case when ${one}::bigint is null then '[]'::jsonb else coalesce((select jsonb_agg(to_jsonb(t) order by t."from" desc) from (
        select ${PARAMS}, t.from_day::text as "from", t.from_day > ${day}::date as ahead, u.user_name as editor
        from community_terms t left join app_user u on u.id = t.created_by where t.community_id = c.id) t), '[]') end as versions,
      case when ${one}::bigint is null then '[]'::jsonb else coalesce((select jsonb_agg(to_jsonb(s) order by s.year desc, s.kind) from (
        select s.kind, s.year, lower(s.span)::text as "from", upper(s.span)::text as "to", upper(s.span) - lower(s.span) as days,
          s.locked or exists (select from bill b where b.community_id = c.id and b.cycle = s.year || case s.kind when '供冷季' then '冷' else '暖' end
            and b.state not in ('已作废', '已红冲')) as locked
        from community_season s where s.community_id = c.id) s), '[]') end as season,
      (select max(r.period) from billing_run r where r.community_id = c.id) as "lastRun"
    from community c where ${communitiesVisible(ctx.session)} and c.name ilike ${likeText(input.Keyword)}
      and (${one}::bigint is null or c.id = ${one}::bigint)
      and (not ${input.mine} or exists (select from community_cashier k where k.community_id = c.id and k.user_id = ${ctx.session.userId}::bigint
        and k.span @> ${TODAY})) order by c.code`.execute(ctx.db);
  return rows.map(({ lastRun, ...row }) => ({ ...row, nextPeriod: nextPeriodOf(day, lastRun) }));
}

const figure = (value: string | number | null, places: number): Table['rows'][number][number] =>
  value === null ? null : { number: String(value), style: { places } };
const yes = (value: boolean | undefined): string => (value === undefined ? '' : value ? '是' : '否');

/** What the page shows, and what each community charges by. */
export async function exportCommunities(ctx: Ctx, input: z.output<typeof communityExport.input>): Promise<FileAnswer> {
  const [list, options] = await Promise.all([
    listCommunities(ctx, { ...input, PageIndex: 1, PageSize: 500 }),
    optionsOfCommunities(ctx, { mine: false, Keyword: '' }),
  ]);
  const params = new Map<string, CommunityParams | null>(options.map((row) => [row.id, row.params]));
  const money = ctx.session.permissions.exportable.has('amount');
  return workbook(ctx, {
    title: '小区',
    head: [
      '编码',
      '名称',
      '所属项目',
      '地址',
      '楼栋数',
      '户数',
      '计费面积（m²）',
      '收费员数',
      ...(money ? ['当年应收（元）', '当年已收（元）', '收缴率（%）', '欠费（元）'] : []),
      '状态',
    ],
    rows: list.rows.map((row) => [
      row.code,
      row.name,
      row.projectName,
      row.address,
      figure(row.buildings, 0),
      figure(row.rooms, 0),
      figure(row.area, 2),
      figure(row.cashiers, 0),
      ...(money ? [figure(row.due, 2), figure(row.paid, 2), figure(row.rate, 2), figure(row.arrears, 2)] : []),
      row.state,
    ]),
    more: [
      {
        title: '参数',
        head: [
          '编码',
          '名称',
          '出账日',
          '到期天数（天）',
          '宽限天数（天）',
          '违约金日率（‰）',
          '违约金上限（%）',
          '先违约金',

          '天数口径',
          '停用保留比例（%）',
          '最短停用（天）',
          '允许部分缴费',
          '自动抵扣预存',
          '阶梯清零日',
          '账单抬头',
          '电话',
          '开票主体',
          '税号',
        ],
        rows: list.rows.map((row) => {
          const of = params.get(row.id);
          return [
            row.code,
            row.name,
            figure(of?.billDay ?? null, 0),
            figure(of?.dueDays ?? null, 0),
            figure(of?.graceDays ?? null, 0),
            figure(of?.penaltyRate ?? null, 2),
            figure(of?.penaltyCap ?? null, 2),
            yes(of?.penaltyFirst),
            of?.dayCount ?? '',
            figure(of?.keepRate ?? null, 2),
            figure(of?.minSuspendDays ?? null, 0),
            yes(of?.partial),
            yes(of?.autoDeduct),
            of?.tierReset ?? '',
            row.company,
            row.phone,
            row.sellerName,
            row.sellerTaxNo,
          ];
        }),
      },
    ],
    filters: [
      ['名称', input.Keyword === '' ? '全部' : input.Keyword],
      ['项目', input.project ?? '全部'],
      ['省市区', input.district ?? '全部'],
      ['状态', input.state ?? '全部'],
    ],
  });
}

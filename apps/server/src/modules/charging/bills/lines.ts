/**
 * Lines of bills by sets: for rooms of a community and fees with their cycles, what each room_fee comes to. The same query is previewed, made, tried
 * and made anew. `packages/charging/line.ts` says the same by walking day after day; a test compares the two.
 */
import {
  AREA_NAMES,
  countedDays,
  type Cycle,
  cycleOf,
  type CycleSpan,
  type DayCount,
  type Formula,
  keyBefore,
  keyYearBefore,
  namesOf,
  pricesOf,
  type PriceVersion,
  type Season,
  tierYear,
} from '@hengneng/charging';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { type FormulaColumns, formulaInputs, formulaQuantitySql } from './formula.ts';
import { type Pool, sharedOf } from './pools.ts';
import { useCtes } from './use.ts';

/** Of the community, as they hold when the month begins that is billed. */
export interface Terms {
  readonly billDay: number;
  readonly dueDays: number;
  readonly dayCount: DayCount;
  readonly autoDeduct: boolean;
  /** MM-DD on which the use that tiers go by begins anew. */
  readonly tierReset: string;
}

interface FeeCycle {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly source: string;
  /** Of 公式. */
  readonly tree: Formula | null;
  readonly digits: number;
  readonly due_days: number | null;
  readonly cycle: CycleSpan;
}

interface Tiered extends PriceVersion {
  readonly tiers: unknown;
}

/** All that a query of lines is asked with. */
export interface LinesAsked {
  readonly communityId: string;
  readonly period: string;
  readonly terms: Terms;
  readonly fees: readonly FeeCycle[];
  /** Prices of each fee as they follow one another, by usage. */
  readonly prices: readonly (Tiered & { readonly fee: string; readonly of: string })[];
  /** Fees of which nothing is billed in this month. */
  readonly idle: readonly string[];
  /** What the rooms share. */
  readonly pools: readonly Pool[];
}

const USAGES = ['居民', '非居民', '学校'] as const;

export async function termsOf(db: Db | Tx, communityId: string, day: string): Promise<Terms> {
  const { rows } =
    await sql<Terms>`select bill_day as "billDay", due_days as "dueDays", day_count as "dayCount", auto_deduct as "autoDeduct",
      tier_reset as "tierReset" from community_terms where community_id = ${communityId} order by (from_day <= ${day}::date) desc,
      case when from_day <= ${day}::date then from_day end desc, from_day limit 1`.execute(db);
  return rows[0] ?? { billDay: 1, dueDays: 30, dayCount: '实际天数', autoDeduct: false, tierReset: '01-01' };
}

export async function seasonsOf(db: Db | Tx, communityId: string): Promise<readonly Season[]> {
  const { rows } = await sql<Season>`select kind, year, lower(span)::text as "from", upper(span)::text as "to"
    from community_season where community_id = ${communityId}`.execute(db);
  return rows;
}

/** Looks up what does not differ from room to room. */
export async function linesAsked(
  db: Db | Tx,
  of: { readonly communityId: string; readonly period: string; readonly feeIds: readonly string[] },
): Promise<LinesAsked> {
  const { communityId, period } = of;
  const [terms, seasons, fees, prices] = await Promise.all([
    termsOf(db, communityId, `${period}-01`),
    seasonsOf(db, communityId),
    sql<
      Omit<FeeCycle, 'cycle'> & { cycle: Cycle }
    >`select f.id::text, f.code, f.name, f.cycle, b.source, b.tree, b.digits, f.due_days
      from fee f join fee_basis b on b.id = f.basis_id
      where f.id = any(${[...of.feeIds]}::bigint[]) and f.state = '启用' order by f.id`.execute(db),
    sql<
      Tiered & { fee: string }
    >`select fee_id::text as fee, id::text, lower(span)::text as "from", coalesce(upper(span), '9999-01-01')::text as "to",
        unit_price::text as price, community_id is not null as "ofCommunity", usage, tiers
      from fee_price where fee_id = any(${[...of.feeIds]}::bigint[]) and state = '生效'
        and (community_id is null or community_id = ${communityId})`.execute(db),
  ]);
  const byFee = Map.groupBy(prices.rows, ({ fee }) => fee);
  const billed = fees.rows.flatMap((fee) => {
    const cycle = cycleOf(fee.cycle, period, seasons);
    return cycle === null ? [] : [{ ...fee, cycle }];
  });
  const asked = {
    communityId,
    period,
    terms,
    fees: billed,
    prices: billed.flatMap(({ id, cycle }) =>
      USAGES.flatMap((usage) =>
        pricesOf<Tiered & { fee: string }>(byFee.get(id) ?? [], usage, cycle).map((one) => ({
          ...one,
          fee: id,
          of: usage,
        })),
      ),
    ),
    idle: fees.rows.filter(({ id }) => billed.every((one) => one.id !== id)).map(({ name }) => name),
  };
  return { ...asked, pools: await sharedOf(db, asked) };
}

/** Days of a span where the year has 360. */
const days360 = (span: RawBuilder<unknown>): RawBuilder<number> => {
  const at = (day: RawBuilder<unknown>) =>
    sql`(extract(year from ${day}) * 360 + extract(month from ${day}) * 30 + least(extract(day from ${day}), 30))::integer`;
  return sql<number>`(${at(sql`upper(${span})`)} - ${at(sql`lower(${span})`)})`;
};
const calendarDays = (span: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(upper(${span}) - lower(${span}))`;

/** Days as the community counts them; of pieces they add up to those of the whole. */
const daysIn = (count: DayCount, span: RawBuilder<unknown>): RawBuilder<number> =>
  count === '实际天数' ? calendarDays(span) : days360(span);

/** The same where a column says how they are counted. */
export const daysBy = (count: RawBuilder<unknown>, span: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case ${count} when '30天制' then ${days360(span)} else ${calendarDays(span)} end`;

type Counted = Pick<FeeCycle, 'source' | 'tree'>;

/** Whether it is counted by what was used in the cycle. */
const byUse = ({ source, tree }: Counted): boolean =>
  source === '用量' || source === '阶梯' || (tree !== null && namesOf(tree).includes('用量'));
const byArea = ({ source, tree }: Counted): boolean =>
  AREA_NAMES.some((area) => area === source) ||
  (tree !== null && namesOf(tree).some((name) => AREA_NAMES.includes(name)));

/** What names of a formula are of a room's fee: `o` what is owed, `a` the areas then, `u` what was used. */
const FORMULA_COLUMNS: FormulaColumns = {
  建筑面积: sql`a.build_area`,
  套内面积: sql`a.inner_area`,
  供能面积: sql`a.energy_area`,
  用量: sql`u.measured`,
  户数: sql`1::numeric`,
  系数: sql`coalesce(o.quantity, 1)`,
};

const quantityByFormula = (
  formulas: readonly { readonly id: string; readonly tree: Formula; readonly digits: number }[],
): RawBuilder<unknown> =>
  formulas.length === 0
    ? sql`null`
    : sql`case o.fee_id ${sql.join(
        formulas.map(
          ({ id, tree, digits }) =>
            sql`when ${id}::bigint then ${formulaQuantitySql(tree, FORMULA_COLUMNS, { digits, minQuantity: sql`o.min_quantity` })}`,
        ),
        sql` `,
      )} end`;

/** Days on which nothing changes that a line is cut by; where a year of tiers begins within the cycle, also those before and from then on. */
const stretch = (turning: boolean): RawBuilder<unknown> => {
  const whole = sql`o.active * coalesce(p.span, o.active) * coalesce(a.span, o.active) * y.span`;
  if (!turning) return sql`(select ${whole} as span, false as late)`;
  const next = sql`case when p.tiers is not null then o.year_next end`;
  return sql`(select ${whole} * h.half as span, h.late from (values (daterange(null, ${next}), false), (daterange(${next}, null), true)) h(half, late)
    where not h.late or ${next} is not null)`;
};

/** What a line costs in whole, and what its share of that is counted over. */
const PLAIN = sql`priced as (select s.*, coalesce(fen / 100.0, quantity * unit_price) as yuan, den as over from summed s),`;

/**
 * The same with tiers: stretches of one version and year lie on the ladder together, behind what was used before (`tieredAmounts` of packages/charging).
 * The bill keeps where on the ladder it began.
 */
const TIERED = sql`placed as (
      select s.*, min(all_far - num) over g as group_from, max(all_far) over g as group_to,
        coalesce(max(all_far) filter (where not late) over (partition by id), 0) as turned
      from summed s window g as (partition by id, grp)),
    laid as (
      select p.*, l.before_group, round(quantity * group_to / den, 4) - round(quantity * group_from / den, 4) as in_group
      from placed p cross join lateral (select case when not by_use or tiers is null or den = 0 then null
        when late then round(quantity * group_from / den, 4) - round(quantity * turned / den, 4)
        else before + round(quantity * group_from / den, 4) end as before_group) l),
    priced as (
      select room_id, fee_id, id, full_code, cycle, part, from_day, to_day, source, unit, unit_price, price_id, party_id, days, off_days, whole_days, weight,
        due_days, last, year_ago, tax_rate, by_use, shared, den, num, all_far, quantity,
        case when before_group is null then inputs else jsonb_build_object('已用', trim_scale(before_group)::text, '档内', trim_scale(in_group)::text) end as inputs,
        case when before_group is null then so_far else all_far - group_from end as so_far,
        case when before_group is null then den else group_to - group_from end as over,
        case when before_group is null then coalesce(fen / 100.0, quantity * unit_price) else discount / 100 * (
          select coalesce(sum((least(before_group + in_group, coalesce(t.next, before_group + in_group)) - greatest(before_group, t."from")) * t.price)
            filter (where least(before_group + in_group, coalesce(t.next, before_group + in_group)) > greatest(before_group, t."from")), 0)
          from (select "from", price, lead("from") over (order by "from") as next from jsonb_to_recordset(tiers) as t("from" numeric, price numeric)) t) end as yuan
      from laid),`;

/** Fees that rooms share. */
export const sharedFees = ({ pools }: LinesAsked): readonly string[] => [...new Set(pools.map(({ feeId }) => feeId))];

/** Which rooms are meant; all where nothing is said. */
export interface LinesScope {
  readonly buildingId?: string | null;
  readonly roomIds?: readonly string[] | null;
  /** Also those that have a bill of the cycle: for what is tried, or made anew. */
  readonly again?: boolean;
}

const scopeOf = (scope: LinesScope): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(scope.buildingId == null ? [] : [sql`r.building_id = ${scope.buildingId}::bigint`]),
      ...(scope.roomIds == null ? [] : [sql`r.id = any(${[...scope.roomIds]}::bigint[])`]),
    ],
    sql` and `,
  );

/**
 * Two spans have a day in common; as `&&` the planner takes it for rare, and looks through what all rooms of all buildings have in that time instead of
 * going by the rooms that are asked for.
 */
const meets = (a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not isempty(${a} * ${b})`;

/** Of room_fee that have a live bill of a cycle. */
const billed = sql`exists (select from bill x where x.room_fee_id = rf.id and x.cycle = c.key
  and x.kind = '周期' and x.state not in ('已作废', '已红冲'))`;

/**
 * CTEs `cyc`, `rooms`, `owed` (room_fee to be billed, with `used` for those by usage), `line` (the bills to be). What has no usage, price or area is in
 * `owed` and not, or not wholly, in `line`. What is shared comes as fen: they are divided over the cycle's days and never reckoned again.
 */
export function lineCtes(asked: LinesAsked, scope: LinesScope): RawBuilder<unknown> {
  const { communityId, terms, fees, prices } = asked;
  const cycles = fees.map(({ id, cycle, source, tree }) => ({
    fee: id,
    key: cycle.key,
    from: cycle.from,
    to: cycle.to,
    days: countedDays(cycle, terms.dayCount),
    last: keyBefore(cycle.key),
    year_ago: keyYearBefore(cycle.key),
    metered: byUse({ source, tree }),
    areal: byArea({ source, tree }),
    year_from: tierYear(cycle, terms.tierReset).from,
    year_next: tierYear(cycle, terms.tierReset).next,
  }));
  const listed = prices.map(({ fee, of, id, from, to, price, tiers }) => ({
    fee,
    usage: of,
    id,
    from,
    to,
    price,
    tiers,
  }));
  const days = (span: RawBuilder<unknown>) => daysIn(terms.dayCount, span);
  const metered = fees.some(byUse);
  const formulas = fees.flatMap(({ id, tree, digits }) => (tree === null ? [] : [{ id, tree, digits }]));
  const tiered = prices.some(({ tiers }) => tiers !== null);
  const shares = asked.pools
    .flatMap(({ parts }) => parts)
    .filter(({ building }) => scope.buildingId == null || building === scope.buildingId);
  const turning = tiered && cycles.some(({ year_next }) => year_next !== null);
  return sql`
    cyc as materialized (select fee, key, daterange("from", "to") as span, days, last, year_ago, metered, areal, year_from, year_next
      from jsonb_to_recordset(${JSON.stringify(cycles)}::jsonb) as c(fee bigint, key text, "from" date, "to" date, days integer, last text, year_ago text,
        metered boolean, areal boolean, year_from date, year_next date)),
    price as materialized (select fee, usage, id, daterange("from", "to") as span, price, tiers
      from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as p(fee bigint, usage text, id bigint, "from" date, "to" date, price numeric, tiers jsonb)),
    whole as materialized (select daterange(min(lower(span)), max(upper(span))) as span from cyc),
    rooms as materialized (select r.id, r.usage, r.state, r.full_code, r.building_id, r.deliver_day from room r
      where r.community_id = ${communityId} and ${scopeOf(scope)}),
    owed as materialized (
      select rf.id, rf.room_id, rf.fee_id, r.usage, rf.contract_price, rf.discount, rf.quantity, rf.meter_id, f.undelivered_rate, f.tax_rate,
        coalesce(f.due_days, ${terms.dueDays}::integer) as due_days, b.source, b.unit, b.digits, b.min_quantity, c.key as cycle, c.span as cycle_span, c.days as cycle_days,
        c.last, c.year_ago, c.metered, c.areal, c.year_from, c.year_next, c.span * rf.span as active, r.full_code,
        case when r.deliver_day is not null then r.deliver_day when r.state = '未交付' then 'infinity'::date end as delivered
      from rooms r join room_fee rf on rf.room_id = r.id join cyc c on c.fee = rf.fee_id and ${meets(sql`rf.span`, sql`c.span`)}
      join fee f on f.id = rf.fee_id join fee_basis b on b.id = f.basis_id
      where r.state <> '停用' and ${scope.again ? sql`true` : sql`not ${billed}`}),
    shared as materialized (select id, round(quantity, 4) as quantity, round(price, 6) as price, fen, why, coalesce(late, false) as late
      from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as s(id bigint, quantity numeric, price numeric, fen bigint, why text, late boolean)),
    ${useCtes(metered, sharedFees(asked))},
    payer as materialized (
      select y.room_id, y.party_id, y.span from occupancy y join rooms r on r.id = y.room_id, whole w where y.payer and ${meets(sql`y.span`, sql`w.span`)}
      union all
      select r.id, null, g.span from rooms r cross join whole w
        left join (select y.room_id, range_agg(y.span) as spans from occupancy y join rooms r on r.id = y.room_id where y.payer group by 1) a on a.room_id = r.id
        cross join lateral unnest(datemultirange(w.span) - coalesce(a.spans, '{}'::datemultirange)) as g(span)),
    area as materialized (select a.room_id, a.span, a.build_area, a.inner_area, a.energy_area from room_area a join rooms r on r.id = a.room_id, whole w
      where ${meets(sql`a.span`, sql`w.span`)}),
    seg as materialized (
      select o.id, s.span, y.party_id, p.id as price_id, p.tiers,
        case when u.fen is null then round(coalesce(o.contract_price, p.price) * o.discount / 100, 6) else u.price end as unit_price,
        case o.source when '建筑面积' then greatest(round(a.build_area, o.digits), o.min_quantity)
          when '套内面积' then greatest(round(coalesce(a.inner_area, 0), o.digits), o.min_quantity)
          when '供能面积' then greatest(round(a.energy_area, o.digits), o.min_quantity)
          when '户' then 1 when '固定' then coalesce(o.quantity, 1) when '公式' then ${quantityByFormula(formulas)} else u.quantity end as quantity,
        ${formulas.length === 0 ? sql`null::jsonb` : sql`case when o.source = '公式' then ${formulaInputs(FORMULA_COLUMNS)} end`} as inputs,
        ${days(sql`s.span`)} as days, u.id is not null as by_use, s.late
      from owed o
      left join used u on u.id = o.id
      left join price p on o.contract_price is null and u.fen is null and p.fee = o.fee_id and p.usage = o.usage and p.span && o.active
      left join area a on a.room_id = o.room_id and a.span && o.active and o.areal
      join payer y on y.room_id = o.room_id and y.span && o.active
      cross join lateral ${stretch(turning)} s
      where not isempty(s.span) and (o.contract_price is not null or p.id is not null or u.fen is not null)
        and (a.room_id is not null or not o.areal) and (u.id is not null or not o.metered)),
    stopped as materialized (select s.room_id, s.fee_id from suspension s join rooms r on r.id = s.room_id, whole w
      where not s.voided and ${meets(sql`s.span`, sql`w.span`)}),
    less as materialized (
      select g.id, lower(g.span) as from_day, sum(x.days * (1 - x.rate)) as less, sum(case when x.rate < 1 then x.days else 0 end)::integer as off_days
      from seg g join owed o on o.id = g.id
      cross join lateral (select g.span * daterange(null, o.delivered) as early, g.span * daterange(coalesce(o.delivered, '-infinity'), null) as late,
        case when o.delivered is null then 1 else o.undelivered_rate / 100 end as rate) e
      cross join lateral (
        select ${days(sql`h.span`)} as days, least(e.rate, s.keep_rate / 100) as rate from suspension s cross join lateral (select e.early * s.span as span) h
          where o.delivered is not null and s.room_id = o.room_id and s.fee_id = o.fee_id and not s.voided and not isempty(h.span)
        union all
        select ${days(sql`h.span`)}, s.keep_rate / 100 from suspension s
          cross join lateral (select case when o.delivered is null then g.span * s.span else e.late * s.span end as span) h
          where s.room_id = o.room_id and s.fee_id = o.fee_id and not s.voided and not isempty(h.span)
        union all
        select ${days(sql`m.span`)}, e.rate from unnest(datemultirange(e.early) - coalesce((select range_agg(s.span) from suspension s
            where s.room_id = o.room_id and s.fee_id = o.fee_id and not s.voided and s.span && e.early), '{}'::datemultirange)) as m(span)
          where o.delivered is not null and not isempty(e.early)
      ) x
      where not g.by_use and (o.delivered > lower(g.span) or (o.room_id, o.fee_id) in (select room_id, fee_id from stopped))
      group by 1, 2),
    weighed as (
      select g.*, coalesce(l.off_days, 0) as off_days, case when g.by_use then g.days::numeric else g.days - coalesce(l.less, 0) end as weight,
        case when g.by_use and o.meter_id is not null and u.fen is null and u.measured > 0 then (select sum(d.usage) from meter_day d where d.meter_id = o.meter_id
          and d.register = 'total' and d.day >= lower(g.span) and d.day < upper(g.span)) end as share
      from seg g join owed o on o.id = g.id left join less l on l.id = g.id and l.from_day = lower(g.span) left join used u on u.id = g.id
      where g.quantity is not null),
    marked as (
      select w.*, case when lag(upper(span)) over o = lower(span) and lag(quantity) over o = quantity and lag(unit_price) over o = unit_price
          and lag(price_id) over o is not distinct from price_id and lag(party_id) over o is not distinct from party_id and lag(late) over o = late
          then 0 else 1 end as starts
      from weighed w window o as (partition by id order by lower(span))),
    pieces as (
      select id, no - 1 as part, min(lower(span)) as from_day, max(upper(span)) as to_day, min(party_id) as party_id, min(price_id) as price_id,
        (array_agg(tiers))[1] as tiers, ${formulas.length === 0 ? sql`null::jsonb` : sql`(array_agg(inputs order by lower(span)))[1]`} as inputs,
        bool_or(late) as late, min(unit_price) as unit_price, min(quantity) as quantity, sum(days)::integer as days, sum(off_days)::integer as off_days,
        sum(weight) as weight, sum(share) as share, bool_or(by_use) as by_use
      from (select m.*, sum(starts) over (partition by id order by lower(span)) as no from marked m) n group by id, no),
    grouped as (
      select p.*, sum(case when same then 0 else 1 end) over (partition by id order by part) as grp from (
        select p.*, coalesce(lag(quantity) over o = quantity and lag(unit_price) over o = unit_price
          and lag(price_id) over o is not distinct from price_id and lag(late) over o = late, false) as same from pieces p window o as (partition by id order by part)) p),
    counted as (
      select g.*, o.room_id, o.fee_id, o.cycle, o.cycle_days as whole_days, o.tax_rate, o.due_days, o.unit, o.source, o.full_code, o.last, o.year_ago,
        o.discount, u.before, u.fen, u.fen is not null as shared, coalesce(g.share, g.weight) as num,
        case when not g.by_use then o.cycle_days::numeric when g.share is not null then u.measured else ${days(sql`o.active`)}::numeric end as den
      from grouped g join owed o on o.id = g.id left join used u on u.id = g.id),
    summed as (
      select c.*, sum(num) over (partition by id, grp order by part) as so_far, sum(num) over (partition by id order by part) as all_far from counted c),
    ${tiered ? TIERED : PLAIN}
    line as materialized (
      select id as room_fee_id, room_id, fee_id, full_code, cycle, part::integer, from_day, to_day, source, unit, unit_price, price_id, party_id, days, off_days,
        whole_days, weight, due_days, last, year_ago, tax_rate, inputs, shared,
        case when by_use and den > 0 then round(quantity * all_far / den, 4) - round(quantity * (all_far - num) / den, 4) else quantity end as quantity,
        case when over = 0 then 0::bigint else (div(200 * yuan * so_far + over, 2 * over) - div(200 * yuan * (so_far - num) + over, 2 * over))::bigint end as amount
      from priced)`;
}

/** The columns by which two runs are known to be the same. */
export const lineDigest = sql`md5(coalesce(string_agg(concat_ws('|', room_fee_id, cycle, part, from_day, to_day, quantity, unit_price, price_id, party_id,
  weight, amount), ';' order by room_fee_id, part), ''))`;

/** The tax within an amount, half away from zero. */
export const taxIn = (amount: RawBuilder<unknown>, rate: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`div((2 * ${amount} * ${rate} + 100 + ${rate})::numeric, (2 * (100 + ${rate}))::numeric)::bigint`;

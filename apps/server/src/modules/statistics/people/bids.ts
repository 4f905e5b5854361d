/** 投标总结统计: what the summaries of bids say that were agreed to. */
import { bidDeposits, bidList, bidReasons, bidRivals, bidSales } from '@hengneng/forms';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { dayOf, inDays, monthOf, rate, same, within } from '../shared.ts';

type Ask = Asked<typeof bidList>;

/** A project that was put out to tender again counts by its last opening only: `counted`. */
const bids = ({ asks, bind, visible }: Ask): string => `(
  select b.* from (
    select r.*, ${dayOf('r.open_time')} as open_on,
      row_number() over (partition by r.bid_name, r.tenderee order by r.open_time desc, r.id desc) = 1 as counted
    from f_emc_project_bid_summary r where r.status = 'approved') b
  where ${inDays(bind, 'b.open_on', asks.from, asks.to)} and ${same(bind, 'b.business_mode', asks.businessMode)}
    and ${same(bind, 'b.building_type', asks.buildingType)} and ${same(bind, 'b.bid_mode', asks.bidMode)}
    and ${same(bind, 'b.applicant', asks.applicant)} and ${within(bind, 'b.applicant_dept', asks.area)}
    and ${visible({ applicant: 'b.applicant', dept: 'b.applicant_dept', project: 'b.project' })})`;

const LAST = `m.counted = '计入'`;
const ofList = (result: string): string => `count(*) filter (where ${LAST} and m.result = '${result}')`;
const decided = `count(*) filter (where ${LAST} and m.result in ('中标', '未中标', '废标'))`;

export const bidListView = viewSource({
  view: bidList,
  order: 'm."openOn" desc nulls last, m.id desc',
  figures: {
    bids: `count(*) filter (where ${LAST})`,
    rate: rate(ofList('中标'), decided),
    wonAmount: `coalesce(sum(m."winPrice") filter (where ${LAST} and m.result = '中标'), 0)`,
    cost: 'coalesce(sum(m.cost), 0)',
    costPerWin: `sum(m.cost) / nullif(${ofList('中标')}, 0)`,
    dropped: `count(*) filter (where ${LAST} and m.result in ('流标', '弃标'))`,
  },
  charts: {
    months: {
      bids: `count(*) filter (where ${LAST})`,
      won: ofList('中标'),
      rate: rate(ofList('中标'), decided),
    },
    deviation: {
      deviation: `max(m.deviation) filter (where ${LAST})`,
      won: `max(m."techScore") filter (where ${LAST} and m.result = '中标')`,
      lost: `max(m."techScore") filter (where ${LAST} and m.result <> '中标')`,
    },
  },
  rows: (asked) => `
    select b.id, b.bid_name as "bidName", b.bid_result as result, case when b.counted then '计入' else '后又开标' end as counted,
      b.open_on as "openOn", ${monthOf('b.open_on')} as month, b.tenderee, b.bid_mode as mode, b.business_mode as business,
      b.building_type as building, b.applicant as salesman, b.applicant_dept as dept, b.our_price as "ourPrice", b.win_price as "winPrice",
      ${rate('b.our_price', 'b.win_price')} as deviation, b.tech_score as "techScore", b.our_score as "ourScore", b.ranking, b.winner,
      b.bid_cost_total as cost, b.serial
    from ${bids(asked)} b`,
});

export const bidReasonsView = viewSource({
  view: bidReasons,
  order: 'm.count desc, m.reason',
  charts: { reasons: { count: 'sum(m.count)' } },
  rows: (asked) => `
    select x.reason as id, x.reason, count(*) as count, ${rate('count(*)', 'max(x.lost)')} as share, sum(x.our_price) as price
    from (select unnest(l.lost_reasons) as reason, l.our_price, l.lost
      from (select b.*, count(*) over () as lost from ${bids(asked)} b where b.counted and cardinality(b.lost_reasons) > 0) l) x
    group by x.reason`,
});

export const bidRivalsView = viewSource({
  view: bidRivals,
  order: 'm.met desc, m.rival',
  rows: (asked) => `
    select x.rival as id, x.rival, count(*) as met, count(*) filter (where x.bid_result = '中标') as won,
      count(*) filter (where x.bid_result = '未中标' and btrim(x.winner) = x.rival) as lost,
      ${rate(`count(*) filter (where x.bid_result = '中标')`, 'count(*)')} as rate,
      avg(100 * (x.our_price - x.price) / nullif(x.price, 0)) as "priceGap", avg(x.tech_score - nullif(x.tech_part, 0)) as "techGap",
      string_agg(distinct x.strength, '；') as strength
    from (select b.*, btrim(c.competitor) as rival, c.price, c.tech_part, c.strength
      from ${bids(asked)} b join f_emc_project_bid_summary_competitors c on c.parent_id = b.id where b.counted) x
    group by x.rival`,
});

/** Journeys that supported somebody's projects. */
const travels = ({ asks, bind }: Ask, person: string): string => `(select count(*) from f_emc_technical_support_travel t
  where t.status = 'approved' and t.request_user = ${person} and ${inDays(bind, 't.depart_date', asks.from, asks.to)})`;

export const bidSalesView = viewSource({
  view: bidSales,
  order: 'm.won desc, m.bids desc, m.id',
  rows: (asked) => {
    const of = (result: string): string => `count(*) filter (where b.counted and b.bid_result = '${result}')`;
    return `
    select b.applicant as id, b.applicant as salesman, count(*) filter (where b.counted) as bids, ${of('中标')} as won,
      ${rate(of('中标'), `count(*) filter (where b.counted and b.bid_result in ('中标', '未中标', '废标'))`)} as rate,
      coalesce(sum(b.win_price) filter (where b.counted and b.bid_result = '中标'), 0) as "wonAmount", ${of('废标')} as void,
      coalesce(sum(b.bid_cost_total), 0) as cost, ${travels(asked, 'b.applicant')} as travels
    from ${bids(asked)} b group by b.applicant`;
  },
});

export const bidDepositsView = viewSource({
  view: bidDeposits,
  order: 'm."left" desc, m."openOn" desc, m.id',
  figures: { left: 'coalesce(sum(m."left"), 0)' },
  // What came back after the summary stands in the book of deposits.
  rows: (asked) => `
    select x.*, case when x."left" > 0 then ${asked.today} - x."openOn" end as days from (
      select b.id, b.bid_name as "bidName", b.tenderee, b.deposit, coalesce(d.returned, b.deposit_returned, 0) as returned,
        b.deposit - coalesce(d.returned, b.deposit_returned, 0) as "left", b.open_on as "openOn", b.deposit_return_date as "returnedOn",
        b.applicant as salesman
      from ${bids(asked)} b left join lateral (select k.returned from b_deposit_receivable k
        where k.contract_no = b.bid_no and k.kind = '投标保证金' and not k.voided order by k.id desc limit 1) d on true
      where b.deposit > 0) x`,
});

/** 维修成本分析: every view counts the same costs, those of the book of repairs (`COSTS`), each once. */
import { DICTIONARIES } from '@hengneng/core';
import { repairCosts, repairDevices, repairProjects, repairRepeats } from '@hengneng/forms';
import { figureAt } from '../../../engine/dictionaries/dictionaries.ts';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { COSTS } from '../../ledgers/index.ts';
import { EARNED } from './flows.ts';
import { growthOf, monthMoved, monthsOf, placed } from './span.ts';
import { rate } from '../shared.ts';

type Repairs = Asked<typeof repairCosts>;

/** Costs in sight that match what was asked, of any month; `p` is the project, `d` the device. */
const matching = (asked: Repairs): string => {
  const { asks, bind } = asked;
  const one = (column: string, value: unknown): string => {
    const given = bind(value);
    return `(${given}::text is null or ${column} = ${given})`;
  };
  const part = (column: string, value: string | null): string => {
    const given = bind(value);
    return `(${given}::text is null or strpos(${column}, ${given}) > 0)`;
  };
  return `(
    select k.*, p.area, p.manager, d.category, w.fault_desc, w.affect_hours, extract(epoch from w.repair_end - w.fault_time) / 3600 as hours,
      coalesce((w.repair_end at time zone 'Asia/Shanghai')::date, (k.month || '-01')::date) as day
    from ${COSTS} k join project p on p.code = k.project left join device d on d.id = k.device
      left join f_maintenance_records w on k.source = '维修记录' and w.id = k.source_id
    where ${placed(asked)} and ${part('d.category', asks.category)} and ${part('k.cause', asks.cause)} and ${one('k.bearer', asks.bearer)}
      and ${one('k.device::text', asks.device)} and ${one('k.source', asks.source)} and (k.source <> '设备保养' or ${bind(asks.upkeep)}::text = '计入'))`;
};

const SUMS = ['material', 'labour', 'outsourced', 'transport', 'total', 'ours', 'customer', 'supplier'] as const;

/** What is budgeted for all that is counted here. */
const BUDGETED = `('维修费', '保养费', '备件采购', '外协服务')`;

export const repairCostsView = viewSource({
  view: repairCosts,
  order: 'm.month desc, m.total desc, m."documentNo"',
  figures: {
    total: 'coalesce(sum(m.total), 0)',
    ours: 'coalesce(sum(m.ours), 0)',
    supplier: 'coalesce(sum(m.supplier), 0)',
    perArea: 'sum(m.ours) / nullif(max(m.supplied), 0) / max(m.months) * 12',
    count: 'count(*)',
    repairHours: 'avg(m."repairHours")',
  },
  charts: {
    months: {
      material: 'sum(m.material)',
      labour: 'sum(m.labour)',
      outsourced: 'sum(m.outsourced)',
      transport: 'sum(m.transport)',
    },
    categories: { total: 'sum(m.total)' },
    causes: { total: 'sum(m.total)', count: 'count(*)' },
  },
  rows: (asked) => {
    const { asks, bind, now } = asked;
    const { from, to, count } = monthsOf(asks, now);
    return `
    select k.key as id, k.document_no as "documentNo", k.source, k.source_id::text as "sourceId", k.area, k.project, k.month, k.device, k.category,
      k.fault_part as "faultPart", k.cause, k.material, k.labour, k.outsourced, k.transport, k.total, k.bearer, k.ours, k.customer, k.supplier,
      k.hours as "repairHours", ${bind(count)}::int as months,
      (select sum(p.area_m2) from project p where p.state = 2 and ${placed(asked)}) as supplied
    from ${matching(asked)} k where k.month between ${bind(from)} and ${bind(to)}`;
  },
});

/** What so often fails in a year is no longer mended part by part; what has so much of its life behind it is not overhauled. */
const [OFTEN, OLD] = [4, 0.8];
const LIVES = DICTIONARIES.deviceLife.figures;
/** Years that a device is made for, by its kind. */
const lifeAt = (day: string): string => {
  const of = (code: string): string => figureAt('deviceLife', code, day);
  const kinds = Object.entries(LIVES).map(([code, { name }]) => `when '${name}' then ${of(code)}`);
  return `case d.category ${kinds.join(' ')} else ${of('other')} end`;
};

export const repairDevicesView = viewSource({
  view: repairDevices,
  order: 'm.total desc, m."allTotal" desc, m.id',
  rows: (asked) => {
    const { from, to } = monthsOf(asked.asks, asked.now);
    const [first, last] = [asked.bind(from), asked.bind(to)];
    const during = `k.month between ${first} and ${last}`;
    const year = `k.month > ${monthMoved(last, -12)}`;
    return `
    select x.*, case when x."yearCount" < ${OFTEN} then '继续修' when x.age >= ${OLD} * x.life then '更换' else '大修评估' end as advice from (
    select k.device as id, k.project, k.device, d.category, (${asked.today} - coalesce(d.started_on, d.installed_on)) / 365.25 as age, ${lifeAt(asked.today)} as life, extract(year from coalesce(d.started_on, d.installed_on))::int as since,
      count(*) filter (where ${during}) as count, sum(k.total) filter (where ${during}) as total, sum(k.ours) filter (where ${during}) as ours,
      sum(k.total) as "allTotal", count(*) filter (where ${year}) as "yearCount", coalesce(sum(k.total) filter (where ${year}), 0) as "yearTotal",
      d.run_hours / nullif(d.fault_count, 0) as "betweenHours", sum(k.affect_hours) filter (where ${during}) as "stopHours"
    from ${matching(asked)} k join device d on d.id = k.device where k.month <= ${last}
    group by k.project, k.device, d.id having count(*) filter (where ${during}) > 0) x`;
  },
});

export const repairProjectsView = viewSource({
  view: repairProjects,
  order: 'm.total desc, m.project',
  rows: (asked) => {
    const { from, to } = monthsOf(asked.asks, asked.now);
    const [first, last] = [asked.bind(from), asked.bind(to)];
    const during = `k.month between ${first} and ${last}`;
    const before = `k.month between ${monthMoved(first, -12)} and ${monthMoved(last, -12)}`;
    return `
    select g.project as id, g.*, p.area, g.ours / nullif(p.area_m2, 0) as "perArea", ${rate('g.ours', 'i.amount')} as "incomeShare",
      b.amount as budget, ${rate('g.ours', 'b.amount')} as used, ${growthOf('g.total', 'g."lastYear"')} as growth
    from (
      select k.project, count(*) filter (where ${during}) as count,
        ${SUMS.map((sum) => `coalesce(sum(k.${sum}) filter (where ${during}), 0) as ${sum}`).join(', ')},
        coalesce(sum(k.total) filter (where ${before}), 0) as "lastYear"
      from ${matching(asked)} k where ${during} or ${before} group by k.project) g
      join project p on p.code = g.project
      left join (select e.project, sum(e.amount) as amount from ${EARNED} e where e.month between ${first} and ${last} group by e.project) i
        on i.project = g.project
      left join (
        select l.owner_code, sum(l.approved + l.appended + l.moved_in - l.moved_out) as amount from fund_budget_ledger l
        where l.owner_kind = 'project' and l.subject in ${BUDGETED} and l.month between ${first} and ${last} group by l.owner_code) b
        on b.owner_code = g.project`;
  },
});

export const repairRepeatsView = viewSource({
  view: repairRepeats,
  order: 'm.count desc, m.total desc, m.id',
  rows: (asked) => {
    const { from, to } = monthsOf(asked.asks, asked.now);
    // Within so many days two repairs of one part are the same fault.
    const days = `(select n.days from allowed n)`;
    return `
    with allowed as materialized (select ${figureAt('repeatRepair', 'days', asked.today)}::integer as days)
    select r.device || ' ' || r.fault_part as id, r.project, r.device, r.category, r.fault_part as "faultPart", r.fault_desc as "lastFault",
      r.count, r.total, r.document_no as "lastNo", r.day as "lastOn", r.manager, case when exists (
        select from f_emc_problem_rectification q where q.project = r.project and q.status in ('running', 'returned', 'approved')
          and q.found_date >= r.day - ${days} and q.source_no in (
            select v.document_no from ${COSTS} v where v.device = r.device and v.fault_part = r.fault_part)) then '已立' else '未立' end as rectified
    from (
      -- Each repair with those of the days before it; of a fault the repair that closes the most.
      select distinct on (k.device, k.fault_part) k.project, k.device, k.category, k.fault_part, k.fault_desc, k.document_no, k.day, k.manager, n.count, n.total
      from ${matching(asked)} k cross join lateral (
        select count(*) as count, sum(e.total) as total from ${COSTS} e join f_maintenance_records w on w.id = e.source_id
        where e.source = '维修记录' and e.device = k.device and e.fault_part = k.fault_part
          and (w.repair_end at time zone 'Asia/Shanghai')::date between k.day - ${days} and k.day) n
      where k.source = '维修记录' and k.fault_part is not null and k.month between ${asked.bind(from)} and ${asked.bind(to)}
      order by k.device, k.fault_part, n.count desc, k.day desc) r
    where r.count > 1`;
  },
});

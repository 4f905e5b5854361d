/** 收支分析: one set of flows, by month, item, project and document, so that all of them come to the same. */
import { cashAhead, incomeAreas, incomeChange, incomeLines, incomeMonths, incomeProjects } from '@hengneng/forms';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { RECEIVABLES } from '../../ledgers/index.ts';
import { EARNED, EARNING, PAID, RECEIVED, SPENDING, SPENT } from './flows.ts';
import { growthOf, monthMoved, monthsOf, placed } from './span.ts';
import { rate } from '../shared.ts';

type Incomes = Asked<typeof incomeMonths>;

/** Projects in sight that match what was asked; one that is named `projects`. */
export const projects = (asked: Incomes): string => {
  const mode = asked.bind(asked.asks.chargeMode);
  return `projects as (select p.code, p.area, p.area_m2, p.state, p.start_on, p.manager, p.name from project p where (${mode}::text is null or p.charge_model = ${mode}) and ${placed(asked)})`;
};

const COLUMNS = 'x.key, x.project, x.item, x.month, x.amount, x.module, x.record';

/** What came and went by the basis that was asked for: as owed and booked, or as paid. */
export const flows = (asked: Incomes, basis = asked.asks.basis): string => {
  const paid = basis === '收付';
  const [income, cost] = paid ? [RECEIVED, PAID] : [EARNED, SPENT];
  return `${projects(asked)}
    , flow as materialized (
      select '收入' as kind, ${COLUMNS}, x.item as account, x.document from ${income} x where x.project in (select code from projects)
      union all
      select '支出', ${COLUMNS}, x.account, null from ${cost} x where x.project in (select code from projects))`;
};

/** Whether what is still being approved was asked for; it has no day of payment yet. */
const withPending = ({ asks }: Incomes): boolean => asks.withRunning === '包含' && asks.basis !== '收付';

/** What is still being approved: `pending`, none where it was not asked for. */
const pendings = (asked: Incomes): string => `pending as materialized (
      select x.* from (
        select '收入' as kind, ${COLUMNS}, x.account, x.document from ${EARNING} x
        union all
        select '支出', ${COLUMNS}, x.account, x.document from ${SPENDING} x) x
      where ${withPending(asked)} and x.project in (select code from projects))`;
const PENDING_SUMS = `sum(w.amount) filter (where w.kind = '收入') as "pendingIncome", sum(w.amount) filter (where w.kind = '支出') as "pendingSpent"`;

/** What was owed and what came in, whatever the basis. */
const CLAIMS = `claims as (
      select x.project, x.month, x.amount as due, 0 as received from ${EARNED} x where x.project in (select code from projects)
      union all
      select x.project, x.month, 0, x.amount from ${RECEIVED} x where x.project in (select code from projects))`;

/** What may be spent by the budgets of projects. */
const BUDGETS = `budgets as (
      select l.owner_code as project, l.month, l.approved + l.appended + l.moved_in - l.moved_out as amount
      from fund_budget_ledger l where l.owner_kind = 'project' and l.owner_code in (select code from projects))`;

const sumOf = (which: string): string => `coalesce(sum(f.amount) filter (where ${which}), 0)`;
const NET = `case f.kind when '收入' then f.amount else -f.amount end`;
const ENERGY = `('电费', '燃气费', '水费', '外购热')`;

const bounds = (asked: Incomes): { readonly first: string; readonly last: string } => {
  const { from, to } = monthsOf(asked.asks, asked.now);
  return { first: asked.bind(from), last: asked.bind(to) };
};

const IN_WAN = (sql: string): string => `(${sql}) / 10000`;

export const incomeMonthsView = viewSource({
  view: incomeMonths,
  order: 'm.month',
  figures: {
    income: IN_WAN('coalesce(sum(m.income), 0)'),
    spent: IN_WAN('coalesce(sum(m.spent), 0)'),
    net: IN_WAN('coalesce(sum(m.net), 0)'),
    netRate: rate('sum(m.net)', 'sum(m.income)'),
    collectRate: rate('sum(m.received)', 'sum(m.due)'),
    used: rate('sum(m.spent)', 'sum(m.budget)'),
  },
  charts: {
    months: {
      income: IN_WAN('sum(m.income)'),
      spent: IN_WAN('sum(m.spent)'),
      pendingIncome: IN_WAN('sum(m."pendingIncome")'),
      pendingSpent: IN_WAN('sum(m."pendingSpent")'),
      net: IN_WAN('sum(m.net)'),
      lastNet: IN_WAN('sum(m."lastNet")'),
    },
  },
  rows: (asked) => {
    const { first, last } = bounds(asked);
    return `
    with ${flows(asked)}, ${pendings(asked)}, ${CLAIMS}, ${BUDGETS}
    select g.*, g.month as id, g.income - g.spent as net, ${rate('g.income - g.spent', 'g.income')} as "netRate",
      ${rate('g.received', 'g.due')} as "collectRate", ${rate('g.spent', 'g.budget')} as used
    from (
      select k.month, f.income, f.spent, l.net as "lastNet", c.due, c.received, b.budget, w.*
      from (select to_char(s, 'YYYY-MM') as month
          from generate_series((${first}::text || '-01')::date, (${last}::text || '-01')::date, interval '1 month') s) k
        cross join lateral (select ${sumOf(`f.kind = '收入'`)} as income, ${sumOf(`f.kind = '支出'`)} as spent from flow f where f.month = k.month) f
        cross join lateral (select coalesce(sum(${NET}), 0) as net from flow f where f.month = ${monthMoved('k.month', -12)}) l
        cross join lateral (select coalesce(sum(c.due), 0) as due, coalesce(sum(c.received), 0) as received from claims c where c.month = k.month) c
        cross join lateral (select coalesce(sum(b.amount), 0) as budget from budgets b where b.month = k.month) b
        cross join lateral (select ${PENDING_SUMS} from pending w where w.month = k.month) w) g
    where exists (select from flow f where f.month between ${first} and ${last})
      or exists (select from claims c where c.month between ${first} and ${last}) or exists (select from pending w where w.month between ${first} and ${last})`;
  },
});

export const incomeLinesView = viewSource({
  view: incomeLines,
  order: 'm.month desc, m.kind, m.amount desc, m.id',
  // The picture is of what counts; documents under way are listed beside it.
  charts: { items: { amount: `sum(m.amount) filter (where m.stage = '已审结')` } },
  rows: (asked) => {
    const { first, last } = bounds(asked);
    return `
    with ${flows(asked)}, ${pendings(asked)}
    select f.key as id, coalesce(w.serial, f.document) as document, f.kind, f.stage, p.area, f.project, f.month, f.item,
      case f.kind when '支出' then f.item end as "costItem", f.account, f.amount, w.starter as applicant,
      case when w.id is not null then f.module end as module, case when w.id is not null then f.record::text end as record
    from (select f.*, '已审结' as stage from flow f union all select w.*, '审批中' from pending w) f join projects p on p.code = f.project
      left join wf_instance w on w.module_id = f.module and w.biz_id = f.record
    where f.month between ${first} and ${last}`;
  },
});

/** Items of cost as the change of the net is told by them. */
const FACTOR_OF = `case when f.kind = '收入' then '收入增减' when f.item = '电费' then '电' when f.item = '燃气费' then '气' when f.item = '水费' then '水'
  when f.item in ('人工', '维修') then f.item else '其他' end`;

export const incomeChangeView = viewSource({
  view: incomeChange,
  order: `array_position(array['去年同期', '收入增减', '电', '气', '水', '人工', '维修', '其他', '本期'], m.factor)`,
  charts: { change: { amount: IN_WAN('sum(m.amount)') } },
  rows: (asked) => {
    const { first, last } = bounds(asked);
    return `
    with ${flows(asked)}
    , told as (
      select ${FACTOR_OF} as factor, ${NET} as amount, f.month between ${first} and ${last} as now from flow f
      where f.month between ${first} and ${last} or f.month between ${monthMoved(first, -12)} and ${monthMoved(last, -12)})
    select k.factor as id, k.factor, coalesce(case k.factor
        when '去年同期' then (select sum(t.amount) from told t where not t.now) when '本期' then (select sum(t.amount) from told t where t.now)
        else (select sum(case when t.now then t.amount else -t.amount end) from told t where t.factor = k.factor) end, 0) as amount
    from unnest(array['去年同期', '收入增减', '电', '气', '水', '人工', '维修', '其他', '本期']) k (factor)
    where exists (select from told)`;
  },
});

/** Each project with what it earned and spent; rates are worked out of the sums beside them. */
const balances = (asked: Incomes): string => {
  const { first, last } = bounds(asked);
  const during = `f.month between ${first} and ${last}`;
  const cost = (which: string): string => sumOf(`${during} and f.kind = '支出' and f.item ${which}`);
  return `
    with ${flows(asked)}, ${pendings(asked)}, ${CLAIMS}, ${BUDGETS}
    select g.*, p.code as project, p.area, p.area_m2 as "areaM2", coalesce(c.due, 0) as due, coalesce(c.received, 0) as received,
      g.income - g.spent as net, b.amount as budget, w."pendingIncome", w."pendingSpent"
    from projects p left join (
        select f.project as code, ${sumOf(`${during} and f.kind = '收入'`)} as income, ${sumOf(`${during} and f.kind = '支出'`)} as spent,
          ${cost(`in ${ENERGY}`)} as energy, ${cost(`= '人工'`)} as labour, ${cost(`= '维修'`)} as repair, ${cost(`= '水处理'`)} as water,
          ${cost(`= '外协'`)} as outside, ${cost(`= '租房'`)} as rent, ${cost(`in ('办公差旅', '税费', '其他')`)} as other,
          coalesce(sum(${NET}) filter (where f.month between ${monthMoved(first, -12)} and ${monthMoved(last, -12)}), 0) as "lastNet"
        from flow f group by f.project having bool_or(${during})) g on g.code = p.code
      left join (select c.project, sum(c.due) as due, sum(c.received) as received from claims c where c.month between ${first} and ${last}
        group by c.project) c on c.project = p.code
      left join (select b.project, sum(b.amount) as amount from budgets b where b.month between ${first} and ${last} group by b.project) b
        on b.project = p.code
      left join (select w.project, ${PENDING_SUMS} from pending w where w.month between ${first} and ${last} group by w.project) w on w.project = p.code
    where g.code is not null or w.project is not null`;
};

const RATES = `${rate('g.received', 'g.due')} as "collectRate", ${rate('g.net', 'g.income')} as "netRate", g.net / nullif(g."areaM2", 0) as "perArea",
      ${rate('g.spent', 'g.budget')} as used, ${growthOf('g.net', 'g."lastNet"')} as growth`;

export const incomeProjectsView = viewSource({
  view: incomeProjects,
  order: 'm.net, m.project',
  rows: (asked) => `select g.*, g.project as id, ${RATES} from (${balances(asked)}) g`,
});

const ADDED = [
  'income',
  'due',
  'received',
  'energy',
  'labour',
  'repair',
  'water',
  'outside',
  'rent',
  'other',
  'spent',
  'net',
  'budget',
  'lastNet',
  'pendingIncome',
  'pendingSpent',
  'areaM2',
] as const;

export const incomeAreasView = viewSource({
  view: incomeAreas,
  order: 'm.net, m.area',
  rows: (asked) => `
    select g.*, coalesce(g.area, '') as id, ${RATES}
    from (select g.area, count(*) as projects, ${ADDED.map((key) => `sum(g."${key}") as "${key}"`).join(', ')} from (${balances(asked)}) g group by g.area) g`,
});

/** Months ahead that are looked at, and years back of which energy is the mean. */
const AHEAD = 3;
const YEARS_BACK = 3;

export const cashAheadView = viewSource({
  view: cashAhead,
  order: 'm.month',
  rows: (asked) => {
    monthsOf(asked.asks, asked.now);
    return `
    with ${projects(asked)}, ${BUDGETS}
    , due as (
      select to_char(r.due_date, 'YYYY-MM') as month, r.unpaid as amount from ${RECEIVABLES} r
      where r.unpaid > 0 and r.project in (select code from projects)
      union all
      -- An instalment for which nothing was billed yet.
      select to_char(l.due_on, 'YYYY-MM'), l.amount from b_contract_plan l join contract c on c.code = l.contract
      where not l.voided and l.direction = '收' and l.state = '有效' and c.project_code in (select code from projects)
        and not exists (select from ${RECEIVABLES} r where r.contract = l.contract
          and case when l.period_from is null then to_char(l.due_on, 'YYYY-MM') = to_char(r.due_date, 'YYYY-MM')
            else r.period_end between l.period_from and l.period_to end))
    , energy as (
      select x.month, sum(x.amount) as amount from ${SPENT} x where x.item in ${ENERGY} and x.project in (select code from projects) group by x.month)
    select g.month as id, g.*, g.expected - g.reserved - coalesce(g.energy, 0) as net,
      case when g.expected - g.reserved - coalesce(g.energy, 0) < 0 then '有缺口' else '无缺口' end as gap
    from (
      select k.month, (select coalesce(sum(d.amount), 0) from due d where d.month = k.month) as expected,
        (select coalesce(sum(l.reserved), 0) from fund_budget_ledger l where l.owner_kind = 'project' and l.month = k.month
          and l.owner_code in (select code from projects)) as reserved,
        (select avg(e.amount) from energy e where e.month in (${Array.from({ length: YEARS_BACK }, (_, at) => monthMoved('k.month', -12 * (at + 1))).join(', ')})) as energy,
        (select coalesce(sum(b.amount), 0) from budgets b where b.month = k.month) as budget
      from (select to_char(s, 'YYYY-MM') as month
        from generate_series(date_trunc('month', ${asked.today}::timestamp) + interval '1 month', date_trunc('month', ${asked.today}::timestamp) + interval '${AHEAD} months', interval '1 month') s) k) g
    where exists (select from projects)`;
  },
});

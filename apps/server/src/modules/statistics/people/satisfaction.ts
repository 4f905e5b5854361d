/** 满意度分析: four ways in which customers are asked, each out of a hundred, weighed together. */
import {
  satisfactionDimensions,
  satisfactionOpinions,
  satisfactionProjects,
  satisfactionQuarters,
} from '@hengneng/forms';
import { today } from '@hengneng/form-kit';
import { figureAt } from '../../../engine/dictionaries/dictionaries.ts';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { dayOf, rate, same, within } from '../shared.ts';

type Ask = Asked<typeof satisfactionProjects>;

/** Ways of asking, with what they are called where the dictionary weighs them; where nobody was asked in a way, the others share its weight. */
const WAYS = [
  ['季度回访', 'quarterly'],
  ['现场走访', 'walked'],
  ['电话回访', 'called'],
  ['问卷', 'answered'],
] as const;
/** Fewer returns say little: such a project is not ranked. */
const ENOUGH = 3;
const LOW = 80;
const QUARTERS = ['第一季度', '第二季度', '第三季度', '第四季度'];
const LONG = 8;
const [FIRST_YEAR, LAST_YEAR] = [2000, 2100];

/** Quarters counted through: four a year. */
interface Period {
  readonly first: number;
  readonly last: number;
}
const periodOf = ({ asks, now }: Pick<Ask, 'asks' | 'now'>): Period => {
  const asked = Number(asks.year ?? today(now).slice(0, 4));
  if (asked < FIRST_YEAR || asked > LAST_YEAR)
    throw invalid([{ path: 'year', message: `年度应在${FIRST_YEAR}至${LAST_YEAR}之间` }]);
  const year = asked * 4;
  const at = asks.quarter === null ? -1 : QUARTERS.indexOf(asks.quarter);
  return at < 0 ? { first: year, last: year + 3 } : { first: year + at, last: year + at };
};
/** The one before: of a quarter the quarter, of a year the year. */
const before = ({ first, last }: Period): Period => ({ first: 2 * first - last - 1, last: first - 1 });

const quarterOf = (day: string): string =>
  `(extract(year from ${day}) * 4 + extract(quarter from ${day}) - 1)::integer`;
/** Of several visits in a quarter the last counts; of a season the last of those that were about it. */
const visitsOf = (ask: Ask): string => `(select distinct on (r.project, r.year, r.quarter) r.*,
    r.year * 4 + array_position(array['第一季度', '第二季度', '第三季度', '第四季度'], r.quarter) - 1 as at
  from f_interview_record r where r.status = 'approved' and ${same(ask.bind, 'r.season', ask.asks.season)}
  order by r.project, r.year, r.quarter, r.visit_time desc nulls last, r.id desc)`;
/** Only quarterly visits are about a season. */
const marksOf = (ask: Ask): string => `(
  select '季度回访' as way, v.season, v.project, v.at, v.satisfaction as score, null::integer as willing, ${dayOf('v.visit_time')} as day, v.renew_intention as intention
  from ${visitsOf(ask)} v
  union all
  select '现场走访', null, r.project, ${quarterOf('r.interview_date')}, r.total_mark, null, r.interview_date, r.renew_intention
  from f_user_interview_record r where r.status = 'approved'
  union all
  select '电话回访', null, r.project, ${quarterOf(dayOf('r.call_time'))}, r.total_score, r.recommend_score, ${dayOf('r.call_time')}, null
  from f_user_interview_record_tel r where r.status = 'approved' and r.completed = 1
  union all
  select '问卷', null, a.project_code, ${quarterOf(dayOf('a.submitted_at'))}, a.satisfaction, a.nps, ${dayOf('a.submitted_at')}, null from questionnaire_answer a)`;

/** Projects that are asked for, by their codes and regions. */
const projects = (
  { asks, bind, visible }: Ask,
  narrowed = true,
): string => `(select p.code, p.area, p.state from project p
  where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}
    ${narrowed ? `and ${within(bind, 'p.area', asks.area)} and ${same(bind, 'p.code', asks.project)}` : ''})`;
const inPeriod = (at: string, { first, last }: Period): string => `${at} between ${String(first)} and ${String(last)}`;
const marks = (
  ask: Ask,
  period: Period,
): string => `(select k.* from ${marksOf(ask)} k join ${projects(ask)} p on p.code = k.project
  where ${inPeriod('k.at', period)} and ${same(ask.bind, 'k.way', ask.asks.source)}
    and ${same(ask.bind, 'k.season', ask.asks.season)})`;

/** `weights`: what the ways weigh in each quarter, by what held at its end; in one that is not over, by what holds today. */
const weights = (ask: Ask, { first, last }: Period): string => `weights as materialized (
  select d.at, ${WAYS.map(([, code], index) => `${figureAt('satisfaction', code, 'd.day')} as w${index}`).join(', ')}
  from (select n.at, least((make_date(n.at / 4, n.at % 4 * 3 + 1, 1) + interval '3 months' - interval '1 day')::date, ${ask.today}) as day
    from generate_series(${String(first)}, ${String(last)}) n (at)) d)`;
const weightAt =
  (at: string) =>
  (index: number): string =>
    `(select w.w${index} from weights w where w.at = ${at})`;

/** The four means weighed together; `mean` says how the mean of a way is got, `weight` what it weighs. */
const weighed = (mean: (way: string, index: number) => string, weight: (index: number) => string): string => {
  const parts = WAYS.map(([way], index) => [mean(way, index), weight(index)] as const);
  return `(${parts.map(([sql, by]) => `coalesce(${sql} * ${by}, 0)`).join(' + ')})
    / nullif(${parts.map(([sql, by]) => `case when ${sql} is null then 0 else ${by} end`).join(' + ')}, 0)`;
};
const scoreAt = (at: string): string => weighed((way) => `avg(k.score) filter (where k.way = '${way}')`, weightAt(at));

/** Opinions of visits that were handed in; what was solved of them is known when the visit is closed. */
const opinions = (ask: Ask): string => `(
  select o.*, case when o.status <> 'approved' then '处理中' when o.solved >= o.noted then '已解决' else '未全部解决' end as state
  from (
    select 'v' || d.id as id, 'interviewRecord' as module, r.id as record, '季度回访' as way, r.season, r.project, d.problem as opinion, d.problem_type as kind, d.owner,
      d.promise_date as promised, r.status, coalesce(r.solved_count, 0) as solved, r.problem_count as noted,
      r.year * 4 + array_position(array['第一季度', '第二季度', '第三季度', '第四季度'], r.quarter) - 1 as at
    from f_interview_record_problems d join f_interview_record r on r.id = d.parent_id
    union all
    select 'w' || d.id, 'userInterviewRecord', r.id, '现场走访', null, r.project, d.issue, d.issue_kind, d.owner, d.due_date, r.status, coalesce(r.closed_count, 0),
      r.issue_count, ${quarterOf('r.interview_date')}
    from f_user_interview_record_issues d join f_user_interview_record r on r.id = d.parent_id) o
    join ${projects(ask)} p on p.code = o.project
  where o.status in ('running', 'returned', 'approved') and ${inPeriod('o.at', periodOf(ask))} and ${same(ask.bind, 'o.way', ask.asks.source)}
    and ${same(ask.bind, 'o.season', ask.asks.season)})`;
/** Of each opinion the share of its visit that was solved: together what was solved. */
const SOLVED = `round(sum(case when o.status = 'approved' then least(o.solved, o.noted)::numeric / nullif(o.noted, 0) else 0 end))`;

const meanOf = (index: number): string => `(sum(m.sum${index}) / nullif(sum(m.n${index}), 0))`;

export const satisfactionProjectsView = viewSource({
  view: satisfactionProjects,
  order: `m.rank nulls last, (m.standing = '未回访'), m.score, m.id`,
  figures: {
    score: weighed(
      (_, index) => meanOf(index),
      (index) => `max(m.w${index})`,
    ),
    nps: '100.0 * (sum(m.promoters) - sum(m.detractors)) / nullif(sum(m.willing), 0)',
    coverage: rate('count(*) filter (where m.visits > 0 and m.state = 2)', 'count(*) filter (where m.state = 2)'),
    closed: rate('sum(m.solved)', 'sum(m.opinions)'),
    low: `count(*) filter (where m.score < ${LOW})`,
    unvisited: `count(*) filter (where m.standing = '未回访')`,
  },
  rows: (ask) => {
    const period = periodOf(ask);
    const past = before(period);
    const each = WAYS.map(
      ([way, column], index) => `coalesce(sum(k.score) filter (where k.way = '${way}'), 0) as sum${index},
        count(k.score) filter (where k.way = '${way}') as n${index}, avg(k.score) filter (where k.way = '${way}') as ${column}`,
    );
    return `
    with ${weights(ask, { first: past.last, last: period.last })}
    select x.*, case when x.standing = '足够' then rank() over (partition by x.standing order by x.score desc nulls last) end as rank from (
      select p.code as id, p.code as place, p.area as region, p.state, coalesce(k.visits, 0) as visits, k.score, k.score - b.score as change,
        ${WAYS.map(([, column], index) => `k.sum${index}, k.n${index}, k.${column}, ${weightAt(String(period.last))(index)} as w${index}`).join(', ')},
        k.promoters, k.detractors, k.willing, 100.0 * (k.promoters - k.detractors) / nullif(k.willing, 0) as nps, k.intention, k."lastVisit",
        case when coalesce(k.visits, 0) = 0 then '未回访' when k.visits < ${ENOUGH} then '样本不足' else '足够' end as standing,
        l.dimension as lowest, l.score as "lowestScore", coalesce(o.n, 0) as opinions, coalesce(o.solved, 0) as solved, ${rate('o.solved', 'o.n')} as closed, c.n as complaints
      from ${projects(ask)} p
        left join (select k.project, count(*) as visits, ${scoreAt(String(period.last))} as score, ${each.join(', ')},
            count(*) filter (where k.willing >= 9) as promoters, count(*) filter (where k.willing <= 6) as detractors, count(k.willing) as willing,
            (array_agg(k.intention order by k.day desc) filter (where k.intention is not null))[1] as intention, max(k.day) as "lastVisit"
          from ${marks(ask, period)} k group by k.project) k on k.project = p.code
        left join (select k.project, ${scoreAt(String(past.last))} as score from ${marks(ask, past)} k group by k.project) b on b.project = p.code
        left join (select o.project, count(*) as n, ${SOLVED} as solved from ${opinions(ask)} o group by o.project) o on o.project = p.code
        left join lateral (select d.dimension, avg(d.score) * 10 as score from ${visitsOf(ask)} v join f_interview_record_scores d on d.parent_id = v.id
          where v.project = p.code and ${inPeriod('v.at', period)} group by d.dimension order by 2, 1 limit 1) l on true
        cross join lateral (select count(*) as n from f_user_complaint u where u.project = p.code and u.status = 'approved'
          and ${inPeriod(quarterOf(dayOf('u.receive_time')), period)}) c
      where p.state = 2 or k.visits > 0 or o.n > 0) x`;
  },
});

export const satisfactionDimensionsView = viewSource({
  view: satisfactionDimensions,
  order: 'm.at',
  charts: { dimensions: { score: 'max(m.score)', before: 'max(m.before)', all: 'max(m."all")' } },
  rows: (ask) => {
    const period = periodOf(ask);
    const past = before(period);
    const asked = `x.asked and ${inPeriod('x.at', period)}`;
    return `
    select n.at as id, n.at, n.dimension, d.score, d.before, d.score - d.before as change, d."all", coalesce(d.low, 0) as low
    from unnest(array['${satisfactionDimensions.columns.dimension.options.join("', '")}']) with ordinality n (dimension, at)
      left join (select x.dimension, avg(x.score) filter (where ${asked}) * 10 as score,
          avg(x.score) filter (where x.asked and ${inPeriod('x.at', past)}) * 10 as before, avg(x.score) filter (where ${inPeriod('x.at', period)}) * 10 as "all",
          count(*) filter (where ${asked} and x.score <= 6) as low
        from (select d.dimension, d.score, v.at, v.project in (select q.code from ${projects(ask)} q) as asked
          from ${visitsOf(ask)} v join f_interview_record_scores d on d.parent_id = v.id join ${projects(ask, false)} p on p.code = v.project
          where ${same(ask.bind, `'季度回访'`, ask.asks.source)}) x
        group by x.dimension) d on d.dimension = n.dimension`;
  },
});

export const satisfactionQuartersView = viewSource({
  view: satisfactionQuarters,
  order: 'm.id',
  charts: { trend: { score: 'max(m.score)', highest: 'max(m.highest)', lowest: 'min(m.lowest)' } },
  rows: (ask) => {
    const { last } = periodOf(ask);
    const period = { first: last - LONG + 1, last };
    return `
    with ${weights(ask, period)}
    select n.at as id, n.at / 4 || '年' || n.at % 4 + 1 || '季度' as "quarterName", coalesce(a.visits, 0) as visits, a.score, b.highest, b.lowest
    from generate_series(${String(period.first)}, ${String(period.last)}) n (at)
      left join (select k.at, count(*) as visits, ${scoreAt('k.at')} as score from ${marks(ask, period)} k group by k.at) a on a.at = n.at
      left join (select x.at, max(x.score) as highest, min(x.score) as lowest
        from (select k.at, k.project, ${scoreAt('k.at')} as score from ${marks(ask, period)} k group by k.at, k.project) x group by x.at) b on b.at = n.at`;
  },
});

export const satisfactionOpinionsView = viewSource({
  view: satisfactionOpinions,
  order: `(m.state = '已解决'), m."lateDays" desc nulls last, m.id`,
  charts: { kinds: { all: 'count(*)', solved: `count(*) filter (where m.state = '已解决')` } },
  rows: (ask) => `
    select o.id, o.module, o.record::text as record, o.opinion, o.project as place, o.way, o.kind, o.owner, o.promised, o.state,
      case when o.state <> '已解决' then nullif(greatest(${ask.today} - o.promised, 0), 0) end as "lateDays"
    from ${opinions(ask)} o`,
});

/** 用户反馈统计: complaints of customers. */
import { feedbackList, feedbackProjects, feedbackRepeats } from '@hengneng/forms';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { dayOf, inDays, monthOf, rate, same, within } from '../shared.ts';

type Ask = Asked<typeof feedbackList>;

/** The same phone with the same thing within so many days is one problem that came again. */
const REPEAT_DAYS = 30;
const JUDGED = `('成立', '部分成立')`;

/** Complaints of all times that the person may see and that are of the kind asked for: what came again is found before days are asked for. */
const complaints = ({ asks, bind, now, visible }: Ask): string => `(
  select x.*, x.earlier is not null or x.repeat_times > 1 as repeated,
    case when x.first_response <= x.respond_before then '及时'
      when x.first_response is not null or x.respond_before < ${bind(now.toISOString())}::timestamptz then '超时' else '待响应' end as respond
  from (
    select r.*, p.area, ${dayOf('r.receive_time')} as day, extract(epoch from r.solved_time - r.receive_time) / 3600 as hours,
      (select max(o.id) from f_user_complaint o where o.project = r.project and o.phone = r.phone and o.complaint_type = r.complaint_type
        and o.status in ('running', 'returned', 'approved') and (o.receive_time, o.id) < (r.receive_time, r.id)
        and o.receive_time >= r.receive_time - interval '${REPEAT_DAYS} days') as earlier
    from f_user_complaint r join project p on p.code = r.project
    where r.status = any(${bind(asks.running === '含处理中' ? ['running', 'returned', 'approved'] : ['approved'])}::text[])
      and ${within(bind, 'p.area', asks.area)} and ${same(bind, 'r.project', asks.project)}
      and ${same(bind, 'r.complaint_type', asks.complaintType)} and ${same(bind, 'r.channel', asks.channel)} and ${same(bind, 'r.severity', asks.severity)}
      and ${visible({ project: 'r.project', dept: 'p.area', applicant: 'r.applicant' })}) x)`;

const asked = (ask: Ask): string =>
  `(select c.* from ${complaints(ask)} c where ${inDays(ask.bind, 'c.day', ask.asks.from, ask.asks.to)})`;

const ON_TIME = rate(`count(*) filter (where m.respond = '及时')`, 'count(*)');
const REPEATED = `count(*) filter (where m.repeated = '重复')`;

export const feedbackListView = viewSource({
  view: feedbackList,
  order: 'm."receivedAt" desc, m.id desc',
  figures: {
    all: 'count(*)',
    onTime: ON_TIME,
    hours: 'avg(m.hours)',
    established: rate(`count(*) filter (where m.established in ${JUDGED})`, 'count(m.established)'),
    score: 'avg(m.score)',
    compensation: 'coalesce(sum(m.compensation), 0)',
    repeated: REPEATED,
    open: `count(*) filter (where m.source = '12345政务热线' or m.level = '群体或媒体')`,
  },
  charts: {
    months: { all: 'count(*)', repeated: REPEATED, onTime: ON_TIME },
    kinds: { all: 'count(*)' },
    hours: {
      median: 'percentile_cont(0.5) within group (order by m.hours)',
      average: 'avg(m.hours)',
      longest: 'max(m.hours)',
    },
    causes: { all: 'count(*)' },
  },
  rows: (ask) => `
    select x.id, x.serial, x.project, x.complaint_type as kind, x.severity as level, x.channel as source, x.receive_time as "receivedAt",
      ${monthOf('x.day')} as month, x.place, x.respond, x.hours, x.cause_type as cause, x.established,
      case when x.repeated then '重复' else '首次' end as repeated, x.compensation, x.total_cost as cost, x.revisit_score as score, x.handler,
      case when x.status = 'approved' then '已审结' else '处理中' end as state
    from ${asked(ask)} x`,
});

/** The period of the same length right before; nothing where it has no beginning or end. */
const before = (ask: Ask): string => {
  const { bind, asks } = ask;
  if (asks.from === null || asks.to === null) return 'false';
  const [from, to] = [`${bind(asks.from)}::date`, `${bind(asks.to)}::date`];
  return `c.day >= ${from} - (${to} - ${from} + 1) and c.day < ${from}`;
};

export const feedbackProjectsView = viewSource({
  view: feedbackProjects,
  order: 'm.count desc, m.place',
  figures: { density: 'sum(m.count) / nullif(sum(m.supplied), 0)' },
  rows: (ask) => {
    const { bind, asks, visible } = ask;
    const compared = asks.from !== null && asks.to !== null;
    return `
    select p.code as id, p.code as place, p.area as region, coalesce(c.n, 0) as count, p.area_m2 / 10000 as supplied,
      coalesce(c.n, 0) / nullif(p.area_m2 / 10000, 0) as density, ${compared ? 'coalesce(b.n, 0)' : 'null::bigint'} as before,
      ${rate('coalesce(c.n, 0) - b.n', 'b.n')} as growth, c.on_time as "onTime", c.hours, coalesce(c.established, 0) as established,
      coalesce(c.repeated, 0) as repeated, coalesce(c.compensation, 0) as compensation, coalesce(c.cost, 0) as cost, c.score, i.n as issues, t.n as detractors
    from project p
      left join (select c.project, count(*) as n, ${rate(`count(*) filter (where c.respond = '及时')`, 'count(*)')} as on_time, avg(c.hours) as hours,
          count(*) filter (where c.established in ${JUDGED}) as established, count(*) filter (where c.repeated) as repeated,
          sum(c.compensation) as compensation, sum(c.total_cost) as cost, avg(c.revisit_score) as score
        from ${asked(ask)} c group by c.project) c on c.project = p.code
      left join (select c.project, count(*) as n from ${complaints(ask)} c where ${before(ask)} group by c.project) b on b.project = p.code
      cross join lateral (select coalesce(sum(v.issue_count), 0) as n from f_user_interview_record v
        where v.project = p.code and v.status = 'approved' and ${inDays(bind, 'v.interview_date', asks.from, asks.to)}) i
      cross join lateral (select coalesce(sum(v.detractor), 0) as n from f_user_interview_record_tel v
        where v.project = p.code and v.status = 'approved' and v.completed = 1 and ${inDays(bind, dayOf('v.call_time'), asks.from, asks.to)}) t
    where (p.state = 2 or c.n > 0) and ${within(bind, 'p.area', asks.area)} and ${same(bind, 'p.code', asks.project)}
      and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`;
  },
});

export const feedbackRepeatsView = viewSource({
  view: feedbackRepeats,
  order: `m.rectified desc, m.times desc, m.id`,
  // A row of complaints goes on until none came for as long; whoever said that it was not the first is counted, too.
  rows: (ask) => `
    select max(x.id) as id, max(x.id)::text as record, x.project as place, (array_agg(x.place order by x.receive_time desc, x.id desc))[1] as position,
      x.complaint_type as kind, greatest(count(*), max(x.repeat_times)) as times, min(x.day) as first, max(x.day) as last,
      (array_agg(x.handler order by x.receive_time desc, x.id desc))[1] as handler, (array_agg(x.serial order by x.receive_time desc, x.id desc))[1] as serial,
      case when exists (select from f_emc_problem_rectification e where e.source = '用户投诉' and e.source_no = any(array_agg(x.serial))
        and e.status in ('running', 'returned', 'approved')) then '已立整改' else '未立整改' end as rectified
    from (select c.*, count(*) filter (where c.earlier is null) over (partition by c.project, c.phone, c.complaint_type order by c.receive_time, c.id) as series
      from ${asked(ask)} c) x
    group by x.project, x.phone, x.complaint_type, x.series having count(*) > 1 or max(x.repeat_times) > 1`,
});

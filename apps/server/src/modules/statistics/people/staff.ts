/**
 * 人员分析. Who is in service on a day follows from the day of entry and the last day of work; where and as what they were then, from the
 * transfers carried out since. Hence a month begins with as many as the last one ended with, and what changed in between are entries,
 * leavings and transfers.
 */
import { MOST_DUTY_HOURS, staffDepts, staffMonths, staffPeople, staffProjects, staffRoles } from '@hengneng/forms';
import { today } from '@hengneng/form-kit';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { CREW_POSTS, papersOf } from '../../ledgers/index.ts';
import { SPENT } from '../money/flows.ts';
import { dayOf, inMonths, type Months, monthsOf, rate, same, within } from '../shared.ts';

export type Ask = Asked<typeof staffPeople>;

/** Posts at a site that its number of posts speaks of; whoever has the project besides other work is none of them. */
const SITE_POSTS = `(${CREW_POSTS.slice(1, -1)}|操作工|项目经理|水处理|数据员|收费员|安全员)`;
/** An identity number whose days of birth can be read. */
const ID_NO = String.raw`^\d{6}(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dX]$`;
const M2_OF_WAN = 10_000;

export const dayAsked = ({ asks, now }: Pick<Ask, 'asks' | 'now'>): string => asks.asOf ?? today(now);
export const monthsAsked = (ask: Pick<Ask, 'asks' | 'now'>): Months => {
  const to = ask.asks.to ?? dayAsked(ask).slice(0, 7);
  return monthsOf(ask.asks.from ?? `${to.slice(0, 4)}-01`, to);
};

const current = (up: string, day: string): string =>
  `coalesce(${up}.from_date, ${day}) <= ${day} and coalesce(${up}.to_date, ${day}) >= ${day}`;

/** Which of a person's files says what they are employed as. */
const employed = (
  day: string,
): string => `case e.employ_type when '劳务派遣' then '劳务派遣' when '退休返聘' then '退休返聘' when '实习生' then '实习'
  when '季节性临时工' then '临时工' when '劳动合同工' then case when e.probation_end >= ${day} and coalesce(e.formal_date > ${day}, true) then '试用' else '正式' end end`;

/**
 * People in service on a day who are in sight and match what was asked, once each: `id, account_state, entry_date, last, dept, site, post, employed,
 * education, grade, job_no, birth, crew`.
 * @param day SQL of a date; may name `e.entry_date` and `l.last`, the person's own first and last days
 * @param end at the end of the day, when those whose last it was are gone
 */
export function staff(ask: Ask, day: string, end = false): string {
  const { asks, bind, visible } = ask;
  const role =
    asks.role === null
      ? 'true'
      : `exists (select from user_role ur join role o on o.id = ur.role_id where ur.user_id = s.id and o.name = ${bind(asks.role)}::text and ${current('ur', 's.on_day')})`;
  const inProject =
    asks.project === null
      ? 'true'
      : `exists (select from user_project up where up.user_id = s.id and up.project_code = ${bind(asks.project)}::text and ${current('up', 's.on_day')})`;
  return `(
  select s.* from (
    select u.id, u.job_no, e.entry_date, l.last, ${day} as on_day, e.education, e.grade,
      ${employed(day)} as employed, m.project_code as site,
      coalesce(moved.from_dept, u.dept_id) as dept, coalesce(m.project_role, moved.from_position, u.position, '') as post,
      case when e.id_no ~ '${ID_NO}' then to_date(substr(e.id_no, 7, 6), 'YYYYMM') + (substr(e.id_no, 13, 2)::int - 1) end as birth
    from app_user u left join employee_profile e on e.user_id = u.id
      left join lateral (select max(r.last_work_day) as last from b_resignation r where r.employee = u.id and not r.voided
        and r.last_work_day >= coalesce(e.entry_date, '-infinity')) l on true
      left join lateral (select later.from_dept, later.from_position from transfer_order later where later.user_id = u.id
        and not later.voided and later.applied_at is not null and later.effective_on > ${day} order by later.effective_on, later.id limit 1) moved on true
      left join lateral (select up.project_code, up.project_role from user_project up where up.user_id = u.id and ${current('up', day)}
        order by up.from_date nulls first, up.project_code limit 1) m on true
    where coalesce(e.entry_date, '-infinity') <= ${day}
      and case when l.last is null then u.state = 'active' else l.last ${end ? '>' : '>='} ${day} end) s
  where ${within(bind, 's.dept', asks.dept)} and ${inProject} and ${role} and ${same(bind, 's.employed', asks.employType)}
    and (${visible({ dept: 's.dept', applicant: 's.id' })}
      or exists (select from user_project up where up.user_id = s.id and ${current('up', 's.on_day')} and ${visible({ project: 'up.project_code' })})))`;
}

const IS_MANAGER = `s.post like '%项目经理%'`;
const IS_TECHNICIAN = `s.post like '%技师%'`;
const IS_CREW = `s.post ~ '${CREW_POSTS}'`;
/** Whoever needs a certificate, and has one. */
const CERTIFIED = `exists (select from ${papersOf('s.id', 's.on_day')})`;
const AGE = '(s.on_day - s.birth) / 365.25';
const TENURE = '(s.on_day - s.entry_date) / 365.25';

/** How a group of people `s` is made up. */
const MAKE_UP_BUT_HEADS = `count(*) filter (where ${IS_CREW} and not ${IS_TECHNICIAN}) as operators,
  count(*) filter (where ${IS_TECHNICIAN}) as technicians, count(*) filter (where ${IS_MANAGER}) as managers,
  count(*) filter (where not ${IS_CREW} and not ${IS_MANAGER}) as others, ${rate(`count(*) filter (where s.employed = '劳务派遣')`, 'count(*)')} as dispatched,
  avg(${AGE}) as age, avg(${TENURE}) as tenure, count(*) filter (where ${IS_CREW}) as crew,
  ${rate(`count(*) filter (where ${IS_CREW} and ${CERTIFIED})`, `count(*) filter (where ${IS_CREW})`)} as "certRate"`;
const MAKE_UP = `count(*) as people, ${MAKE_UP_BUT_HEADS}`;

/** Hours on duty by person, project and month, of projects in sight. */
export const dutyHours = ({ asks, bind, visible }: Ask): string => `(
  select r.month, r.project, p.area, r.watcher, sum(r.plan_hours) as hours
  from b_duty_roster r join project p on p.code = r.project
  where not r.voided and r.state = '有效' and ${same(bind, 'r.project', asks.project)} and ${within(bind, 'p.area', asks.dept)}
    and ${visible({ project: 'r.project', dept: 'p.area', applicant: 'r.watcher' })}
  group by r.month, r.project, p.area, r.watcher)`;

/** Months asked for that have begun, as `month, first, last`. */
const calendar = (ask: Ask): string => {
  const { from, to } = monthsAsked(ask);
  return `(select to_char(g, 'YYYY-MM') as month, g::date as first, (g + interval '1 month')::date - 1 as last
    from generate_series(${ask.bind(`${from}-01`)}::date, least(${ask.bind(`${to}-01`)}::date, ${ask.today}), interval '1 month') g)`;
};

/** Every project that somebody `s` has part in. */
const PARTS = `join user_project up on up.user_id = s.id and ${current('up', 's.on_day')}`;

/** How many of a group left a month, as `key, rate`: of those at the beginning and end of each month on the average. */
const leaving = (ask: Ask, key: string, join = ''): string => {
  const counted = (from: string): string => `select ${key} as key, count(*) as n from ${from} s ${join} group by 1`;
  const over = (day: string): string =>
    `(select x.* from ${calendar(ask)} k cross join lateral ${staff(ask, day, true)} x)`;
  const gone = `(select x.* from ${staff(ask, 'l.last')} x where ${inMonths(ask.bind, 'x.last', monthsAsked(ask))})`;
  return `(
  select b.key, ${rate('coalesce(g.n, 0)', 'b.mean')} as rate
  from (select y.key, sum(y.n) / 2.0 as mean from (${counted(over('(k.first - 1)'))} union all ${counted(over('k.last'))}) y group by y.key) b
    left join (${counted(gone)}) g on g.key = b.key)`;
};

/** What of the hours on duty falls to each person of a group in a month on the average. */
const MEAN_HOURS = 'sum(h.hours) / nullif(count(*), 0)';

export const staffPeopleView = viewSource({
  view: staffPeople,
  order: 'm.place, m.site nulls last, m.id',
  figures: {
    people: 'count(*)',
    certRate: rate(`count(*) filter (where m.certified = '持证')`, `count(*) filter (where m.certified <> '不要求')`),
  },
  charts: {
    posts: { people: 'count(*)' },
    ages: { people: 'count(*)' },
    tenures: { people: 'count(*)' },
    educations: { people: 'count(*)' },
    grades: { people: 'count(*)' },
  },
  rows: (ask) => `
    select x.*, case when x.age is null then '未登记' when x.age < 25 then '25岁以下' when x.age < 35 then '25–34岁' when x.age < 45 then '35–44岁'
        when x.age < 55 then '45–54岁' else '55岁及以上' end as "ageBand",
      case when x.tenure is null then '未登记' when x.tenure < 1 then '不满1年' when x.tenure < 3 then '1–3年' when x.tenure < 5 then '3–5年'
        when x.tenure < 10 then '5–10年' else '10年及以上' end as "tenureBand"
    from (
      select s.id, s.id as person, s.job_no as "jobNo", s.dept as place, s.site, nullif(s.post, '') as post, s.employed, s.education, s.grade,
        s.entry_date as "entryDate", extract(year from age(s.on_day, s.birth)) as age, ${TENURE} as tenure,
        case when not ${IS_CREW} then '不要求' when ${CERTIFIED} then '持证' else '缺证' end as certified
      from ${staff(ask, `${ask.bind(dayAsked(ask))}::date`)} s) x`,
});

export const staffMonthsView = viewSource({
  view: staffMonths,
  order: 'm.month',
  figures: {
    leftRate: rate('sum(m."left")', `sum((m."atFirst" + m."atLast") / 2.0)`),
    hours: 'sum(m.all_hours) / nullif(sum(m."onDuty"), 0)',
  },
  charts: {
    flow: {
      hired: 'sum(m.hired)',
      left: 'sum(m."left")',
      movedIn: 'sum(m."movedIn")',
      movedOut: 'sum(m."movedOut")',
      atLast: 'sum(m."atLast")',
    },
  },
  rows: (ask) => {
    const count = (from: string, where = 'true'): string => `(select count(*) from ${from} s where ${where})`;
    /** Transfers carried out in the month after which, or before which, the person is one of those counted. */
    const moved = (day: string): string => `(select count(*) from transfer_order t
      where t.effective_on between k.first and k.last and t.applied_at is not null and not t.voided
        and (t.from_dept <> t.to_dept or t.from_project is distinct from t.to_project)
        and exists (select from ${staff(ask, day, true)} s where s.id = t.user_id))`;
    const during = 'between k.first and k.last';
    return `
    select k.month as id, x.*, ${rate('x."left"', `(x."atFirst" + x."atLast") / 2.0`)} as "leftRate", coalesce(d.people, 0) as "onDuty",
      d.hours as all_hours, d.hours / nullif(d.people, 0) as hours, coalesce(d.overworked, 0) as overworked
    from ${calendar(ask)} k
      cross join lateral (select k.month, ${count(staff(ask, '(k.first - 1)', true))} as "atFirst", ${count(staff(ask, 'k.last', true))} as "atLast",
        ${count(staff(ask, 'e.entry_date'), `s.entry_date ${during}`)} as hired, ${count(staff(ask, 'l.last'), `s.last ${during}`)} as "left",
        ${moved('t.effective_on')} as "movedIn", ${moved('(t.effective_on - 1)')} as "movedOut") x
      left join (select w.month, count(*) as people, sum(w.hours) as hours, count(*) filter (where w.hours > ${MOST_DUTY_HOURS}) as overworked
        from (select h.month, h.watcher, sum(h.hours) as hours from ${dutyHours(ask)} h group by h.month, h.watcher) w group by w.month) d
        on d.month = k.month
    `;
  },
});

export const staffDeptsView = viewSource({
  view: staffDepts,
  order: 'm.place',
  rows: (ask) => {
    const { from, to } = monthsAsked(ask);
    const { asks, bind, visible } = ask;
    // Posts of a department are for people of every kind: whoever asks for some of them does not ask for these.
    const posts = asks.project === null && asks.role === null && asks.employType === null;
    const empty = posts
      ? `union select o.id from dept o where o.state = 'active' and o.establishment > 0 and ${within(bind, 'o.id', asks.dept)} and ${visible({ dept: 'o.id' })}`
      : '';
    return `
    with s as materialized (select x.* from ${staff(ask, `${ask.bind(dayAsked(ask))}::date`)} x)
    select coalesce(p.dept, '-') as id, p.dept as place, g.*, d.hours, f.rate as "leftRate", coalesce(g.heads, 0) as people,
      ${posts ? 'o.establishment' : 'null::integer'} as quota,
      ${posts ? 'greatest(o.establishment - (select count(*) from s where starts_with(s.dept, o.id)), 0)' : 'null::integer'} as short
    from (select distinct s.dept from s ${empty}) p
      left join dept o on o.id = p.dept
      left join (select s.dept, ${MAKE_UP_BUT_HEADS}, count(*) as heads from s group by s.dept) g on g.dept is not distinct from p.dept
      left join (select s.dept, ${MEAN_HOURS} as hours
        from (select h.month, h.watcher, sum(h.hours) as hours from ${dutyHours(ask)} h
            where h.month between ${ask.bind(from)}::text and ${ask.bind(to)}::text group by h.month, h.watcher) h
          join s on s.id = h.watcher group by s.dept) d on d.dept = p.dept
      left join ${leaving(ask, 's.dept')} f on f.key = p.dept
    where p.dept is null or o.id is not null`;
  },
});

export const staffProjectsView = viewSource({
  view: staffProjects,
  order: 'm.short desc nulls last, m.place',
  figures: {
    quota: 'coalesce(sum(m.quota), 0)',
    short: 'coalesce(sum(m.short), 0)',
    perHead: `sum(m.area_m2) filter (where m.running) / ${M2_OF_WAN} / nullif(sum(m.crew) filter (where m.running), 0)`,
  },
  rows: (ask) => {
    const { asks, bind, visible } = ask;
    const { from, to } = monthsAsked(ask);
    const day = (): string => `${bind(dayAsked(ask))}::date`;
    const months = (): string => `between ${bind(from)}::text and ${bind(to)}::text`;
    return `
    with s as materialized (select x.* from ${staff(ask, day())} x)
    select p.code as id, p.code as place, p.area as region, p.area_m2, p.state = 2 as running, q.quota, g.*,
      greatest(q.quota - coalesce(g.on_site, 0), 0) as short, d.hours, f.rate as "leftRate", c.amount as labour,
      p.area_m2 / ${M2_OF_WAN} / nullif(g.crew, 0) as "perHead"
    from project p
      left join (select o.project, sum(o.headcount) as quota from b_project_post o where not o.voided
        and ${day()} between o.valid_from and o.valid_to group by o.project) q on q.project = p.code
      left join (select up.project_code, ${MAKE_UP}, count(*) filter (where s.post ~ '${SITE_POSTS}') as on_site from s ${PARTS} group by up.project_code) g
        on g.project_code = p.code
      left join (select h.project, ${MEAN_HOURS} as hours from ${dutyHours(ask)} h where h.month ${months()} group by h.project) d on d.project = p.code
      left join ${leaving(ask, 'up.project_code', PARTS)} f on f.key = p.code
      left join (select x.project, sum(x.amount) as amount from ${SPENT} x where x.item = '人工' and x.month ${months()} group by x.project) c
        on c.project = p.code
    where (p.state = 2 or g.people > 0) and ${same(bind, 'p.code', asks.project)} and ${within(bind, 'p.area', asks.dept)}
      and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`;
  },
});

export const staffRolesView = viewSource({
  view: staffRoles,
  order: 'm.handled desc, m.sort, m.id',
  rows: (ask) => {
    const during = (at: string): string => inMonths(ask.bind, dayOf(at), monthsAsked(ask));
    /** What each person did, counted once: the planner takes people for few, and would count anew for each. */
    const each = (name: string, what: string, from: string, who: string, where: string): string =>
      `${name} as materialized (select ${who} as who, ${what} from ${from} where ${where} group by 1)`;
    const done = [
      each(
        't',
        `count(*) as n, sum(extract(epoch from a.handled_at - a.created_at)) / 3600 as hours, count(a.due_at) as due,
          count(*) filter (where a.handled_at > a.due_at) as late`,
        'wf_task a',
        'a.handled_by',
        `a.state in ('agreed', 'rejected') and ${during('a.handled_at')}`,
      ),
      each('i', 'count(*) as n', 'manual_reading a', 'a.recorded_by', during('a.recorded_at')),
      each(
        'v',
        'count(*) as n',
        'inspection_completion a',
        'a.inspector',
        `not a.voided and ${inMonths(ask.bind, 'a.day', monthsAsked(ask))}`,
      ),
      each(
        'c',
        'count(distinct a.source_id) as n',
        'b_perambulate_record a',
        'a.inspector',
        `not a.voided and ${during('a.scanned_at')}`,
      ),
      each(
        'l',
        'count(*) as n',
        'f_monthly_training_process_record_trainees y join f_monthly_training_process_record a on a.id = y.parent_id',
        'y.trainee',
        `a.status = 'approved' and y.attend not in ('请假', '缺席') and ${during('a.start_time')}`,
      ),
    ];
    return `
    with ${done.join(', ')}
    select r.id, r.name, r.sort, count(*) as people, coalesce(sum(t.n), 0) as handled, sum(t.hours) / nullif(sum(t.n), 0) as took,
      ${rate('sum(t.late)', 'sum(t.due)')} as late, coalesce(sum(i.n), 0) as readings, coalesce(sum(v.n), 0) + coalesce(sum(c.n), 0) as rounds,
      coalesce(sum(l.n), 0) as trainings
    from ${staff(ask, `${ask.bind(dayAsked(ask))}::date`)} s
      join user_role ur on ur.user_id = s.id and ${current('ur', 's.on_day')} join role r on r.id = ur.role_id
      left join t on t.who = s.id left join i on i.who = s.id left join v on v.who = s.id left join c on c.who = s.id left join l on l.who = s.id
    group by r.id, r.name, r.sort`;
  },
});

/** 培训报表: trainings whose hours were settled, against what was planned and what everybody ought to learn. */
import { trainingMonths, trainingPeople, trainingProjects, trainingRecords, trainingTrainers } from '@hengneng/forms';
import { today } from '@hengneng/form-kit';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { dayOf, inMonths, monthOf, type Months, monthsOf, rate, same, within } from '../shared.ts';

type Ask = Asked<typeof trainingRecords>;

const monthsAsked = ({ asks, now }: Pick<Ask, 'asks' | 'now'>): Months => {
  const to = asks.to ?? today(now).slice(0, 7);
  return monthsOf(asks.from ?? `${to.slice(0, 4)}-01`, to);
};
/** Months of those asked for that have begun. */
const begun = (ask: Pick<Ask, 'asks' | 'now'>): number => {
  const { from, to } = monthsAsked(ask);
  const now = today(ask.now).slice(0, 7);
  return now < from ? 0 : monthsOf(from, to < now ? to : now).count;
};

const HELD = dayOf('r.start_time');
/** The part of what was written down that was settled. */
const SETTLED = 'coalesce(r.approved_hours / nullif(r.credit_total, 0), 1)';
const PRESENT = `t.attend not in ('请假', '缺席')`;
const EXAMINED = `('合格', '补考', '补训')`;

/** Trainings in the months; one that belongs to no project belongs to the department that held it. */
const records = (ask: Ask): string => {
  const { asks, bind, visible } = ask;
  return `(
  select r.*, ${HELD} as held_on, coalesce(p.area, r.applicant_dept) as region, e.learners, e.examined, e.passed, e.score_sum, e.scored, b.rated, b.rates
  from f_monthly_training_process_record r left join project p on p.code = r.project left join f_monthly_training_plan l on l.id = r.plan
    cross join lateral (select count(*) filter (where ${PRESENT}) as learners, count(*) filter (where t.result in ${EXAMINED}) as examined,
        count(*) filter (where t.result = '合格') as passed, sum(t.score) filter (where t.result in ${EXAMINED}) as score_sum,
        count(t.score) filter (where t.result in ${EXAMINED}) as scored
      from f_monthly_training_process_record_trainees t where t.parent_id = r.id) e
    cross join lateral (select coalesce(sum(k.avg_rate), 0) as rated, count(k.avg_rate) as rates from f_training_feedback k
      where k.process_record = r.id and k.status = 'approved') b
  where r.status = 'approved' and ${inMonths(bind, HELD, monthsAsked(ask))} and ${same(bind, 'r.category', asks.category)}
    and ${same(bind, 'r.project', asks.project)} and ${same(bind, 'l.plan_level', asks.planLevel)}
    and ${within(bind, 'coalesce(p.area, r.applicant_dept)', asks.dept)}
    and ${visible({ project: 'r.project', dept: 'coalesce(p.area, r.applicant_dept)', applicant: 'r.applicant' })})`;
};

/** Courses that were planned for the months, and whether they were held. */
const planned = (ask: Ask): string => {
  const { asks, bind, visible } = ask;
  const { from, to } = monthsAsked(ask);
  return `(
  select s.id, l.project, l.plan_month as month, exists (select from f_monthly_training_process_record r where r.plan = l.id and r.topic = s.topic
      and r.status = 'approved') as done
  from f_monthly_training_plan_sessions s join f_monthly_training_plan l on l.id = s.parent_id left join project p on p.code = l.project
  where l.status = 'approved' and l.plan_month between ${bind(from)}::text and ${bind(to)}::text and ${same(bind, 's.category', asks.category)}
    and ${same(bind, 'l.project', asks.project)} and ${same(bind, 'l.plan_level', asks.planLevel)}
    and ${within(bind, 'coalesce(p.area, l.dept, l.applicant_dept)', asks.dept)}
    and ${visible({ project: 'l.project', dept: 'coalesce(p.area, l.dept, l.applicant_dept)', applicant: 'l.applicant' })})`;
};

const projects = ({ asks, bind, visible }: Ask): string => `(select p.code, p.area, p.state from project p
  where ${within(bind, 'p.area', asks.dept)} and ${same(bind, 'p.code', asks.project)}
    and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })})`;

/** What a person ought to learn in the year: as the last plan of the project says. */
const target = (ask: Ask, project: string): string => {
  const { to } = monthsAsked(ask);
  return `(select l.year_target from f_monthly_training_plan l where l.project = ${project} and l.status = 'approved'
    and l.plan_month between ${ask.bind(`${to.slice(0, 4)}-01`)}::text and ${ask.bind(to)}::text order by l.plan_month desc, l.id desc limit 1)`;
};

/** Who works in the projects today, once each project. */
const crew = (ask: Ask): string => `(
  select distinct up.user_id, p.code as project, p.area, coalesce(up.project_role, u.position) as post, ${target(ask, 'p.code')} as year_target
  from user_project up join app_user u on u.id = up.user_id and u.state = 'active' join ${projects(ask)} p on p.code = up.project_code
  where coalesce(up.from_date, ${ask.today}) <= ${ask.today} and coalesce(up.to_date, ${ask.today}) >= ${ask.today})`;

/** What somebody learnt in the months, wherever and in whatever it was. */
const learnt = (ask: Ask): string => `(
  select t.trainee, ${monthOf(HELD)} as month, r.topic, t.attend, t.result, ${PRESENT} as present, ${HELD} as held_on,
    case when ${PRESENT} then t.credit_hours * ${SETTLED} else 0 end as hours, c.safety
  from f_monthly_training_process_record_trainees t join f_monthly_training_process_record r on r.id = t.parent_id
    left join b_training_category c on c.id = r.category
  where r.status = 'approved' and ${inMonths(ask.bind, HELD, monthsAsked(ask))})`;

const PASSED = rate('sum(m.passed_n)', 'sum(m.examined)');
const RATED = 'sum(m.rate_sum) / nullif(sum(m.rates), 0)';

export const trainingRecordsView = viewSource({
  view: trainingRecords,
  order: 'm."heldOn" desc, m.id desc',
  figures: { attended: rate('sum(m.actual)', 'sum(m.should)'), passed: PASSED, rated: RATED },
  rows: (ask) => `
    select r.id, r.topic, r.held_on as "heldOn", r.project as place, r.region, r.category as kind, r.in_plan as planned, r.trainer as teacher, r.hours,
      r.should_count as should, r.actual_count as actual, ${rate('r.actual_count', 'r.should_count')} as attended,
      coalesce(r.approved_hours, r.credit_total) as credit, r.score_sum / nullif(r.scored, 0) as score, ${rate('r.passed', 'r.examined')} as passed,
      r.passed as passed_n, r.examined, r.actual_fee as fee, r.rated / nullif(r.rates, 0) as rated, r.rated as rate_sum, r.rates
    from ${records(ask)} r`,
});

export const trainingMonthsView = viewSource({
  view: trainingMonths,
  order: 'm.month',
  figures: { rate: rate('sum(m.done)', 'sum(m.planned)') },
  charts: {
    courses: { planned: 'sum(m.planned)', done: 'sum(m.done)', extra: 'sum(m.extra)' },
    hours: { average: 'max(m.average)', target: 'max(m.target)' },
  },
  rows: (ask) => {
    const { from, to } = monthsAsked(ask);
    return `
    select n.month as id, n.month, coalesce(p.planned, 0) as planned, coalesce(p.done, 0) as done, coalesce(r.extra, 0) as extra,
      ${rate('p.done', 'p.planned')} as rate, coalesce(r.credit, 0) as credit,
      sum(coalesce(h.hours, 0)) over (order by n.month) / nullif(c.people, 0) as average, c.target * row_number() over (order by n.month) / 12 as target
    from (select ${monthOf('g')} as month from generate_series(${ask.bind(`${from}-01`)}::date, ${ask.bind(`${to}-01`)}::date, interval '1 month') g) n
      left join (select p.month, count(*) as planned, count(*) filter (where p.done) as done from ${planned(ask)} p group by p.month) p on p.month = n.month
      left join (select ${monthOf('r.held_on')} as month, count(*) filter (where r.in_plan <> '计划内') as extra,
          sum(coalesce(r.approved_hours, r.credit_total)) as credit from ${records(ask)} r group by 1) r on r.month = n.month
      left join (select l.month, sum(l.hours) as hours from ${learnt(ask)} l where l.trainee in (select c.user_id from ${crew(ask)} c) group by l.month) h
        on h.month = n.month
      cross join (select count(distinct c.user_id) as people, avg(c.year_target) as target from ${crew(ask)} c) c`;
  },
});

export const trainingProjectsView = viewSource({
  view: trainingProjects,
  order: 'm.unsafe desc, m.reached nulls first, m.place',
  figures: { average: 'sum(m.person_hours) / nullif(sum(m.people), 0)' },
  rows: (ask) => {
    const months = monthsAsked(ask).count;
    return `
    select q.code as id, q.code as place, q.area as region, coalesce(c.people, 0) as people, coalesce(p.planned, 0) as planned, coalesce(p.done, 0) as done,
      ${rate('p.done', 'p.planned')} as rate, coalesce(r.credit, 0) as credit, c.person_hours, c.person_hours / nullif(c.people, 0) as average, c.target,
      ${rate('c.reached', 'c.people')} as reached, r.attended, r.score, r.passed, coalesce(r.fee, 0) as fee, r.rated,
      greatest(${begun(ask)} - s.months, 0) as unsafe
    from ${projects(ask)} q
      left join (select c.project, count(*) as people, max(c.year_target) as target, sum(coalesce(l.hours, 0)) as person_hours,
          case when max(c.year_target) is not null then count(*) filter (where coalesce(l.hours, 0) >= c.year_target * ${months} / 12) end as reached
        from ${crew(ask)} c left join (select l.trainee, sum(l.hours) as hours from ${learnt(ask)} l group by l.trainee) l on l.trainee = c.user_id
        group by c.project) c on c.project = q.code
      left join (select p.project, count(*) as planned, count(*) filter (where p.done) as done from ${planned(ask)} p group by p.project) p on p.project = q.code
      left join (select r.project, sum(coalesce(r.approved_hours, r.credit_total)) as credit, ${rate('sum(r.actual_count)', 'sum(r.should_count)')} as attended,
          sum(r.score_sum) / nullif(sum(r.scored), 0) as score, ${rate('sum(r.passed)', 'sum(r.examined)')} as passed, sum(r.actual_fee) as fee,
          sum(r.rated) / nullif(sum(r.rates), 0) as rated
        from ${records(ask)} r group by r.project) r on r.project = q.code
      cross join lateral (select count(distinct ${monthOf(HELD)}) as months from f_monthly_training_process_record r
          join b_training_category k on k.id = r.category and k.safety
        where r.project = q.code and r.status = 'approved' and ${inMonths(ask.bind, HELD, monthsAsked(ask))}) s
    where q.state = 2 or r.project is not null or p.project is not null`;
  },
});

const ITEMS = [
  ['内容贴合实际', 'practical_rate'],
  ['难易适当', 'depth_rate'],
  ['讲解', 'lecturer_rate'],
  ['互动', 'interact_rate'],
  ['课件', 'courseware_rate'],
  ['组织', 'organize_rate'],
] as const;

export const trainingTrainersView = viewSource({
  view: trainingTrainers,
  order: 'm.courses desc, m.id',
  rows: (ask) => `
    select x.teacher as id, x.*, l.name as lowest from (
      select r.trainer as teacher, count(*) as courses, sum(r.hours) as hours, sum(r.learners) as learners, sum(r.rated) / nullif(sum(r.rates), 0) as rated,
        coalesce(sum(r.lecturer_fee), 0) as fee, array_agg(r.id) as held
      from ${records(ask)} r where r.trainer is not null group by r.trainer) x
      left join lateral (select i.name from f_training_feedback k
          cross join lateral (values ${ITEMS.map(([name, column], at) => `('${name}', k.${column}, ${at})`).join(', ')}) i (name, points, at)
        where k.process_record = any(x.held) and k.status = 'approved' group by i.name, i.at order by avg(i.points), i.at limit 1) l on true`,
});

export const trainingPeopleView = viewSource({
  view: trainingPeople,
  order: 'm.short desc nulls last, m.id',
  // Somebody of several projects stands under the first; an examination that was passed later is no longer open.
  rows: (ask) => {
    const months = monthsAsked(ask).count;
    return `
    select x.*, greatest(x.target - x.credit, 0) as short from (
      select c.user_id as id, c.user_id as person, c.project as place, c.post, coalesce(l.hours, 0) as credit, c.year_target * ${months} / 12 as target,
        coalesce(l.absent, 0) as absent, o.topics as failed, case when coalesce(l.safe, false) then '已上' else '缺' end as safety
      from (select distinct on (c.user_id) c.* from ${crew(ask)} c order by c.user_id, c.project) c
        left join (select l.trainee, sum(l.hours) as hours, count(*) filter (where l.attend = '缺席') as absent, bool_or(l.safety and l.present) as safe
          from ${learnt(ask)} l group by l.trainee) l on l.trainee = c.user_id
        left join (select y.trainee, string_agg(y.topic, '、' order by y.topic) as topics
          from (select distinct on (l.trainee, l.topic) l.trainee, l.topic, l.result from ${learnt(ask)} l where l.result in ${EXAMINED}
            order by l.trainee, l.topic, l.held_on desc, (l.result = '合格') desc) y
          where y.result <> '合格' group by y.trainee) o on o.trainee = c.user_id) x
    where x.credit < x.target or x.failed is not null or x.safety = '缺'`;
  },
});

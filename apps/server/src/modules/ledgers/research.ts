/** What the institute works on. */
import { shortCodeOf } from '@hengneng/core';
import {
  researchBenefits,
  researchMilestones,
  researchMonths,
  researchOutcomes,
  researchProjects,
} from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { type Asked, viewSource } from '../../engine/views/source.ts';
import { holds } from '../identity/index.ts';

const SCREEN = shortCodeOf(researchProjects.screen);

type Asks = Pick<Asked<ViewShape>, 'session' | 'bind' | 'visible'>;

/** A topic is seen by its leader's department and by its people; a secret one by its people, whoever set it up and the general manager. */
const seen = ({ session, bind, visible }: Asks): string => {
  const me = `${bind(session.userId)}::bigint`;
  const ours = `(${me} in (r.leader, r.created_by) or exists (select from research_member m where m.research = r.id and m.member = ${me}))`;
  const reads = session.roles.some((role) => role === 'generalManager' || role === 'admin');
  return `(${ours} or (${reads ? 'true' : 'not r.secret'}) and ${visible({ applicant: 'r.leader', dept: 'u.dept_id' })})`;
};

/** Who works on it: its leader, and those who set topics up. */
const mine = ({ session, bind }: Asks): string =>
  holds(session, SCREEN, 'add') ? 'true' : `r.leader = ${bind(session.userId)}::bigint`;

const OF = 'research_project r join app_user u on u.id = r.leader';
const OPEN = `r.stage not in ('结题', '终止')`;

export const researchProjectsView = viewSource({
  view: researchProjects,
  order: `array_position(array['结题', '终止'], m.stage) nulls first, m."toOn", m.id`,
  figures: {
    running: `count(*) filter (where m.stage not in ('结题', '终止'))`,
    spent: 'sum(m."spentYuan") * 100.0 / nullif(sum(m."budgetYuan"), 0)',
    onTime: 'sum(m.met) * 100.0 / nullif(sum(m.owed), 0)',
    benefit: 'coalesce(sum(m.benefit), 0)',
    late: 'count(*) filter (where m."lateDays" > 0)',
  },
  charts: { stages: { count: 'count(*)' }, fields: { count: 'count(*)' } },
  rows: (asked) => {
    const { today, bind, asks } = asked;
    const year = `${bind(asks.year)}::integer`;
    return `
    select r.id, r.topic, r.code, r.field, r.stage, r.leader, u.user_name as "leaderName", r.partner, r.from_on as "fromOn", r.to_on as "toOn",
      r.progress, case when coalesce(r.closed_on, ${today}) > r.to_on then coalesce(r.closed_on, ${today}) - r.to_on end as "lateDays",
      r.budget / 10000 as budget, p.spent / 10000 as spent, r.budget as "budgetYuan", p.spent as "spentYuan",
      k.done || '/' || k.planned as milestones, k.met, k.owed, o.words as outcomes, b.used, b.yearly / 10000 as benefit, r.secret, r.objective,
      case when r.report is not null then json_build_array(r.report)::jsonb end as files,
      n.ids as members, n.names as "memberNames", ${mine(asked)} and ${OPEN} as mine
    from ${OF}
      cross join lateral (select coalesce(sum(s.spent), 0) as spent from research_progress s where s.research = r.id) p
      cross join lateral (select count(*) as planned, count(l.done_on) as done, count(*) filter (where l.done_on <= l.due_on) as met,
        count(*) filter (where l.done_on is not null or l.due_on < ${today}) as owed from research_milestone l where l.research = r.id) k
      cross join lateral (select string_agg(g.kind || g.count, '、' order by g.kind) as words from (select t.kind, count(*) as count
        from research_outcome t where t.research = r.id group by t.kind) g) o
      cross join lateral (select nullif(count(distinct e.project), 0) as used, sum(e.saved_money / (e.used_to - e.used_from + 1) * 365) as yearly
        from research_benefit e where e.research = r.id and e.confirmed_by is not null) b
      cross join lateral (select string_agg(a.member::text, ',' order by a.member) as ids, string_agg(w.user_name, '、' order by a.member) as names
        from research_member a join app_user w on w.id = a.member where a.research = r.id) n
    where (${year} is null or ${year} between extract(year from r.from_on) and extract(year from coalesce(r.closed_on, greatest(r.to_on, ${today}))))
      and ${seen(asked)}`;
  },
});

export const researchMilestonesView = viewSource({
  view: researchMilestones,
  order: `(m."doneOn" is not null), m."dueOn", m.id`,
  rows: (asked) => `
    select l.id, l.name, r.topic, r.code, l.due_on as "dueOn", l.done_on as "doneOn", l.deliverable, l.score, l.late_reason as "lateReason",
      case when coalesce(l.done_on, ${asked.today}) > l.due_on then coalesce(l.done_on, ${asked.today}) - l.due_on end as "lateDays",
      case when l.done_on <= l.due_on then '按时完成' when l.done_on is not null then '延期完成' when l.due_on < ${asked.today} then '逾期' else '未到期' end as state,
      r.id::text as research, ${mine(asked)} and ${OPEN} as mine
    from research_milestone l join ${OF} on r.id = l.research where ${seen(asked)}`,
});

export const researchMonthsView = viewSource({
  view: researchMonths,
  order: 'm.month desc, m.code',
  charts: { months: { spent: 'sum(m.spent) / 10000', progress: 'avg(m.progress)' } },
  rows: (asked) => `
    select s.id, r.topic, r.code, to_char(s.month, 'YYYY-MM') as month, s.stage, s.spent,
      (select sum(t.spent) from research_progress t where t.research = s.research and t.month <= s.month) as total, r.budget, s.progress, s.note,
      s.reported_by as reporter
    from research_progress s join ${OF} on r.id = s.research where ${seen(asked)}`,
});

export const researchOutcomesView = viewSource({
  view: researchOutcomes,
  order: 'm."gotOn" desc, m.id desc',
  rows: (asked) => `
    select o.id, o.title, o.kind, o.got_on as "gotOn", r.topic, r.code from research_outcome o join ${OF} on r.id = o.research where ${seen(asked)}`,
});

export const researchBenefitsView = viewSource({
  view: researchBenefits,
  order: `(m.state = '已核定'), m."usedTo" desc, m.id desc`,
  rows: (asked) => `
    select e.id, e.content, r.topic, r.code, e.project, e.used_from as "usedFrom", e.used_to as "usedTo", e.used_to - e.used_from + 1 as days,
      e.saved_kwh as "savedKwh", e.saved_money as "savedMoney", e.saved_money / (e.used_to - e.used_from + 1) * 365 as yearly, e.basis,
      json_build_array(e.file)::jsonb as files, e.written_by as writer, e.confirmed_by as confirmer, e.confirmed_on as "confirmedOn",
      case when e.confirmed_by is null then '待核定' else '已核定' end as state
    from research_benefit e join ${OF} on r.id = e.research where ${seen(asked)}`,
});

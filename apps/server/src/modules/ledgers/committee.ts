/** Reviews, and schemes that wait for one. */
import { committeeMembers, committeeReviews } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** Of five opinions and more the highest and the lowest are left out. */
export const REVIEW_SCORE = `(case when count(e.score) >= 5 then (sum(e.score) - max(e.score) - min(e.score)) / (count(e.score) - 2) else avg(e.score) end)`;

export const committeeReviewsView = viewSource({
  view: committeeReviews,
  order: `array_position(array['评审中', '待开会', '议题征集', '已结论', '已闭环'], m.state), m."meetOn" desc nulls first, m.id`,
  figures: {
    asked: `count(*) filter (where m.state = '议题征集')`,
    waiting: `count(*) filter (where m.state = '待开会')`,
    running: `count(*) filter (where m.state = '评审中')`,
    concluded: `count(*) filter (where m.state = '已结论')`,
    late: 'count(*) filter (where m.late > 0)',
  },
  charts: { kinds: { count: 'count(m.review)', score: 'avg(m.score)' } },
  // Whoever is asked for an opinion sees the review; what it says of the score only once it is concluded.
  rows: ({ today, visible, bind, session }) => `
    select r.id::text as id, r.id::text as review, r.plan::text as plan, r.code, r.topic, r.kind, r.state, r.consult_project as "consultProject",
      p.project_name as "projectName", r.meet_on as "meetOn", r.way, r.host, r.secretary, e.invited, e.present, e.opinions,
      case when r.state in ('已结论', '已闭环') then e.score end as score, r.conclusion, x.fixes, x.closed, x.late, r.fee
    from committee_review r left join f_consult_project p on p.id = r.consult_project
      cross join lateral (select count(*) as invited, count(e.signed_at) as present, count(e.submitted_at) as opinions, ${REVIEW_SCORE} as score
        from committee_expert e where e.review = r.id) e
      cross join lateral (select count(*) as fixes, count(f.closed_on) as closed,
        max(${today} - f.due_on) filter (where f.closed_on is null and f.due_on < ${today}) as late from committee_fix f where f.review = r.id) x
    where ${visible({ applicant: 'r.secretary', dept: 'r.secretary_dept' })} or r.host = ${bind(session.userId)}::bigint
      or exists (select from committee_expert i where i.review = r.id and i.expert = ${bind(session.userId)}::bigint)
      or exists (select from committee_fix i where i.review = r.id and i.owner = ${bind(session.userId)}::bigint)
    union all
    select 'p' || c.id, null, c.id::text, null, c.topic, '方案评审', '议题征集', c.consult_project_id, p.project_name, null, null, null, null, null, null, null, null,
      null, null, null, null, null
    from committee_plan c left join f_consult_project p on p.id = c.consult_project_id join f_consult s on s.id = c.source_id
    where not c.voided and not exists (select from committee_review r where r.plan = c.id)
      and ${visible({ applicant: 's.applicant', dept: 's.applicant_dept' })}`,
});

/** Absences in a row after which somebody else is to be asked. */
const ABSENT_TIMES = 3;

export const committeeMembersView = viewSource({
  view: committeeMembers,
  order: `m."fromOn" desc, m.term, array_position(array['主任', '副主任', '秘书', '委员'], m.position), m.id`,
  figures: {
    serving: `count(distinct m.member) filter (where m.state = '在任')`,
    outside: `count(distinct m.member) filter (where m.state = '在任' and m.source = '外聘')`,
    rate: `sum(m.present) filter (where m.state = '在任') * 100.0 / nullif(sum(m.invited) filter (where m.state = '在任'), 0)`,
    absent: `count(*) filter (where m.state = '在任' and m.absent >= ${ABSENT_TIMES})`,
  },
  charts: { groups: { count: 'count(*)' } },
  // The register of the committee is everybody's who holds the page. What counts are reviews of the member's term that were held.
  rows: ({ today }) => `
    select c.id, c.member, c.term, c.position, case when exists (select from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = c.member and r.code = 'adviser') then '外聘' else '内部' end as source,
      u.dept_id as dept, c.speciality as "group", c.duty, c.from_on as "fromOn", c.to_on as "toOn",
      case when ${today} < c.from_on then '未到任' when ${today} > c.to_on then '届满' else '在任' end as state,
      s.invited, s.present, s.present * 100.0 / nullif(s.invited, 0) as rate, s.opinions, s.absent
    from committee_member c join app_user u on u.id = c.member
      cross join lateral (select count(*) as invited, count(h.signed_at) as present, count(h.submitted_at) as opinions,
          count(*) filter (where h.seen = 0) as absent
        from (select e.signed_at, e.submitted_at, count(e.signed_at) over (order by r.meet_on desc, r.id desc) as seen
          from committee_expert e join committee_review r on r.id = e.review
          where e.expert = c.member and r.meet_on between c.from_on and c.to_on and r.state in ('评审中', '已结论', '已闭环')) h) s`,
});

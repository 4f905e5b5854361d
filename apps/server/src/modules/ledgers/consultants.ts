/** Experts from outside. */
import { consultants } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** Days before the end of an engagement from which it is spoken of. */
export const ENDING_DAYS = 60;
/** Below this nobody is called any more. */
export const LEAST_SCORE = 60;

/** The register is that of everybody who holds the page; phones are masked, what else is personal stands in the file of those who may see it. */
export const consultantsView = viewSource({
  view: consultants,
  order: `array_position(array['在聘', '到期', '解聘'], m.state), m."toOn", m.id`,
  figures: {
    engaged: `count(*) filter (where m.state = '在聘')`,
    ending: `count(*) filter (where m.state = '在聘' and m."leftDays" <= ${ENDING_DAYS})`,
    ended: `count(*) filter (where m.state = '到期')`,
    asked: `count(*) filter (where m.asked and m.state <> '解聘')`,
    low: `count(*) filter (where m.score < ${LEAST_SCORE} and m.state <> '解聘')`,
  },
  charts: { fields: { count: `count(*) filter (where m.state = '在聘')`, score: 'avg(m.score)' } },
  rows: ({ today }) => `
    select c.id, c.name, c.org_title as "orgTitle", c.field, c.level, c.region, regexp_replace(c.phone, '^(\\d{3})\\d*(\\d{4})$', '\\1****\\2') as phone,
      case when c.dismissed_on is not null then '解聘' when c.to_on < ${today} then '到期' else '在聘' end as state,
      c.from_on as "fromOn", c.to_on as "toOn",
      case when c.dismissed_on is null and c.to_on >= ${today} then c.to_on - ${today} end as "leftDays",
      c.fee, c.fee_asked as "feeAsked", c.fee_asked is not null as asked, r.attended as reviews, r.submitted * 100.0 / nullif(r.invited, 0) as rate,
      s.services, s.score, s.paid
    from consultant c
      cross join lateral (select count(*) as invited, count(e.submitted_at) as submitted, count(coalesce(e.signed_at, e.submitted_at)) as attended
        from committee_expert e join committee_review v on v.id = e.review
        where e.expert = c.account and v.state in ('评审中', '已结论', '已闭环')) r
      cross join lateral (select count(*) as services, avg(o.total) as score, sum(o.paid) as paid from consultant_score o where o.consultant = c.id) s`,
});

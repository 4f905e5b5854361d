/** Plans of the experts' work. */
import { shortCodeOf } from '@hengneng/core';
import { committeeActivities } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';
import { holds } from '../identity/index.ts';

const SCREEN = shortCodeOf(committeeActivities.screen);
/** What counts in a rate. */
const COUNTED = `m.state not in ('草稿', '取消')`;

/** What was published is everybody's who is employed; advisers from outside see what they answer for. Drafts are of those who plan. */
export const committeeActivitiesView = viewSource({
  view: committeeActivities,
  order: `array_position(array['延期', '进行中', '计划', '草稿', '完成', '取消'], m.state), m."planFrom", m.id`,
  figures: {
    planned: `count(*) filter (where ${COUNTED})`,
    done: `count(*) filter (where m.state = '完成') * 100.0 / nullif(count(*) filter (where ${COUNTED}), 0)`,
    progress: `sum(m.weight * m.progress) filter (where ${COUNTED}) / nullif(sum(m.weight) filter (where ${COUNTED}), 0)`,
    late: `count(*) filter (where m.state = '延期')`,
    draft: `count(*) filter (where m.state = '草稿')`,
  },
  charts: {
    kinds: {
      count: `count(*) filter (where ${COUNTED})`,
      done: `count(*) filter (where m.state = '完成')`,
      progress: `sum(m.weight * m.progress) filter (where ${COUNTED}) / nullif(sum(m.weight) filter (where ${COUNTED}), 0)`,
    },
  },
  rows: ({ session, today, asks, bind }) => {
    const inside = session.roles.some((role) => role !== 'adviser' && role !== 'serviceProvider');
    return `
    select a.id, a.name, a.code, a.kind, a.expert, u.user_name as "expertName", a.members, a.plan_from as "planFrom", a.plan_to as "planTo",
      a.begun_on as "begunOn", a.ended_on as "endedOn", a.weight, a.progress, a.budget, a.spent, a.result, a.year as "planYear",
      case when not a.cancelled and a.published_at is not null and coalesce(a.ended_on, ${today}) > a.plan_to
        then coalesce(a.ended_on, ${today}) - a.plan_to end as "lateDays",
      (select nullif(count(*), 0) from committee_activity_version v where v.activity = a.id) as adjusted,
      case when a.cancelled then '取消' when a.published_at is null then '草稿' when a.ended_on is not null then '完成'
        when a.plan_to < ${today} then '延期' when a.progress > 0 or a.begun_on is not null then '进行中' else '计划' end as state
    from committee_activity a join app_user u on u.id = a.expert
    where a.year = coalesce(${bind(asks.year)}::integer, a.year)
      and (${inside ? 'a.published_at is not null' : 'false'} or ${holds(session, SCREEN, 'edit') ? 'true' : 'false'}
        or a.published_at is not null and a.expert = ${bind(session.userId)}::bigint)`;
  },
});

/** Questionnaires with what came back, and the answers themselves. */
import { questionnaireAnswers, questionnaires } from '@hengneng/forms';
import type { Session } from '../../platform/context.ts';
import { viewSource } from '../../engine/views/source.ts';

interface Asked {
  readonly session: Session;
  readonly bind: (value: unknown) => string;
  readonly visible: (columns: { project: string; dept: string; applicant: string }) => string;
}

/** Projects under `p` that the person sees, as `projectsVisible` has it. */
const seen = ({ session, bind, visible }: Asked): string =>
  `(${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}
    or p.code = any(${bind([...session.permissions.projects])}::text[]))`;

const BY_MESSAGE = `a.source in ('短信', '微信')`;

export const questionnaireView = viewSource({
  view: questionnaires,
  order: `case m.state when '收集中' then 0 when '草稿' then 1 when '已暂停' then 2 else 3 end, m.id desc`,
  rows: (asked) => {
    const projects = seen(asked);
    const wanted = `${asked.bind(asked.asks.project)}::text`;
    const me = `${asked.bind(asked.session.userId)}::bigint`;
    return `
    select q.id, q.title, q.season, case q.state when 'draft' then '草稿' when 'collecting' then '收集中' when 'paused' then '已暂停' else '已结束' end as state,
      (select string_agg(p.name, '、' order by p.name) from project p where p.code = any(q.projects) and ${projects}) as projects,
      jsonb_array_length(v.design -> 'questions') as questions, q.starts_at as "startsAt", q.ends_at as "endsAt",
      l.sent, a.returned, round(a.by_message * 100.0 / nullif(l.sent, 0), 1) as rate, a.satisfaction, a.nps, a.pending,
      q.created_by as creator, (q.created_at at time zone 'Asia/Shanghai')::date as "createdAt"
    from questionnaire q
      join questionnaire_version v on v.questionnaire_id = q.id and v.version = q.version
      left join lateral (select coalesce(sum(l.sent_sms + l.sent_wechat), 0)::int as sent from questionnaire_link l
        join project p on p.code = l.project_code where l.questionnaire_id = q.id and ${projects}) l on true
      left join lateral (select count(*)::int as returned, (count(*) filter (where ${BY_MESSAGE}))::int as by_message,
          round(avg(a.satisfaction), 2) as satisfaction, (count(*) filter (where a.state = '待处理'))::int as pending,
          round((count(*) filter (where a.nps >= 9) - count(*) filter (where a.nps <= 6)) * 100.0 / nullif(count(a.nps), 0), 1) as nps
        from questionnaire_answer a join project p on p.code = a.project_code where a.questionnaire_id = q.id and ${projects}) a on true
    where (q.created_by = ${me} or exists (select from project p where p.code = any(q.projects) and ${projects})
        or (cardinality(q.projects) = 0 and ${asked.visible({})}))
      and (${wanted} is null or ${wanted} = any(q.projects))`;
  },
});

export const questionnaireAnswerView = viewSource({
  view: questionnaireAnswers,
  order: `case m.state when '待处理' then 0 else 1 end, m."submittedAt" desc`,
  rows: (asked) => {
    const wanted = `${asked.bind(asked.asks.questionnaire)}::bigint`;
    return `
    select a.id, a.submitted_at as "submittedAt", a.project_code as project, a.place, a.respondent,
      case when a.phone = '' then null when length(a.phone) < 7 then '****' else left(a.phone, 3) || '****' || right(a.phone, 4) end as phone,
      a.satisfaction, a.nps, a.lowest_label || ' ' || a.lowest_score || '分' as lowest, a.seconds, a.source, a.state, a.version
    from questionnaire_answer a join project p on p.code = a.project_code
    where (${wanted} is null or a.questionnaire_id = ${wanted}) and ${seen(asked)}`;
  },
});

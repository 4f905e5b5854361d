/** 风险清单 of 人员分析: what people lack or are about to lack on a day, and who is to see to it. */
import { MOST_DUTY_HOURS, staffRisks } from '@hengneng/forms';
import { viewSource } from '../../../engine/views/source.ts';
import { crewOf, OPERATING_PAPERS, papersOf } from '../../ledgers/index.ts';
import { same, within } from '../shared.ts';
import { type Ask, dayAsked, dutyHours, staff } from './staff.ts';

/** Days before its end from which on a paper or a contract is to be renewed, and a probation to be judged. */
const SOON_DAYS = 90;
const PROBATION_DAYS = 30;

/** Documents under way that end a risk, as SQL: their serial. */
const underWay = (form: string, where: string): string =>
  `(select r.serial from ${form} r where ${where} and r.status in ('running', 'returned') order by r.id desc limit 1)`;

/** Risks of single people `s`: `risk, detail, on, pending`. */
const ofPeople = (ask: Ask, day: string): readonly string[] => [
  // The paper of its kind that holds longest; for good is no end.
  `select s.id, s.site, s.dept, s.post, case when c.valid_to < ${day} then '证书过期' else '证书90天内到期' end as risk, c.kind as detail, c.valid_to as "on",
    ${underWay('f_certificate_manage', `r.holder = s.id and r.cert_type = c.kind`)} as pending
  from s join (select t.holder, t.kind, max(coalesce(t.valid_to, 'infinity'::date)) as valid_to from b_certificate t
    where not t.voided and t.state = '有效' group by t.holder, t.kind) c on c.holder = s.id
  where c.valid_to <= ${day} + ${SOON_DAYS}`,
  `select s.id, s.site, s.dept, s.post, '合同到期', coalesce(c.subject, '劳动合同'), c.ends, null
  from s join lateral (
    select coalesce(max(k.end_on), e.contract_end) as ends, max(k.subject) as subject from employee_profile e
      left join b_employee_contract k on k.employee = e.user_id and k.kind = '劳动合同' and not k.voided
    where e.user_id = s.id group by e.contract_end) c on c.ends <= ${day} + ${SOON_DAYS}`,
  `select s.id, s.site, s.dept, s.post, '试用期将满', '转正考核', e.probation_end, ${underWay('f_user_formal', 'r.employee = s.id')}
  from s join employee_profile e on e.user_id = s.id
  where e.probation_end <= ${day} + ${PROBATION_DAYS} and coalesce(e.formal_date > ${day}, true) and coalesce(e.employ_state, '试用') = '试用'`,
  `select s.id, s.site, s.dept, s.post, '超时工作', '当月排班' || h.hours || '小时', (date_trunc('month', ${day}) + interval '1 month')::date - 1, null
  from s join (select h.watcher, sum(h.hours) as hours from ${dutyHours(ask)} h where h.month = to_char(${day}, 'YYYY-MM') group by h.watcher) h
    on h.watcher = s.id and h.hours > ${MOST_DUTY_HOURS}`,
  `select s.id, s.site, s.dept, s.post, '流失风险高', concat_ws('；', w.reason, w.measure), w.warned_on, ${underWay('f_employee_interview', 'r.employee = s.id')}
  from s join b_leave_warning w on w.employee = s.id and not w.voided and w.state = '预警中' and w.warned_on <= ${day}`,
];

/** Machine rooms that run without anybody in them who may run one. */
const ofCrews = ({ asks, bind, visible }: Ask, day: string): string => `
  select null::bigint, p.code, p.area, '', '班组无持证人', count(*) || '名运行人员均无有效的' || '${OPERATING_PAPERS.slice(1, -1).replaceAll('|', '、')}', null::date,
    null::text
  from project p join lateral (select u.id from ${crewOf('p.code', day)}) u on true
  where p.state = 2 and ${same(bind, 'p.code', asks.project)} and ${within(bind, 'p.area', asks.dept)}
    and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}
  group by p.code, p.area having not bool_or(exists (select from ${papersOf('u.id', day)}))`;

export const staffRisksView = viewSource({
  view: staffRisks,
  order: 'm."leftDays" nulls first, m.risk, m.id',
  charts: { kinds: { count: 'count(*)' } },
  rows: (ask) => {
    const { asks } = ask;
    // Whoever asks for people of one kind does not ask for machine rooms.
    const crews = asks.role === null && asks.employType === null;
    const day = '(select k.day from asked k)';
    return `
    with asked as (select ${ask.bind(dayAsked(ask))}::date as day), s as materialized (select x.* from ${staff(ask, day)} x)
    select concat_ws('-', x.risk, x.id, x.site, x.detail) as id, x.id as person, x.site, x.dept as place, nullif(x.post, '') as post, x.risk, x.detail, x."on",
      x."on" - ${day} as "leftDays", coalesce(p.manager, d.manager) as owner, x.pending
    from (${[...ofPeople(ask, day), ...(crews ? [ofCrews(ask, day)] : [])].join('\n    union all\n    ')}) x
      left join project p on p.code = x.site left join dept d on d.id = x.dept`;
  },
});

/** Papers of the company and of its people: how long they hold, who lacks one, who has which. */
import { certificateGaps, credentialLoans, credentialPapers, credentialStock, credentialUses } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';
import { crewOf, papersOf } from './crew.ts';

/** Days before its end from which on a paper is to be renewed. */
const SOON_DAYS = 90;

/** Whoever keeps it, and who sees its project; papers of the company itself are everybody's who has the page. */
const companyPapers = (visible: string): string => `(c.project is null or ${visible})`;

export const credentialPaperView = viewSource({
  view: credentialPapers,
  order: `case m.state when '已过期' then 0 when '年检逾期' then 1 when '即将到期' then 2 when '办理中' then 3 else 4 end,
    m."leftDays" nulls last, m.id`,
  figures: {
    valid: `count(*) filter (where m."leftDays" is null or m."leftDays" >= 0)`,
    expired: `count(*) filter (where m.state = '已过期')`,
    soon: `count(*) filter (where m.state = '即将到期')`,
    inspect: `count(*) filter (where m.state = '年检逾期')`,
    pending: `count(*) filter (where m.state = '办理中')`,
  },
  charts: {
    calendar: {
      company: `count(*) filter (where m.kind = '公司证件')`,
      people: `count(*) filter (where m.kind = '人员证书')`,
      devices: `count(*) filter (where m.kind = '设备检验')`,
    },
    types: { papers: 'count(*)' },
  },
  rows: ({ today, visible }) => `
    select x.*, (select p.area from project p where p.code = x.project) as area, to_char(x."validTo", 'YYYY-MM') as month,
      case when x.pending is not null then '办理中' when x."leftDays" < 0 then '已过期' when x."nextInspect" < ${today} then '年检逾期'
        when x."leftDays" <= ${SOON_DAYS} then '即将到期' else '正常' end as state,
      case when x."leftDays" is null then '长期有效' when x."leftDays" < 0 then '已过期' when x."leftDays" <= 30 then '30天内'
        when x."leftDays" <= 60 then '60天内' when x."leftDays" <= ${SOON_DAYS} then '90天内' when x."leftDays" <= 365 then '一年内'
        else '一年以上' end as expire
    from (
      select 'c' || c.id as id, c.credential_name as name, '公司证件' as kind, c.scope, c.credential_type as type, c.credential_no as "paperNo",
        c.project, c.holder_unit as holder, c.valid_to as "validTo", c.valid_to - ${today} as "leftDays", c.next_inspect as "nextInspect", c.keeper,
        (select r.serial from f_credentials r where r.old_credential = c.id and r.status in ('running', 'returned') order by r.id desc limit 1)
          as pending
      from b_credential c where not c.voided and c.state in ('在库', '借出')
        and ${companyPapers(visible({ project: 'c.project', applicant: 'c.keeper' }))}
      union all
      select 'p' || t.id, u.user_name || '的' || t.kind, '人员证书', '人员', t.kind, t.cert_no, t.project, u.user_name, t.valid_to,
        t.valid_to - ${today}, t.review_date, t.holder,
        (select r.serial from f_certificate_manage r where r.old_cert = t.id and r.status in ('running', 'returned') order by r.id desc limit 1)
      from b_certificate t join app_user u on u.id = t.holder and u.state = 'active'
      where not t.voided and t.state = '有效' and ${visible({ project: 't.project', dept: 'u.dept_id', applicant: 't.holder' })}
      union all
      select 'd' || d.id, d.name, '设备检验', '设备', d.category, coalesce(d.register_no, d.code), p.code, p.name, d.next_inspection,
        d.next_inspection - ${today}, null, p.manager, null
      from device d join project p on p.code = d.project_code
      where d.state <> 'retired' and d.next_inspection is not null and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}) x`,
});

export const certificateGapView = viewSource({
  view: certificateGaps,
  order: 'm.gap desc, m.project, m.post',
  figures: {
    needed: 'coalesce(sum(m.needed), 0)',
    valid: 'coalesce(sum(m.valid), 0)',
    rate: '100.0 * sum(m.valid) / nullif(sum(m.needed), 0)',
    gap: 'coalesce(sum(m.gap), 0)',
    planned: 'coalesce(sum(m.planned), 0)',
  },
  charts: { byProject: { valid: 'sum(m.valid)', gap: 'sum(m.gap)' } },
  rows: ({ today, visible }) => `
    select x.*, x.needed - x.valid as gap from (
      select p.code || ':' || g.post as id, p.code as project, p.area, g.post, count(*) as needed,
        count(*) filter (where g.good is not null) as valid,
        count(*) filter (where g.good <= ${today} + ${SOON_DAYS}) as soon,
        count(*) filter (where g.good is null and exists (select from f_certificate_manage r
          where r.holder = g.id and r.apply_type = '新取证' and r.status in ('running', 'returned'))) as planned
      from project p cross join lateral (
        select u.id, coalesce(up.project_role, u.position) as post,
          (select max(coalesce(t.valid_to, 'infinity'::date)) from ${papersOf('u.id', today)}) as good
        from ${crewOf('p.code', today)}) g
      where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}
      group by p.code, p.area, g.post) x`,
});

export const credentialUseView = viewSource({
  view: credentialUses,
  order: 'm.times desc, m.id',
  figures: {
    times: 'coalesce(sum(m.times), 0)',
    days: 'sum(m.days * m.times) / nullif(sum(m.times) filter (where m.days is not null), 0)',
    late: 'coalesce(sum(m.late), 0)',
  },
  charts: { uses: { times: 'sum(m.times)', days: 'avg(m.days)' } },
  rows: ({ today, visible }) => `
    select c.id, c.id as credential, c.credential_type as type, c.project, c.secrecy, count(*) as times, sum(l.copies) as copies,
      avg(coalesce(l.returned_on, ${today}) - (l.lent_at at time zone 'Asia/Shanghai')::date) filter (where l.state <> '无需归还') as days,
      count(*) filter (where l.overdue_days > 0 or (l.state = '借出' and l.plan_return < ${today})) as late,
      max((l.lent_at at time zone 'Asia/Shanghai')::date) as "lastOn"
    from b_credential c join b_credential_loan l on l.credential = c.id and not l.voided
    where not c.voided and ${companyPapers(visible({ project: 'c.project', applicant: 'c.keeper' }))}
    group by c.id`,
});

export const credentialLoanView = viewSource({
  view: credentialLoans,
  order: `case m.state when '逾期' then 0 when '待领取' then 1 when '在外' then 2 when '部分未还' then 3 else 4 end, m."planReturn" nulls last, m.id desc`,
  figures: {
    waiting: `coalesce(sum(m.copies) filter (where m.state = '待领取'), 0)`,
    out: `coalesce(sum(m.copies) filter (where m.state in ('在外', '逾期', '部分未还')), 0)`,
    late: `coalesce(sum(m.copies) filter (where m.state = '逾期'), 0)`,
    lost: `coalesce(sum(m.copies) filter (where m.state = '遗失'), 0)`,
  },
  // The id names the record of the loan, and the line in it.
  rows: ({ today, visible }) => `
    select x.*, x.state in ('待领取', '在外', '逾期', '部分未还') as open, c.credential_type as "credentialType", c.secrecy = '核心' as core,
      r.receive_unit as "receiveUnit", r.express_no as "expressNo", x.record || '-' || x.line as id,
      case when x.state <> '待领取' then (select a.actor from wf_instance i join wf_action a on a.instance_id = i.id
        where i.module_id = 'credentialsBorrow' and i.biz_id = r.id and a.node_name in ('保管人发放', '归还确认') order by a.id desc limit 1) end as handler
    from (
      select l.source_id as record, 'l' || l.id as line, l.document, l.credential, l.credential_no as "credentialNo", l.borrow_form as "borrowForm",
        l.copies, l.borrower, l.dept, l.project, l.usage, l.lent_at as "lentAt", l.plan_return as "planReturn", l.returned_on as "returnedOn",
        case when l.state in ('借出', '部分未还') then nullif(greatest(${today} - l.plan_return, 0), 0) else nullif(l.overdue_days, 0) end as "overdueDays",
        case when l.state = '借出' then case when l.plan_return < ${today} then '逾期' else '在外' end else l.state end as state
      from b_credential_loan l where not l.voided
      union all
      select r.id, 'i' || d.id, r.serial, d.credential, d.credential_no, d.borrow_form, d.copies, r.applicant, r.applicant_dept, r.project,
        r.usage || '：' || r.usage_detail, null, case when d.need_return then r.plan_return end, null, null, '待领取'
      from f_credentials_borrow r join f_credentials_borrow_items d on d.parent_id = r.id
      where r.status = 'running' and exists (select from wf_instance i join wf_node_run w on w.instance_id = i.id
        where i.module_id = 'credentialsBorrow' and i.biz_id = r.id and w.name = '保管人发放' and w.state = 'active')) x
      join b_credential c on c.id = x.credential
      left join f_credentials_borrow r on r.id = x.record
    where ${visible({ project: 'x.project', dept: 'x.dept', applicant: 'x.borrower' })}`,
});

export const credentialStockView = viewSource({
  view: credentialStock,
  order: 'm.out desc, m."credentialType", m.id',
  figures: {
    inStock: `coalesce(sum(m."originalsIn" + m."duplicatesIn"), 0)`,
    out: 'coalesce(sum(m.out), 0)',
    late: 'coalesce(sum(m.late), 0)',
    lost: `count(*) filter (where m.state = '遗失')`,
  },
  rows: ({ today, visible }) => `
    select c.id, c.id as credential, c.credential_type as "credentialType", c.credential_no as "credentialNo", c.project, c.secrecy,
      c.original_qty as originals, c.original_qty - coalesce(c.original_out, 0) as "originalsIn", c.duplicate_qty as duplicates,
      c.duplicate_qty - coalesce(c.duplicate_out, 0) as "duplicatesIn", coalesce(c.original_out, 0) + coalesce(c.duplicate_out, 0) as out,
      coalesce((select sum(l.copies) from b_credential_loan l where l.credential = c.id and not l.voided and l.state = '借出'
        and l.plan_return < ${today} and l.borrow_form in ('正本原件', '副本原件')), 0) as late,
      array(select distinct l.borrower from b_credential_loan l where l.credential = c.id and not l.voided and l.state in ('借出', '部分未还')) as borrowers,
      c.keeper, c.store_place as "storePlace", c.valid_to as "validTo", c.state
    from b_credential c where not c.voided and c.state <> '失效'
      and ${companyPapers(visible({ project: 'c.project', applicant: 'c.keeper' }))}`,
});

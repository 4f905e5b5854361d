-- What the first modules wrote stands in books that people can look up; their old tables, which nobody could open, go with what they held.
insert into b_dept_cooperation (source_module, source_id, source_effect, voided, from_dept, to_dept, project, kind, promise_date, finish_date, on_time,
    timely_mark, quality_mark, work_hours, cost, source_no)
  select d.source_module, d.source_id, d.source_module || case d.source_module when 'internalRelationNew' then '.cooperation' else '.ledger' end, d.voided,
    d.from_dept, d.to_dept, coalesce(c.project, r.project), d.kind, d.promise_date, d.finish_date, case when d.on_time then '按期' when not d.on_time then '逾期' end,
    d.timely_mark, d.quality_mark, d.work_hours, d.cost, coalesce(c.serial, r.serial)
  from dept_cooperation d left join f_departmental_work_contact c on d.source_module = 'departmentalWorkContact' and c.id = d.source_id
    left join f_internal_relation_new r on d.source_module = 'internalRelationNew' and r.id = d.source_id order by d.id;
drop table dept_cooperation;

insert into b_user_opinion (source_module, source_id, source_effect, voided, project, kind, content, owner, promise_date, state, origin, source_no)
  select o.source_module, o.source_id, o.source_module || '.opinions', o.voided, o.project_code, o.kind, o.content, o.owner, o.promise_date,
    case when o.closed then '已闭环' else '待答复' end, case o.source_module when 'airUsage' then '空调使用情况' else '客户回访' end, coalesce(i.serial, a.serial)
  from user_opinion o left join f_interview_record i on o.source_module = 'interviewRecord' and i.id = o.source_id
    left join f_air_usage a on o.source_module = 'airUsage' and a.id = o.source_id order by o.id;
drop table user_opinion;

insert into b_pay_schedule (source_module, source_id, source_effect, voided, due_on, kind, project, dept, subject, counterparty, pay_amount, come_amount, sure_rate, state, source_no)
  select s.source_module, s.source_id, s.source_module || case s.source_module when 'fundBudget' then '.schedule' else '.payIn' end, s.voided, s.due_on,
    case s.kind when 'pay' then '付款' else '到账' end, case s.owner_kind when 'project' then s.owner_code end, case s.owner_kind when 'dept' then s.owner_code end,
    s.subject, nullif(s.counterparty, ''), case s.kind when 'pay' then s.amount end, case s.kind when 'receive' then s.amount end, s.sure_rate, '按期', coalesce(b.serial, v.serial)
  from pay_schedule s left join f_fund_budget b on s.source_module = 'fundBudget' and b.id = s.source_id
    left join f_join_venture_agreement v on s.source_module = 'joinVentureAgreement' and v.id = s.source_id order by s.id;
drop table pay_schedule;

insert into b_assessment_item (source_module, source_id, source_effect, voided, month, dept, project, kind, content, source_no)
  select m.source_module, m.source_id, 'departmentalWorkContact.mark', m.voided, m.month, m.dept_id, c.project, m.item, '均分' || m.mark || '分', c.serial
  from assessment_mark m join f_departmental_work_contact c on c.id = m.source_id where m.source_module = 'departmentalWorkContact' order by m.id;
drop table assessment_mark;

insert into b_renewal_attitude (source_module, source_id, source_effect, project, contract, noted_on, intention, source_no)
  select 'interviewRecord', i.id, 'interviewRecord.renewalAttitude', i.project, i.contract, (i.visit_time at time zone 'Asia/Shanghai')::date,
    i.renew_intention, i.serial
  from f_interview_record i join effect_log e on e.module_id = 'interviewRecord' and e.biz_id = i.id and e.effect = 'interviewRecord.renewalAttitude'
    and e.reversed_at is null order by i.id;
drop table renewal_tracking;

insert into b_device_test (source_module, source_id, source_effect, voided, device, project, kind, tested_on, metric, value, unit, grade, valid, next_test, document)
  select 'aircrewBurn', b.source_id, 'aircrewBurn.archive', b.voided, b.device_id, b.project_code, '燃烧检测', b.tested_on, m.metric, m.value, m.unit, b.grade,
    true, b.next_test_date, f.serial
  from burn_archive b join f_aircrew_burn f on f.id = b.source_id
    cross join lateral (values ('平均燃烧效率', b.efficiency, '%'), ('平均排烟温度', b.exhaust, '℃')) m(metric, value, unit)
  where m.value is not null order by b.id;
drop table burn_archive;

insert into b_supplier_evaluation (source_module, source_id, source_effect, voided, supplier, kind, project, evaluated_on, result)
  select m.source_module, m.source_id, m.source_module || '.markSupplier', m.voided, m.supplier_id, '施工验收', m.project_code,
    (m.created_at at time zone 'Asia/Shanghai')::date, m.mark
  from supplier_mark m order by m.id;
drop table supplier_mark;

-- The way back of these effects is by what they noted.
update effect_log l set note = l.note || jsonb_build_object('books', w.book)
  from (values ('departmentalWorkContact.ledger', 'b_dept_cooperation'), ('internalRelationNew.cooperation', 'b_dept_cooperation'),
    ('interviewRecord.opinions', 'b_user_opinion'), ('airUsage.opinions', 'b_user_opinion'), ('fundBudget.schedule', 'b_pay_schedule'),
    ('joinVentureAgreement.payIn', 'b_pay_schedule'), ('departmentalWorkContact.mark', 'b_assessment_item'),
    ('interviewRecord.renewalAttitude', 'b_renewal_attitude'), ('aircrewBurn.archive', 'b_device_test'),
    ('constructionNotice.markSupplier', 'b_supplier_evaluation'), ('burnerMaintenanceRecord.markSupplier', 'b_supplier_evaluation')) w(effect, book)
  where l.effect = w.effect and l.reversed_at is null;

-- Loans that are settled, and terms that were put off, are spoken of no more.
update reminder r set ended_at = app_now() from borrowing_ledger l, f_borrowing f
  where r.source_module = 'borrowing' and r.source_effect = 'borrowing.remindClear' and r.ended_at is null and f.id = r.source_id
    and l.borrowing_id in (f.id, f.origin) and (l.cleared_at is not null or l.voided_at is not null or r.on_day <> l.due_date - 7);
-- Nor are invoices that came, or whose payment was cancelled.
update reminder r set ended_at = app_now()
  where r.source_module = 'payment' and r.source_effect = 'payment.openTickets' and r.ended_at is null
    and not exists (select from open_ticket t where t.payment_id = r.source_id and t.closed_at is null);

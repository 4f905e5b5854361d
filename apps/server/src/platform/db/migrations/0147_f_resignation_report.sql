-- 离职报告 (resignationReport): drafted from its definition.

create table f_resignation_report (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  dept text, -- 部门
  employee bigint, -- 离职员工
  job_no text, -- 工号
  position text, -- 岗位
  employ_type text, -- 用工形式
  entry_date date, -- 入职日期
  in_probation boolean, -- 是否在试用期
  contract_end date, -- 劳动合同到期日
  resign_type text, -- 离职类型
  reasons text[], -- 离职原因
  reason_text text, -- 原因说明
  apply_date date, -- 提出日期
  last_work_day date, -- 最后工作日
  handover_to bigint, -- 工作接手人
  unused_leave numeric(20,1), -- 未休年假/调休（天）
  live_in_dorm boolean, -- 是否住公司宿舍
  move_out_date date, -- 退宿日期
  train_agreement boolean, -- 是否有未满服务期的取证培训
  apply_file jsonb, -- 离职申请书(签字)
  notice_days integer, -- 提前通知天数（天）
  compensate_total numeric(18,2), -- 财物赔偿合计
  net_settle numeric(18,2), -- 离职结算净额
  retain_result text, -- 挽留结果
  talk_record text, -- 面谈记录
  post_plan text, -- 顶岗方案
  takeover_date date, -- 交接完成日期
  takeover_sign jsonb, -- 接手人签字
  borrow_left numeric(18,2), -- 未还借款
  pending_reimburse numeric(18,2), -- 未报销费用
  finance_note text, -- 清算说明
  salary_due numeric(18,2), -- 应发工资
  leave_pay numeric(18,2), -- 未休假折算
  economic_pay numeric(18,2), -- 经济补偿金
  train_refund numeric(18,2), -- 应退培训取证费
  insurance_stop text -- 社保停缴月
);

create index f_resignation_report_applicant_created_at_id_idx on f_resignation_report (applicant, created_at, id);
create index f_resignation_report_status_created_at_id_idx on f_resignation_report (status, created_at, id);
create index f_resignation_report_applicant_dept_created_at_id_idx on f_resignation_report (applicant_dept, created_at, id);
create index f_resignation_report_created_at_id_idx on f_resignation_report (created_at, id);
create index f_resignation_report_project_created_at_id_idx on f_resignation_report (project, created_at, id);
create index f_resignation_report_employee_idx on f_resignation_report (employee);
create index f_resignation_report_dept_idx on f_resignation_report (dept);
create index f_resignation_report_last_work_day_idx on f_resignation_report (last_work_day);

create trigger f_resignation_report_added after insert on f_resignation_report referencing new table as changed
  for each statement execute function form_changed('resignationReport');
create trigger f_resignation_report_changed after update on f_resignation_report referencing new table as changed
  for each statement execute function form_changed('resignationReport');
create trigger f_resignation_report_removed after delete on f_resignation_report referencing old table as changed
  for each statement execute function form_changed('resignationReport');

-- 工作交接
create table f_resignation_report_work_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_resignation_report on delete cascade,
  row_no integer not null,
  matter text, -- 交接事项
  state text, -- 现状与下一步
  done_date date, -- 交接日期
  attachment jsonb -- 交接附件
);
create index f_resignation_report_work_items_parent_idx on f_resignation_report_work_items (parent_id, row_no);

-- 财物归还
create table f_resignation_report_goods (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_resignation_report on delete cascade,
  row_no integer not null,
  goods_name text, -- 物品
  qty integer, -- 数量
  returned text, -- 归还状态
  compensate numeric(18,2) -- 应赔金额
);
create index f_resignation_report_goods_parent_idx on f_resignation_report_goods (parent_id, row_no);

-- 岗位调动 (jobTransfer): drafted from its definition.

create table f_job_transfer (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  employee bigint, -- 调动员工
  job_no text, -- 工号
  from_dept text, -- 原部门
  from_position text, -- 原岗位
  transfer_type text, -- 调动类型
  transfer_reason text, -- 调动原因
  reason_detail text, -- 原因说明
  to_dept text, -- 调入部门
  to_project text, -- 调入项目
  to_position text, -- 调入岗位
  to_manager bigint, -- 调入方负责人
  effective_date date, -- 调动生效日期
  back_date date, -- 借调/支援结束日期
  handover_to bigint, -- 工作接手人
  handover_deadline date, -- 交接完成期限
  cert_matched text, -- 证书是否满足调入岗位
  old_salary numeric(18,2), -- 原月薪
  new_salary numeric(18,2), -- 调整后月薪
  out_subsidy numeric(18,2), -- 异地驻点补贴（元/月）
  need_house boolean, -- 调入地是否需安排住宿
  travel_fee numeric(18,2), -- 预计搬迁交通费
  salary_change numeric(18,2), -- 月薪变动额
  monthly_cost_change numeric(18,2), -- 月人工成本变动
  handover_count integer, -- 交接项数
  vacancy_plan text, -- 缺编补充方案
  accept_opinion text, -- 接收意见
  arrival_post text, -- 到岗班次安排
  contract_change text, -- 劳动合同处理
  insurance_move text, -- 社保公积金转移
  handover_done date, -- 交接完成日期
  left_matters text, -- 遗留事项
  handover_sign jsonb -- 接手人签字
);

create index f_job_transfer_applicant_created_at_id_idx on f_job_transfer (applicant, created_at, id);
create index f_job_transfer_status_created_at_id_idx on f_job_transfer (status, created_at, id);
create index f_job_transfer_applicant_dept_created_at_id_idx on f_job_transfer (applicant_dept, created_at, id);
create index f_job_transfer_created_at_id_idx on f_job_transfer (created_at, id);
create index f_job_transfer_project_created_at_id_idx on f_job_transfer (project, created_at, id);
create index f_job_transfer_to_project_created_at_id_idx on f_job_transfer (to_project, created_at, id);
create index f_job_transfer_employee_idx on f_job_transfer (employee);
create index f_job_transfer_effective_date_idx on f_job_transfer (effective_date);

create trigger f_job_transfer_added after insert on f_job_transfer referencing new table as changed
  for each statement execute function form_changed('jobTransfer');
create trigger f_job_transfer_changed after update on f_job_transfer referencing new table as changed
  for each statement execute function form_changed('jobTransfer');
create trigger f_job_transfer_removed after delete on f_job_transfer referencing old table as changed
  for each statement execute function form_changed('jobTransfer');

-- 工作与财物交接清单
create table f_job_transfer_handovers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_job_transfer on delete cascade,
  row_no integer not null,
  item text, -- 交接事项
  quantity numeric(20,1), -- 数量
  detail_note text, -- 内容与状态
  receiver bigint, -- 接收人
  finish_date date -- 计划完成日期
);
create index f_job_transfer_handovers_parent_idx on f_job_transfer_handovers (parent_id, row_no);

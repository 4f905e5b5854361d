-- 保养外包合同 (maintain): drafted from its definition.

create table f_maintain (
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
  supplier bigint, -- 供应商
  maintain_scope text[], -- 保养范围
  contract_year integer, -- 保养年度（年）
  start_date date, -- 开始日期
  end_date date, -- 结束日期
  include_parts text, -- 材料承包方式
  free_part_limit numeric(18,2), -- 单次免费材料限额（元）
  emergency_times integer, -- 含应急上门次数（次）
  emergency_hours integer, -- 应急到场时限（h）
  cert_require text[], -- 上岗证要求
  insurance numeric(18,2), -- 雇主或意外险保额（元/人）
  last_score numeric(20,1), -- 上年保养考核分（分）
  last_year_amount numeric(18,2), -- 上年合同额（元）
  miss_penalty numeric(18,2), -- 漏保扣款（元/次）
  pass_line integer, -- 考核合格线（分）
  settle_cycle text, -- 结算周期
  tax_rate numeric(12,4), -- 税率
  plan_file jsonb, -- 保养方案与报价
  contract_amount numeric(18,2), -- 年度合同额（元）
  total_times integer, -- 总台次（台次）
  rise_rate numeric(12,4), -- 较上年增幅
  site_opinion text, -- 保养必要性意见
  sign_date date, -- 签订日期
  signed_file jsonb -- 盖章合同
);

create index f_maintain_applicant_created_at_id_idx on f_maintain (applicant, created_at, id);
create index f_maintain_status_created_at_id_idx on f_maintain (status, created_at, id);
create index f_maintain_applicant_dept_created_at_id_idx on f_maintain (applicant_dept, created_at, id);
create index f_maintain_created_at_id_idx on f_maintain (created_at, id);
create index f_maintain_project_created_at_id_idx on f_maintain (project, created_at, id);
create index f_maintain_supplier_idx on f_maintain (supplier);
create index f_maintain_end_date_idx on f_maintain (end_date);

create trigger f_maintain_added after insert on f_maintain referencing new table as changed
  for each statement execute function form_changed('maintain');
create trigger f_maintain_changed after update on f_maintain referencing new table as changed
  for each statement execute function form_changed('maintain');
create trigger f_maintain_removed after delete on f_maintain referencing old table as changed
  for each statement execute function form_changed('maintain');

-- 保养计划
create table f_maintain_plans (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_maintain on delete cascade,
  row_no integer not null,
  device_kind text, -- 设备
  device_count integer, -- 台数（台）
  content text, -- 保养内容
  months text, -- 计划月份
  times_per_year integer, -- 年次数（次）
  time_price numeric(18,2), -- 单台次价（元）
  plan_times integer, -- 台次合计
  plan_amount numeric(18,2) -- 金额
);
create index f_maintain_plans_parent_idx on f_maintain_plans (parent_id, row_no);

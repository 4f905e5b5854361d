-- 运营主合同 (operateMainContract): drafted from its definition.

create table f_operate_main_contract (
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
  main_no text, -- 主合同编号
  client_name text, -- 委托方
  client_kind text, -- 委托方类型
  sign_company text, -- 我方签约主体
  trustee_mode text, -- 托管方式
  obtain_way text, -- 取得方式
  bid_summary bigint, -- 投标总结
  begin_date date, -- 服务开始
  finish_date date, -- 服务结束
  service_months integer, -- 服务月数（月）
  air_area numeric(20,2), -- 空调面积（m²）
  include_energy boolean, -- 含能源费
  include_water boolean, -- 含水处理
  part_limit numeric(18,2), -- 单件备件我方承担限额（元）
  year_part_cap numeric(18,2), -- 年度备件总限额（元/年）
  energy_target numeric(20,2), -- 能耗考核指标（kWh/m²·年）
  over_energy_bear text, -- 超耗承担
  repair_hours numeric(20,1), -- 故障到场时限（h）
  uptime_rate numeric(12,4), -- 设备完好率指标
  satisfy_line numeric(12,4), -- 满意度指标
  assess_cap numeric(12,4), -- 年考核扣款上限
  perform_bond numeric(18,2), -- 履约保证金（元）
  bond_return date, -- 保证金退还日期
  tax_rate numeric(12,4), -- 税率
  main_text jsonb, -- 合同文本
  year_amount numeric(18,2), -- 年服务费（元）
  total_amount numeric(18,2), -- 合同总额（元）
  head_total integer, -- 驻场人数（人）
  year_labor numeric(18,2), -- 年人工成本（元）
  labor_rate numeric(12,4), -- 人工成本占比
  fee_per_area numeric(20,2), -- 单方年费（元/m²）
  staffing_plan text, -- 人员与接管安排
  legal_opinion text, -- 法务意见
  gross_margin numeric(12,4), -- 测算毛利率
  sign_date date, -- 签订日期
  signed_file jsonb -- 双方盖章件
);

create index f_operate_main_contract_applicant_created_at_id_idx on f_operate_main_contract (applicant, created_at, id);
create index f_operate_main_contract_status_created_at_id_idx on f_operate_main_contract (status, created_at, id);
create index f_operate_main_contract_applicant_dept_created_at_id_idx on f_operate_main_contract (applicant_dept, created_at, id);
create index f_operate_main_contract_created_at_id_idx on f_operate_main_contract (created_at, id);
create index f_operate_main_contract_project_created_at_id_idx on f_operate_main_contract (project, created_at, id);
create index f_operate_main_contract_finish_date_idx on f_operate_main_contract (finish_date);
create index f_operate_main_contract_sign_date_idx on f_operate_main_contract (sign_date);
create unique index f_operate_main_contract_main_no_live on f_operate_main_contract (main_no) where status in ('running', 'returned', 'approved');

create trigger f_operate_main_contract_added after insert on f_operate_main_contract referencing new table as changed
  for each statement execute function form_changed('operateMainContract');
create trigger f_operate_main_contract_changed after update on f_operate_main_contract referencing new table as changed
  for each statement execute function form_changed('operateMainContract');
create trigger f_operate_main_contract_removed after delete on f_operate_main_contract referencing old table as changed
  for each statement execute function form_changed('operateMainContract');

-- 托管设备
create table f_operate_main_contract_devices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_main_contract on delete cascade,
  row_no integer not null,
  device_kind text, -- 设备
  device_model text, -- 型号
  device_count integer, -- 数量（台）
  use_year integer, -- 投用年份
  condition text -- 接管状况
);
create index f_operate_main_contract_devices_parent_idx on f_operate_main_contract_devices (parent_id, row_no);

-- 驻场岗位
create table f_operate_main_contract_staffs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_main_contract on delete cascade,
  row_no integer not null,
  staff_post text, -- 岗位
  headcount integer, -- 人数（人）
  month_cost numeric(18,2), -- 人均月成本（元/月）
  staff_cost numeric(18,2) -- 岗位月成本
);
create index f_operate_main_contract_staffs_parent_idx on f_operate_main_contract_staffs (parent_id, row_no);

-- 服务费与收款
create table f_operate_main_contract_fees (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_main_contract on delete cascade,
  row_no integer not null,
  fee_item text, -- 费用项
  year_fee numeric(18,2), -- 年费（元/年）
  pay_cycle text, -- 收款周期
  pay_day integer -- 约定收款日
);
create index f_operate_main_contract_fees_parent_idx on f_operate_main_contract_fees (parent_id, row_no);

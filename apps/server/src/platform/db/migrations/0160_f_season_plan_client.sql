-- 季度计划(客户) (seasonPlanClient): drafted from its definition.

create table f_season_plan_client (
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
  contract text, -- 合同
  plan_year integer, -- 年度（年）
  quarter text, -- 季度
  season_mode text, -- 供能安排
  customer_name text, -- 客户名称
  supply_start date, -- 供能开始日期
  supply_end date, -- 供能结束日期
  daily_open text, -- 每日开机时间
  daily_close text, -- 每日停机时间
  night_supply boolean, -- 夜间供能
  indoor_low numeric(20,1), -- 承诺室温下限（℃）
  indoor_high numeric(20,1), -- 承诺室温上限（℃）
  hot_water_temp numeric(20,1), -- 卫生热水温度（℃）
  last_run_hours numeric(20,1), -- 上季主机运行（h）
  last_cooling numeric(20,2), -- 上季供冷供热量（kWh）
  last_repairs integer, -- 上季报修数（单）
  last_repair_on_time integer, -- 其中及时完成（单）
  last_temp_rate numeric(12,4), -- 上季室温达标率
  last_fee numeric(18,2), -- 上季费用（元）
  last_summary text, -- 上季服务总结
  customer_cooperate text, -- 请客户配合事项
  contingency text, -- 极端天气与停电停气预案
  fee_total numeric(18,2), -- 本季预计费用（元）
  fee_change numeric(12,4), -- 较上季增减
  stop_total numeric(20,1), -- 计划停供时长（h）
  repair_rate numeric(12,4), -- 上季报修及时率
  work_count integer, -- 保养检修项数（项）
  area_opinion text, -- 审核意见
  tech_opinion text, -- 技术意见
  submit_date date, -- 提交客户日期
  client_result text, -- 客户意见
  client_require text, -- 客户补充要求
  client_signer text, -- 客户签字人
  signed_file jsonb -- 签字盖章件
);

create index f_season_plan_client_applicant_created_at_id_idx on f_season_plan_client (applicant, created_at, id);
create index f_season_plan_client_status_created_at_id_idx on f_season_plan_client (status, created_at, id);
create index f_season_plan_client_applicant_dept_created_at_id_idx on f_season_plan_client (applicant_dept, created_at, id);
create index f_season_plan_client_created_at_id_idx on f_season_plan_client (created_at, id);
create index f_season_plan_client_project_created_at_id_idx on f_season_plan_client (project, created_at, id);

create trigger f_season_plan_client_added after insert on f_season_plan_client referencing new table as changed
  for each statement execute function form_changed('seasonPlanClient');
create trigger f_season_plan_client_changed after update on f_season_plan_client referencing new table as changed
  for each statement execute function form_changed('seasonPlanClient');
create trigger f_season_plan_client_removed after delete on f_season_plan_client referencing old table as changed
  for each statement execute function form_changed('seasonPlanClient');

-- 检修保养与停供安排
create table f_season_plan_client_arrangements (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_season_plan_client on delete cascade,
  row_no integer not null,
  work_kind text, -- 工作内容
  scope text, -- 范围
  work_start date, -- 开始日期
  work_end date, -- 结束日期
  stop_supply boolean, -- 影响供能
  stop_hours numeric(20,1), -- 停供时长（h）
  affect_zone text, -- 影响区域
  wrong integer -- 日期有误
);
create index f_season_plan_client_arrangements_parent_idx on f_season_plan_client_arrangements (parent_id, row_no);

-- 分月能耗与费用预估
create table f_season_plan_client_estimates (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_season_plan_client on delete cascade,
  row_no integer not null,
  month text, -- 月份
  energy_item text, -- 费用项目
  last_year_usage numeric(20,2), -- 去年同期用量
  usage numeric(20,2), -- 预计用量
  unit_price numeric(18,4), -- 单价（元）
  fee numeric(18,2) -- 预计费用（元）
);
create index f_season_plan_client_estimates_parent_idx on f_season_plan_client_estimates (parent_id, row_no);

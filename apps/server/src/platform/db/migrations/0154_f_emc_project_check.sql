-- EMC项目检查 (EMCProjectCheck): drafted from its definition.

create table f_emc_project_check (
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
  check_kind text, -- 检查类型
  check_date date, -- 检查日期
  checkers bigint[], -- 检查人员
  site_leader bigint, -- 项目陪同负责人
  run_hours numeric(20,1), -- 主机累计运行（小时）
  vacuum_pressure numeric(20,2), -- 机组不凝气压力(绝压)（kPa）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  exhaust_o2 numeric(20,1), -- 烟气含氧量（%）
  exhaust_co integer, -- 烟气CO（ppm）
  cool_ratio numeric(20,2), -- 冷却水浓缩倍数
  cool_approach numeric(20,1), -- 冷凝器/吸收器端差（℃）
  energy_year numeric(18,2), -- 本季单位面积能耗费用（元/m²）
  energy_goal numeric(18,2), -- 本季单位面积能耗目标（元/m²）
  vacuum_score numeric(20,1), -- 主机真空与溶液管理(满分12)
  burn_score numeric(20,1), -- 燃烧器与燃气系统(满分10)
  water_score numeric(20,1), -- 水质管理(满分10)
  trans_score numeric(20,1), -- 水泵阀门冷却塔等输配(满分10)
  power_score numeric(20,1), -- 配电与自控(满分8)
  meter_score numeric(20,1), -- 计量仪表与抄表数据(满分8)
  energy_score numeric(20,1), -- 能耗指标与运行调节(满分15)
  safety_score numeric(20,1), -- 安全消防与应急(满分12)
  record_score numeric(20,1), -- 运行记录与档案(满分5)
  staff_score numeric(20,1), -- 人员持证与技能(满分5)
  client_score numeric(20,1), -- 客户满意与收费结算(满分5)
  check_photos jsonb, -- 检查照片
  check_summary text, -- 总体评价
  total_score numeric(20,1), -- 检查总分
  energy_deviation numeric(12,4), -- 能耗费用偏差率
  problem_count integer, -- 问题数（项）
  deduct_total numeric(20,1), -- 扣分合计
  confirm_opinion text, -- 确认意见
  objection_note text, -- 异议说明
  grade text, -- 项目检查等级
  reward_punish text, -- 奖惩意见
  rectified_count integer, -- 已整改项数（项）
  rectify_note text, -- 整改情况
  rectify_photos jsonb, -- 整改后照片
  recheck_date date, -- 复核日期
  recheck_result text -- 复核结论
);

create index f_emc_project_check_applicant_created_at_id_idx on f_emc_project_check (applicant, created_at, id);
create index f_emc_project_check_status_created_at_id_idx on f_emc_project_check (status, created_at, id);
create index f_emc_project_check_applicant_dept_created_at_id_idx on f_emc_project_check (applicant_dept, created_at, id);
create index f_emc_project_check_created_at_id_idx on f_emc_project_check (created_at, id);
create index f_emc_project_check_project_created_at_id_idx on f_emc_project_check (project, created_at, id);
create index f_emc_project_check_check_date_idx on f_emc_project_check (check_date);

create trigger f_emc_project_check_added after insert on f_emc_project_check referencing new table as changed
  for each statement execute function form_changed('EMCProjectCheck');
create trigger f_emc_project_check_changed after update on f_emc_project_check referencing new table as changed
  for each statement execute function form_changed('EMCProjectCheck');
create trigger f_emc_project_check_removed after delete on f_emc_project_check referencing old table as changed
  for each statement execute function form_changed('EMCProjectCheck');

-- 问题与整改要求
create table f_emc_project_check_problems (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_project_check on delete cascade,
  row_no integer not null,
  part text, -- 检查部位
  problem text, -- 问题描述
  severity text, -- 严重程度
  deduct numeric(20,1), -- 扣分
  measure text, -- 整改要求
  duty_person bigint, -- 整改责任人
  deadline date, -- 整改期限
  photo jsonb -- 问题照片
);
create index f_emc_project_check_problems_parent_idx on f_emc_project_check_problems (parent_id, row_no);

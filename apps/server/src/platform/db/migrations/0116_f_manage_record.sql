-- 水质管理记录 (manageRecord): drafted from its definition.

create table f_manage_record (
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
  record_month text, -- 管理月份
  season text, -- 运行季节
  service_mode text, -- 水处理方式
  chemical_supplier bigint, -- 药剂服务商
  supplier_visits integer, -- 服务商到场次数（次）
  cooling_volume numeric(20,1), -- 冷却水系统水容量（m³）
  chilled_volume numeric(20,1), -- 冷温水系统水容量（m³）
  cooling_makeup numeric(20,1), -- 冷却水补水量（m³）
  cooling_blowdown numeric(20,1), -- 冷却水排污量（m³）
  chilled_makeup numeric(20,1), -- 冷温水补水量（m³）
  makeup_conductivity numeric(20,1), -- 补充水电导率（μS/cm）
  cooling_conductivity numeric(20,1), -- 冷却水月均电导率（μS/cm）
  ratio_target numeric(20,1), -- 浓缩倍数控制目标（倍）
  dosing_device text, -- 自动加药装置状态
  scale_found boolean, -- 发现结垢腐蚀或藻类
  scale_desc text, -- 结垢腐蚀部位及程度
  scene_photos jsonb, -- 塔盘及取样照片
  concentration_ratio numeric(20,2), -- 冷却水浓缩倍数（倍）
  chilled_loss_rate numeric(12,4), -- 冷温水月补水率
  fail_count integer, -- 不合格系统数（个）
  pass_rate numeric(12,4), -- 检测合格率
  chemical_cost numeric(18,2), -- 本月药剂费（元）
  chemical_cost_per_ton numeric(18,4), -- 吨补水药剂费（元/m³）
  manager_opinion text, -- 现场管理意见
  quality_grade text, -- 水质等级
  adjust_advice text, -- 次月加药排污调整意见
  rectify_measure text, -- 整改措施
  retest_date date, -- 复测日期
  retest_result text -- 复测结论
);

create index f_manage_record_applicant_created_at_id_idx on f_manage_record (applicant, created_at, id);
create index f_manage_record_status_created_at_id_idx on f_manage_record (status, created_at, id);
create index f_manage_record_applicant_dept_created_at_id_idx on f_manage_record (applicant_dept, created_at, id);
create index f_manage_record_created_at_id_idx on f_manage_record (created_at, id);
create index f_manage_record_project_created_at_id_idx on f_manage_record (project, created_at, id);
create index f_manage_record_record_month_idx on f_manage_record (record_month);
create unique index f_manage_record_record_month_live on f_manage_record (record_month) where status in ('running', 'returned', 'approved');

create trigger f_manage_record_added after insert on f_manage_record referencing new table as changed
  for each statement execute function form_changed('manageRecord');
create trigger f_manage_record_changed after update on f_manage_record referencing new table as changed
  for each statement execute function form_changed('manageRecord');
create trigger f_manage_record_removed after delete on f_manage_record referencing old table as changed
  for each statement execute function form_changed('manageRecord');

-- 水质检测数据
create table f_manage_record_tests (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_manage_record on delete cascade,
  row_no integer not null,
  water_system text, -- 水系统
  sample_date date, -- 取样日期
  ph numeric(20,2), -- pH值
  conductivity numeric(20,1), -- 电导率（μS/cm）
  turbidity numeric(20,1), -- 浊度（NTU）
  hardness numeric(20,1), -- 总硬度（以CaCO₃计）（mg/L）
  alkalinity numeric(20,1), -- 总碱度（以CaCO₃计）（mg/L）
  chloride numeric(20,1), -- 氯离子（mg/L）
  total_iron numeric(20,2), -- 总铁（mg/L）
  agent_content numeric(20,1), -- 药剂浓度（mg/L）
  test_result jsonb, -- 判定
  test_fail integer -- 不合格
);
create index f_manage_record_tests_parent_idx on f_manage_record_tests (parent_id, row_no);

-- 本月加药汇总（由水质管理日志合计带出）
create table f_manage_record_dosing (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_manage_record on delete cascade,
  row_no integer not null,
  chemical bigint, -- 药剂
  dosing_system text, -- 投加系统
  quantity numeric(20,2), -- 投加量（kg）
  unit_price numeric(18,4), -- 单价（元/kg）
  amount numeric(18,2) -- 金额（元）
);
create index f_manage_record_dosing_parent_idx on f_manage_record_dosing (parent_id, row_no);

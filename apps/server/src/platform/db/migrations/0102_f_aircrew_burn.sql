-- 机组燃烧检测 (aircrewBurn): drafted from its definition.

create table f_aircrew_burn (
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
  device bigint, -- 设备
  test_reason text, -- 检测原因
  unit_model text, -- 机组型号
  unit_no text, -- 机组编号
  burner_brand text, -- 燃烧机品牌
  burner_model text, -- 燃烧机型号
  fuel text, -- 燃料
  calorific numeric(20,2), -- 燃料低位热值（MJ/m³（油为MJ/kg））
  inlet_pressure numeric(20,2), -- 阀组前供气压力（kPa）
  run_mode text, -- 运行工况
  analyzer text, -- 烟气分析仪型号编号
  analyzer_expire date, -- 分析仪检定有效期
  test_date date, -- 检测日期
  tester bigint, -- 检测人
  last_test bigint, -- 上次检测单
  flame jsonb, -- 燃烧器火焰（颜色形状、无回火脉动）
  ignition jsonb, -- 点火时序与吹扫
  smoke text, -- 林格曼黑度
  adjusted boolean, -- 已做风燃比调校
  adjust_content text, -- 调校内容
  print_slip jsonb, -- 分析仪打印条照片
  average_efficiency numeric(12,4), -- 平均燃烧效率
  average_exhaust numeric(20,1), -- 平均排烟温度（℃）
  bad_points integer, -- 超标测点数（点）
  bad_after_points integer, -- 调校后仍超标（点）
  next_test_date date, -- 下次检测日期
  grade text, -- 燃烧状态评定
  tech_advice text, -- 技术建议
  fix_result text, -- 整改结果
  fix_date date -- 整改完成日期
);

create index f_aircrew_burn_applicant_created_at_id_idx on f_aircrew_burn (applicant, created_at, id);
create index f_aircrew_burn_status_created_at_id_idx on f_aircrew_burn (status, created_at, id);
create index f_aircrew_burn_applicant_dept_created_at_id_idx on f_aircrew_burn (applicant_dept, created_at, id);
create index f_aircrew_burn_created_at_id_idx on f_aircrew_burn (created_at, id);
create index f_aircrew_burn_project_created_at_id_idx on f_aircrew_burn (project, created_at, id);
create index f_aircrew_burn_device_idx on f_aircrew_burn (device);
create index f_aircrew_burn_test_date_idx on f_aircrew_burn (test_date);

create trigger f_aircrew_burn_added after insert on f_aircrew_burn referencing new table as changed
  for each statement execute function form_changed('aircrewBurn');
create trigger f_aircrew_burn_changed after update on f_aircrew_burn referencing new table as changed
  for each statement execute function form_changed('aircrewBurn');
create trigger f_aircrew_burn_removed after delete on f_aircrew_burn referencing old table as changed
  for each statement execute function form_changed('aircrewBurn');

-- 分档烟气测试
create table f_aircrew_burn_points (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_aircrew_burn on delete cascade,
  row_no integer not null,
  stage text, -- 测试时机
  load text, -- 火焰档位
  fuel_flow numeric(20,2), -- 燃料流量（m³/h）
  gas_pressure numeric(20,2), -- 喷嘴前燃气压力（kPa）
  damper numeric(12,4), -- 风门开度
  furnace_pressure integer, -- 炉膛压力（Pa）
  air_temp numeric(20,1), -- 助燃空气温度（℃）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  o2 numeric(20,1), -- 含氧量O2（%）
  co2 numeric(20,1), -- 二氧化碳CO2（%）
  co integer, -- 一氧化碳CO（ppm）
  nox integer, -- 氮氧化物NOx（ppm）
  coef_a numeric(20,3), -- 燃料系数A2
  coef_b numeric(20,4), -- 燃料系数B
  excess_air numeric(20,2), -- 过量空气系数
  nox_converted numeric(20,1), -- 折算NOx（3.5%氧）（mg/m³）
  heat_loss numeric(12,4), -- 排烟热损失
  efficiency numeric(12,4), -- 燃烧效率
  bad integer, -- 超标点
  bad_after integer, -- 调校后超标
  is_after integer -- 调校后测点
);
create index f_aircrew_burn_points_parent_idx on f_aircrew_burn_points (parent_id, row_no);

-- 机组真空检测 (aircrewVacuum): drafted from its definition.

create table f_aircrew_vacuum (
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
  device bigint, -- 设备
  unit_model text, -- 机组型号
  unit_no text, -- 机组编号
  test_type text, -- 检测类别
  unit_state text, -- 机组状态
  gauge_type text, -- 测量仪表
  tester bigint, -- 检测人
  start_time timestamptz, -- 初读时间
  end_time timestamptz, -- 终读时间
  hold_hours numeric(20,1), -- 保压时长（h）
  start_pressure numeric(20,1), -- 初始绝对压力（Pa）
  start_temp numeric(20,1), -- 初始环境温度（℃）
  end_pressure numeric(20,1), -- 终了绝对压力（Pa）
  end_temp numeric(20,1), -- 终了环境温度（℃）
  bubble_count integer, -- 抽气气泡数（个/min）
  pump_limit numeric(20,1), -- 真空泵极限真空（Pa）
  pump_oil jsonb, -- 真空泵油（无乳化、油位正常）
  purge_device jsonb, -- 自动抽气装置与储气室
  palladium jsonb, -- 钯膜排氢装置
  sight_glass jsonb, -- 视镜、隔膜阀、取样阀密封
  gauge_photos jsonb, -- 仪表读数照片
  corrected_rise numeric(20,1), -- 温度修正后压力回升（Pa）
  day_rise numeric(20,1), -- 折算24小时回升（Pa）
  leak_count integer, -- 漏点数（处）
  pending_leaks integer, -- 待处理漏点（处）
  pump_times integer, -- 抽气次数（次）
  next_test_date date, -- 下次检测日期
  vacuum_grade text, -- 气密性评定
  vacuum_advice text, -- 处理建议
  repair_plan text, -- 检修方案
  repair_result text, -- 处理结果
  recheck_rise numeric(20,1), -- 复检24小时回升（Pa）
  repair_cost numeric(18,2) -- 处理费用（元）
);

create index f_aircrew_vacuum_applicant_created_at_id_idx on f_aircrew_vacuum (applicant, created_at, id);
create index f_aircrew_vacuum_status_created_at_id_idx on f_aircrew_vacuum (status, created_at, id);
create index f_aircrew_vacuum_applicant_dept_created_at_id_idx on f_aircrew_vacuum (applicant_dept, created_at, id);
create index f_aircrew_vacuum_created_at_id_idx on f_aircrew_vacuum (created_at, id);
create index f_aircrew_vacuum_project_created_at_id_idx on f_aircrew_vacuum (project, created_at, id);
create index f_aircrew_vacuum_device_idx on f_aircrew_vacuum (device);
create index f_aircrew_vacuum_start_time_idx on f_aircrew_vacuum (start_time);

create trigger f_aircrew_vacuum_added after insert on f_aircrew_vacuum referencing new table as changed
  for each statement execute function form_changed('aircrewVacuum');
create trigger f_aircrew_vacuum_changed after update on f_aircrew_vacuum referencing new table as changed
  for each statement execute function form_changed('aircrewVacuum');
create trigger f_aircrew_vacuum_removed after delete on f_aircrew_vacuum referencing old table as changed
  for each statement execute function form_changed('aircrewVacuum');

-- 抽真空记录
create table f_aircrew_vacuum_pumpings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_aircrew_vacuum on delete cascade,
  row_no integer not null,
  pump_start timestamptz, -- 开始时间
  pump_end timestamptz, -- 结束时间
  pump_part text, -- 抽气部位
  before_pressure numeric(20,1), -- 抽前压力（Pa）
  after_pressure numeric(20,1), -- 抽后压力（Pa）
  drop numeric(20,1), -- 压降（Pa）
  wrong integer -- 时间有误
);
create index f_aircrew_vacuum_pumpings_parent_idx on f_aircrew_vacuum_pumpings (parent_id, row_no);

-- 检漏记录
create table f_aircrew_vacuum_leak_points (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_aircrew_vacuum on delete cascade,
  row_no integer not null,
  part text, -- 检漏部位
  method text, -- 检漏方法
  test_pressure numeric(20,3), -- 检漏正压（MPa）
  leaking boolean, -- 有泄漏
  repair text, -- 处理方法
  leak integer, -- 漏点
  pending integer -- 待处理漏点
);
create index f_aircrew_vacuum_leak_points_parent_idx on f_aircrew_vacuum_leak_points (parent_id, row_no);

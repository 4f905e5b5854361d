-- 消防专项检查 (specialFireSafetyCheck): drafted from its definition.

create table f_special_fire_safety_check (
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
  period text, -- 检查周期
  check_date date, -- 检查日期
  places text[], -- 检查部位
  fire_owner bigint, -- 项目消防责任人
  maintain_unit bigint, -- 消防维保单位
  host_state text, -- 火灾报警主机状态
  shield_points integer, -- 屏蔽点位数（个）
  hydrant_pressure numeric(20,2), -- 室内消火栓栓口静压（MPa）
  tank_level numeric(20,2), -- 消防水箱液位（m）
  detector_tested integer, -- 抽测烟温感数量（只）
  detector_normal integer, -- 报警正常数量（只）
  gas_linkage jsonb, -- 燃气报警切断及排风联动
  passage_width numeric(20,2), -- 疏散通道最小净宽（m）
  emergency_light_minutes integer, -- 应急照明持续时间（min）
  extinguisher_total integer, -- 灭火器应配总数（具）
  extinguisher_lack integer, -- 灭火器缺失失效（具）
  detector_rate numeric(12,4), -- 探测器完好率
  facility_bad integer, -- 设施不合格项（项）
  supplement_plan text, -- 补配与维修计划
  supplement_cost numeric(18,2), -- 预计费用（元）
  close_date date, -- 销项日期
  close_photos jsonb -- 销项照片
);

create index f_special_fire_safety_check_applicant_created_at_id_idx on f_special_fire_safety_check (applicant, created_at, id);
create index f_special_fire_safety_check_status_created_at_id_idx on f_special_fire_safety_check (status, created_at, id);
create index f_special_fire_safety_check_applicant_dept_created_at_id_idx on f_special_fire_safety_check (applicant_dept, created_at, id);
create index f_special_fire_safety_check_created_at_id_idx on f_special_fire_safety_check (created_at, id);
create index f_special_fire_safety_check_project_created_at_id_idx on f_special_fire_safety_check (project, created_at, id);
create index f_special_fire_safety_check_check_date_idx on f_special_fire_safety_check (check_date);

create trigger f_special_fire_safety_check_added after insert on f_special_fire_safety_check referencing new table as changed
  for each statement execute function form_changed('specialFireSafetyCheck');
create trigger f_special_fire_safety_check_changed after update on f_special_fire_safety_check referencing new table as changed
  for each statement execute function form_changed('specialFireSafetyCheck');
create trigger f_special_fire_safety_check_removed after delete on f_special_fire_safety_check referencing old table as changed
  for each statement execute function form_changed('specialFireSafetyCheck');

-- 灭火器清点
create table f_special_fire_safety_check_extinguishers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_special_fire_safety_check on delete cascade,
  row_no integer not null,
  kind text, -- 规格
  location text, -- 放置位置
  quantity integer, -- 应配数量（具）
  valid integer, -- 有效数量（具）
  pressure_zone text, -- 压力指针
  expire_date date, -- 维修或报废到期日
  lack integer -- 缺失或失效（具）
);
create index f_special_fire_safety_check_extinguishers_parent_idx on f_special_fire_safety_check_extinguishers (parent_id, row_no);

-- 消防设施检查
create table f_special_fire_safety_check_facilities (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_special_fire_safety_check on delete cascade,
  row_no integer not null,
  item text, -- 检查项
  result jsonb, -- 检查结果
  fix_user bigint, -- 整改人
  fix_before date, -- 整改期限
  bad integer -- 不合格
);
create index f_special_fire_safety_check_facilities_parent_idx on f_special_fire_safety_check_facilities (parent_id, row_no);

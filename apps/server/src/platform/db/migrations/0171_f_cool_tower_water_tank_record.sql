-- 冷却塔水箱清洗记录 (coolTowerWaterTankRecord): drafted from its definition.

create table f_cool_tower_water_tank_record (
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
  clean_reason text, -- 清洗原因
  clean_start timestamptz, -- 清洗开始时间
  clean_end timestamptz, -- 清洗结束时间
  executor_type text, -- 实施方式
  cleaner bigint, -- 外包单位
  clean_fee numeric(18,2), -- 清洗费用（元）
  workers text, -- 作业人员
  guardian bigint, -- 现场监护人
  lockout boolean, -- 风机断电挂牌
  confined_space boolean, -- 进入有限空间作业
  oxygen numeric(20,1), -- 作业前氧含量（%）
  work_permit jsonb, -- 有限空间作业票
  height_work boolean, -- 高处作业系挂安全带
  disinfectant bigint, -- 消毒药剂
  disinfect_kg numeric(20,2), -- 消毒药剂用量（kg）
  chlorine numeric(20,1), -- 消毒余氯浓度（mg/L）
  contact_minutes integer, -- 消毒浸泡时间（min）
  drain_volume numeric(20,1), -- 排放水量（m³）
  refill_volume numeric(20,1), -- 重新补水量（m³）
  object_count integer, -- 清洗数量（台）
  fail_parts integer, -- 不合格部位合计（处）
  clean_hours numeric(20,1), -- 清洗用时（h）
  fee_per_unit numeric(18,2), -- 单台清洗费（元/台）
  accept_result text, -- 验收结论
  next_clean_date date, -- 下次清洗日期
  after_turbidity numeric(20,1), -- 清洗后浊度（NTU）
  review_advice text, -- 复核意见
  invoice_received boolean -- 已收发票
);

create index f_cool_tower_water_tank_record_applicant_created_at_id_idx on f_cool_tower_water_tank_record (applicant, created_at, id);
create index f_cool_tower_water_tank_record_status_created_at_id_idx on f_cool_tower_water_tank_record (status, created_at, id);
create index f_cool_tower_water_tank_record_applicant_dept_create_1usvqqm on f_cool_tower_water_tank_record (applicant_dept, created_at, id);
create index f_cool_tower_water_tank_record_created_at_id_idx on f_cool_tower_water_tank_record (created_at, id);
create index f_cool_tower_water_tank_record_project_created_at_id_idx on f_cool_tower_water_tank_record (project, created_at, id);
create index f_cool_tower_water_tank_record_clean_start_idx on f_cool_tower_water_tank_record (clean_start);

create trigger f_cool_tower_water_tank_record_added after insert on f_cool_tower_water_tank_record referencing new table as changed
  for each statement execute function form_changed('coolTowerWaterTankRecord');
create trigger f_cool_tower_water_tank_record_changed after update on f_cool_tower_water_tank_record referencing new table as changed
  for each statement execute function form_changed('coolTowerWaterTankRecord');
create trigger f_cool_tower_water_tank_record_removed after delete on f_cool_tower_water_tank_record referencing old table as changed
  for each statement execute function form_changed('coolTowerWaterTankRecord');

-- 清洗对象
create table f_cool_tower_water_tank_record_objects (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_cool_tower_water_tank_record on delete cascade,
  row_no integer not null,
  equipment bigint, -- 冷却塔或水箱
  object_type text, -- 类别
  last_clean date, -- 上次清洗日期
  scale_thickness numeric(20,1), -- 清洗前垢厚（mm）
  basin jsonb, -- 集水盘或箱体
  filler jsonb, -- 填料
  sprinkler jsonb, -- 布水器及喷头
  float_valve jsonb, -- 浮球阀及溢流管
  fan_belt jsonb, -- 风机皮带与减速机
  strainer jsonb, -- 出水过滤网
  before_photo jsonb, -- 清洗前照片
  after_photo jsonb, -- 清洗后照片
  object_fail integer -- 不合格部位数
);
create index f_cool_tower_water_tank_record_objects_parent_idx on f_cool_tower_water_tank_record_objects (parent_id, row_no);

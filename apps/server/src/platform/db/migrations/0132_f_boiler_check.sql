-- 锅炉检查 (boilerCheck): drafted from its definition.

create table f_boiler_check (
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
  boiler_kind text, -- 锅炉类型
  rated_power numeric(20,2), -- 额定热功率（MW）
  check_date date, -- 检查日期
  stoker bigint, -- 当班司炉
  run_hours numeric(20,1), -- 累计运行时间（h）
  rated_pressure numeric(20,2), -- 额定工作压力（MPa）
  work_pressure numeric(20,2), -- 运行压力（MPa）
  outlet_temp numeric(20,1), -- 出水（汽）温度（℃）
  return_temp numeric(20,1), -- 回水（给水）温度（℃）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  exhaust_o2 numeric(20,1), -- 排烟含氧量（%）
  co_ppm integer, -- 一氧化碳（ppm）
  nox numeric(20,1), -- 氮氧化物（mg/m³）
  feed_hardness numeric(20,3), -- 给水硬度（mmol/L）
  boiler_ph numeric(20,1), -- 锅水pH
  alkalinity numeric(20,1), -- 锅水碱度（mmol/L）
  blowdown integer, -- 本班排污次数（次）
  outer_inspect date, -- 下次外部检验日期
  inner_inspect date, -- 下次内部检验日期
  valve_expire date, -- 安全阀校验有效期
  conclusion text, -- 检查结论
  temp_diff numeric(20,1), -- 供回水温差（℃）
  excess_air numeric(20,2), -- 过量空气系数
  nox_converted numeric(20,1), -- 折算氮氧化物（3.5%氧）（mg/m³）
  bad_count integer, -- 不合格项（项）
  handle_measure text, -- 处理措施
  repair_finish timestamptz, -- 消缺完成时间
  tech_advice text -- 技术意见
);

create index f_boiler_check_applicant_created_at_id_idx on f_boiler_check (applicant, created_at, id);
create index f_boiler_check_status_created_at_id_idx on f_boiler_check (status, created_at, id);
create index f_boiler_check_applicant_dept_created_at_id_idx on f_boiler_check (applicant_dept, created_at, id);
create index f_boiler_check_created_at_id_idx on f_boiler_check (created_at, id);
create index f_boiler_check_project_created_at_id_idx on f_boiler_check (project, created_at, id);
create index f_boiler_check_device_idx on f_boiler_check (device);
create index f_boiler_check_check_date_idx on f_boiler_check (check_date);

create trigger f_boiler_check_added after insert on f_boiler_check referencing new table as changed
  for each statement execute function form_changed('boilerCheck');
create trigger f_boiler_check_changed after update on f_boiler_check referencing new table as changed
  for each statement execute function form_changed('boilerCheck');
create trigger f_boiler_check_removed after delete on f_boiler_check referencing old table as changed
  for each statement execute function form_changed('boilerCheck');

-- 锅炉本体与保护检查
create table f_boiler_check_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_boiler_check on delete cascade,
  row_no integer not null,
  item text, -- 检查项
  result jsonb, -- 结果
  action_value text, -- 动作值
  bad integer -- 不合格
);
create index f_boiler_check_items_parent_idx on f_boiler_check_items (parent_id, row_no);

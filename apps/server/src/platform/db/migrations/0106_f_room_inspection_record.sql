-- 机房巡检记录 (roomInspectionRecord): drafted from its definition.

create table f_room_inspection_record (
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
  inspect_time timestamptz, -- 巡检时间
  shift text, -- 班次
  machine_room text, -- 机房
  run_mode text, -- 运行模式
  outdoor_temp numeric(20,1), -- 室外温度（℃）
  outdoor_humidity numeric(12,4), -- 室外湿度
  room_temp numeric(20,1), -- 机房温度（℃）
  gas_concentration numeric(20,1), -- 燃气浓度（%LEL）
  gas_pressure numeric(20,1), -- 燃气进口压力（kPa）
  sys_pressure numeric(20,2), -- 冷温水系统定压（MPa）
  supply_temp numeric(20,1), -- 总管供水温度（℃）
  return_temp numeric(20,1), -- 总管回水温度（℃）
  gas_alarm jsonb, -- 燃气报警器
  vent_fan jsonb, -- 事故排风机
  power_cabinet jsonb, -- 配电柜与电缆
  ground_water jsonb, -- 地面积水与集水坑泵
  fire_equip jsonb, -- 灭火器与应急灯
  tower_state jsonb, -- 冷却塔
  leak_state jsonb, -- 跑冒滴漏
  handover_note text, -- 交接班事项
  successor bigint, -- 接班人
  host_abnormal_count integer, -- 主机异常台数（台）
  site_fail_count integer, -- 现场不合格项（项）
  main_delta numeric(20,1), -- 总管温差（℃）
  takeover_ok boolean, -- 现场与记录一致
  takeover_note text, -- 接班补充
  dispose text, -- 处理措施
  to_repair boolean, -- 转维修
  safety_dispose text -- 燃气安全处置
);

create index f_room_inspection_record_applicant_created_at_id_idx on f_room_inspection_record (applicant, created_at, id);
create index f_room_inspection_record_status_created_at_id_idx on f_room_inspection_record (status, created_at, id);
create index f_room_inspection_record_applicant_dept_created_at_id_idx on f_room_inspection_record (applicant_dept, created_at, id);
create index f_room_inspection_record_created_at_id_idx on f_room_inspection_record (created_at, id);
create index f_room_inspection_record_project_created_at_id_idx on f_room_inspection_record (project, created_at, id);
create index f_room_inspection_record_inspect_time_idx on f_room_inspection_record (inspect_time);

create trigger f_room_inspection_record_added after insert on f_room_inspection_record referencing new table as changed
  for each statement execute function form_changed('roomInspectionRecord');
create trigger f_room_inspection_record_changed after update on f_room_inspection_record referencing new table as changed
  for each statement execute function form_changed('roomInspectionRecord');
create trigger f_room_inspection_record_removed after delete on f_room_inspection_record referencing old table as changed
  for each statement execute function form_changed('roomInspectionRecord');

-- 主机参数
create table f_room_inspection_record_hosts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_room_inspection_record on delete cascade,
  row_no integer not null,
  host bigint, -- 主机
  host_state text, -- 状态
  fire_rate numeric(12,4), -- 燃烧负荷
  chilled_in numeric(20,1), -- 冷温水进口（℃）
  chilled_out numeric(20,1), -- 冷温水出口（℃）
  cooling_in numeric(20,1), -- 冷却水进口（℃）
  cooling_out numeric(20,1), -- 冷却水出口（℃）
  high_gen_temp numeric(20,1), -- 高发温度（℃）
  high_gen_pressure numeric(20,1), -- 高发压力（kPa）
  exhaust_temp numeric(20,0), -- 排烟温度（℃）
  air_tank_pressure numeric(20,1), -- 自抽贮气压力（kPa）
  pump_current numeric(20,1), -- 溶液泵电流（A）
  flame jsonb, -- 火焰形态
  host_abnormal integer -- 异常
);
create index f_room_inspection_record_hosts_parent_idx on f_room_inspection_record_hosts (parent_id, row_no);

-- 水泵参数
create table f_room_inspection_record_pumps (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_room_inspection_record on delete cascade,
  row_no integer not null,
  pump bigint, -- 水泵
  pump_hz numeric(20,1), -- 频率（Hz）
  pump_amp numeric(20,1), -- 电流（A）
  pump_in numeric(20,2), -- 进口压力（MPa）
  pump_out numeric(20,2), -- 出口压力（MPa）
  pump_ok jsonb -- 振动声音密封
);
create index f_room_inspection_record_pumps_parent_idx on f_room_inspection_record_pumps (parent_id, row_no);

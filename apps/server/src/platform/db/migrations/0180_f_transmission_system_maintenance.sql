-- 输配系统保养 (transmissionSystemMaintenance): drafted from its definition.

create table f_transmission_system_maintenance (
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
  loop text, -- 所属环路
  maintain_cycle text, -- 保养周期
  maintain_date date, -- 保养日期
  maintainers bigint[], -- 保养人员
  out_unit bigint, -- 外委单位
  out_fee numeric(18,2), -- 外委费（元）
  expansion_type text, -- 定压方式
  set_pressure numeric(20,3), -- 定压设定值（MPa）
  actual_pressure numeric(20,3), -- 定压实测值（MPa）
  bladder_pressure numeric(20,3), -- 气囊预充压力（MPa）
  air_vent jsonb, -- 自动排气阀
  soft_joint jsonb, -- 软接头老化鼓包
  pipe_insulation jsonb, -- 管道保温与防腐
  hanger jsonb, -- 支吊架与减振
  leak_points integer, -- 漏点数（处）
  leak_desc text, -- 漏点位置及处理
  site_photos jsonb, -- 保养照片
  pump_count integer, -- 保养水泵台数（台）
  strainer_count integer, -- 清洗过滤器数（个）
  power_total numeric(20,1), -- 水泵总功率（kW）
  dp_saved numeric(20,1), -- 过滤器压差累计下降（kPa）
  fail_parts integer, -- 不合格项数（项）
  accept_opinion text, -- 验收意见
  next_maintain date, -- 下次保养日期
  saving_advice text -- 节能与维修建议
);

create index f_transmission_system_maintenance_applicant_created__55x98w on f_transmission_system_maintenance (applicant, created_at, id);
create index f_transmission_system_maintenance_status_created_at_id_idx on f_transmission_system_maintenance (status, created_at, id);
create index f_transmission_system_maintenance_applicant_dept_cre_cisno2 on f_transmission_system_maintenance (applicant_dept, created_at, id);
create index f_transmission_system_maintenance_created_at_id_idx on f_transmission_system_maintenance (created_at, id);
create index f_transmission_system_maintenance_project_created_at_id_idx on f_transmission_system_maintenance (project, created_at, id);
create index f_transmission_system_maintenance_maintain_date_idx on f_transmission_system_maintenance (maintain_date);

create trigger f_transmission_system_maintenance_added after insert on f_transmission_system_maintenance referencing new table as changed
  for each statement execute function form_changed('transmissionSystemMaintenance');
create trigger f_transmission_system_maintenance_changed after update on f_transmission_system_maintenance referencing new table as changed
  for each statement execute function form_changed('transmissionSystemMaintenance');
create trigger f_transmission_system_maintenance_removed after delete on f_transmission_system_maintenance referencing old table as changed
  for each statement execute function form_changed('transmissionSystemMaintenance');

-- 水泵
create table f_transmission_system_maintenance_pumps (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_transmission_system_maintenance on delete cascade,
  row_no integer not null,
  pump bigint, -- 水泵
  frequency numeric(20,1), -- 运行频率（Hz）
  flow numeric(20,1), -- 流量（m³/h）
  in_pressure numeric(20,3), -- 进口压力（MPa）
  out_pressure numeric(20,3), -- 出口压力（MPa）
  power numeric(20,1), -- 输入功率（kW）
  head numeric(20,1), -- 扬程（m）
  efficiency numeric(12,4), -- 机组效率
  seal_leak jsonb, -- 机械密封
  lubricate jsonb, -- 轴承润滑
  alignment jsonb, -- 联轴器对中
  check_valve jsonb, -- 止回阀
  pump_fail integer -- 不合格项
);
create index f_transmission_system_maintenance_pumps_parent_idx on f_transmission_system_maintenance_pumps (parent_id, row_no);

-- 过滤器清洗
create table f_transmission_system_maintenance_strainers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_transmission_system_maintenance on delete cascade,
  row_no integer not null,
  strainer_place text, -- 位置
  strainer_dn integer, -- 公称直径DN（mm）
  dp_before numeric(20,1), -- 清洗前压差（kPa）
  dp_after numeric(20,1), -- 清洗后压差（kPa）
  dirt text, -- 杂质
  screen_ok jsonb -- 滤网完好
);
create index f_transmission_system_maintenance_strainers_parent_idx on f_transmission_system_maintenance_strainers (parent_id, row_no);

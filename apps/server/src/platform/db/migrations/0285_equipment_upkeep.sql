-- 设备保养记录 (equipmentMaintenanceRecord): drafted from its definition.

create table f_equipment_maintenance_record (
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
  equipment bigint, -- 设备
  equipment_type text, -- 设备类别
  model text, -- 规格型号
  position text, -- 安装位置
  maintain_level text, -- 保养级别
  plan_date date, -- 计划保养日期
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  run_hours numeric(20,1), -- 累计运行小时（h）
  executor_type text, -- 实施方式
  outsourcer bigint, -- 外委单位
  outsource_fee numeric(18,2), -- 外委费用（元）
  executors bigint[], -- 保养人员
  lockout_done boolean, -- 断电挂牌上锁
  insulation_before numeric(20,2), -- 保养前绝缘电阻（MΩ）
  insulation_after numeric(20,2), -- 保养后绝缘电阻（MΩ）
  rated_current numeric(20,1), -- 额定电流（A）
  run_current numeric(20,1), -- 试运行电流（A）
  vibration numeric(20,2), -- 轴承振动（mm/s）
  bearing_temp numeric(20,1), -- 轴承温度（℃）
  abnormal_note text, -- 异常与遗留说明
  maintain_photos jsonb, -- 保养前后照片
  work_hours numeric(20,1), -- 保养用时（h）
  load_rate numeric(12,4), -- 电流负载率
  fail_count integer, -- 不合格项数（项）
  parts_cost numeric(18,2), -- 配件费（元）
  total_cost numeric(18,2), -- 保养总费用（元）
  accept_result text, -- 验收结论
  next_date date, -- 下次保养日期
  tech_advice text -- 技术意见
);

create index f_equipment_maintenance_record_applicant_created_at_id_idx on f_equipment_maintenance_record (applicant, created_at, id);
create index f_equipment_maintenance_record_status_created_at_id_idx on f_equipment_maintenance_record (status, created_at, id);
create index f_equipment_maintenance_record_applicant_dept_create_18s5ghu on f_equipment_maintenance_record (applicant_dept, created_at, id);
create index f_equipment_maintenance_record_created_at_id_idx on f_equipment_maintenance_record (created_at, id);
create index f_equipment_maintenance_record_project_created_at_id_idx on f_equipment_maintenance_record (project, created_at, id);
create index f_equipment_maintenance_record_start_time_idx on f_equipment_maintenance_record (start_time);

create trigger f_equipment_maintenance_record_added after insert on f_equipment_maintenance_record referencing new table as changed
  for each statement execute function form_changed('equipmentMaintenanceRecord');
create trigger f_equipment_maintenance_record_changed after update on f_equipment_maintenance_record referencing new table as changed
  for each statement execute function form_changed('equipmentMaintenanceRecord');
create trigger f_equipment_maintenance_record_removed after delete on f_equipment_maintenance_record referencing old table as changed
  for each statement execute function form_changed('equipmentMaintenanceRecord');

-- 保养项目
create table f_equipment_maintenance_record_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_equipment_maintenance_record on delete cascade,
  row_no integer not null,
  item text, -- 项目
  standard text, -- 标准要求
  measured text, -- 实测或处理情况
  item_result jsonb, -- 结果
  item_fail integer -- 不合格
);
create index f_equipment_maintenance_record_items_parent_idx on f_equipment_maintenance_record_items (parent_id, row_no);

-- 更换配件及耗材
create table f_equipment_maintenance_record_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_equipment_maintenance_record on delete cascade,
  row_no integer not null,
  part bigint, -- 配件
  part_spec text, -- 规格
  source text, -- 来源
  stock_qty numeric(20,2), -- 库存数量
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_equipment_maintenance_record_parts_parent_idx on f_equipment_maintenance_record_parts (parent_id, row_no);

-- 水力平衡记录 (hydraulicBalanceRecord): drafted from its definition.

create table f_hydraulic_balance_record (
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
  pipe_system text, -- 调试系统
  test_mode text, -- 工况
  adjust_reason text, -- 调试原因
  test_start timestamptz, -- 调试开始时间
  test_end timestamptz, -- 调试结束时间
  testers bigint[], -- 调试人员
  instrument text, -- 测量仪器
  instrument_no text, -- 仪器编号
  calibration_due date, -- 仪器检定有效期
  pump_combo text, -- 水泵运行组合
  pump_freq numeric(20,1), -- 水泵频率（Hz）
  header_flow numeric(20,1), -- 总管流量（m³/h）
  header_supply_temp numeric(20,1), -- 总管供水温度（℃）
  header_return_temp numeric(20,1), -- 总管回水温度（℃）
  supply_pressure numeric(20,3), -- 分水器压力（MPa）
  return_pressure numeric(20,3), -- 集水器压力（MPa）
  worst_loop text, -- 最不利环路
  worst_dp numeric(20,1), -- 最不利末端压差（kPa）
  branch_count integer, -- 支路数（条）
  out_count integer, -- 失调支路数（条）
  balance_rate numeric(12,4), -- 平衡合格率
  branch_flow_sum numeric(20,1), -- 支路流量之和（m³/h）
  flow_deviation numeric(12,4), -- 总分流量偏差
  header_delta numeric(20,1), -- 总管供回水温差（℃）
  header_heat numeric(20,0), -- 总管冷热量（kW）
  tech_advice text, -- 技术意见
  need_renovation boolean -- 需改造平衡装置
);

create index f_hydraulic_balance_record_applicant_created_at_id_idx on f_hydraulic_balance_record (applicant, created_at, id);
create index f_hydraulic_balance_record_status_created_at_id_idx on f_hydraulic_balance_record (status, created_at, id);
create index f_hydraulic_balance_record_applicant_dept_created_at_id_idx on f_hydraulic_balance_record (applicant_dept, created_at, id);
create index f_hydraulic_balance_record_created_at_id_idx on f_hydraulic_balance_record (created_at, id);
create index f_hydraulic_balance_record_project_created_at_id_idx on f_hydraulic_balance_record (project, created_at, id);
create index f_hydraulic_balance_record_test_start_idx on f_hydraulic_balance_record (test_start);

create trigger f_hydraulic_balance_record_added after insert on f_hydraulic_balance_record referencing new table as changed
  for each statement execute function form_changed('hydraulicBalanceRecord');
create trigger f_hydraulic_balance_record_changed after update on f_hydraulic_balance_record referencing new table as changed
  for each statement execute function form_changed('hydraulicBalanceRecord');
create trigger f_hydraulic_balance_record_removed after delete on f_hydraulic_balance_record referencing old table as changed
  for each statement execute function form_changed('hydraulicBalanceRecord');

-- 支路数据
create table f_hydraulic_balance_record_branches (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_hydraulic_balance_record on delete cascade,
  row_no integer not null,
  valve bigint, -- 阀门
  branch_name text, -- 支路名称
  serve_area text, -- 供应区域
  valve_type text, -- 阀门类型
  diameter integer, -- 公称直径DN（mm）
  design_flow numeric(20,1), -- 设计流量（m³/h）
  open_before numeric(12,4), -- 调前开度
  flow_before numeric(20,1), -- 调前流量（m³/h）
  open_after numeric(12,4), -- 调后开度
  flow_after numeric(20,1), -- 调后流量（m³/h）
  branch_return numeric(20,1), -- 支路回水温度（℃）
  room_temp numeric(20,1), -- 代表房间温度（℃）
  balance_before numeric(20,2), -- 调前平衡度
  balance_after numeric(20,2), -- 调后平衡度
  out_range integer -- 失调
);
create index f_hydraulic_balance_record_branches_parent_idx on f_hydraulic_balance_record_branches (parent_id, row_no);

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

-- 阀门保养 (valveMaintenance): drafted from its definition.

create table f_valve_maintenance (
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
  valve_area text, -- 保养区域
  valve_cycle text, -- 保养类别
  service_date date, -- 保养日期
  servicers bigint[], -- 保养人员
  pipeline_state text, -- 管路状态
  switch_mode text, -- 冷暖切换方向
  switch_checked boolean, -- 切换阀位双人复核
  consumable_fee numeric(18,2), -- 盘根垫片润滑脂费用（元）
  valve_photos jsonb, -- 保养照片
  valve_count integer, -- 保养阀门数（只）
  fail_valves integer, -- 不合格阀门数（只）
  replace_count integer, -- 需更换数（只）
  intact_rate numeric(12,4), -- 阀门完好率
  spot_check_count integer, -- 抽查数量（只）
  spot_opinion text, -- 抽查意见
  safety_opinion text -- 安全意见
);

create index f_valve_maintenance_applicant_created_at_id_idx on f_valve_maintenance (applicant, created_at, id);
create index f_valve_maintenance_status_created_at_id_idx on f_valve_maintenance (status, created_at, id);
create index f_valve_maintenance_applicant_dept_created_at_id_idx on f_valve_maintenance (applicant_dept, created_at, id);
create index f_valve_maintenance_created_at_id_idx on f_valve_maintenance (created_at, id);
create index f_valve_maintenance_project_created_at_id_idx on f_valve_maintenance (project, created_at, id);
create index f_valve_maintenance_service_date_idx on f_valve_maintenance (service_date);

create trigger f_valve_maintenance_added after insert on f_valve_maintenance referencing new table as changed
  for each statement execute function form_changed('valveMaintenance');
create trigger f_valve_maintenance_changed after update on f_valve_maintenance referencing new table as changed
  for each statement execute function form_changed('valveMaintenance');
create trigger f_valve_maintenance_removed after delete on f_valve_maintenance referencing old table as changed
  for each statement execute function form_changed('valveMaintenance');

-- 阀门明细
create table f_valve_maintenance_valves (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_valve_maintenance on delete cascade,
  row_no integer not null,
  valve_no text, -- 阀门编号
  place text, -- 位置
  valve_kind text, -- 阀型
  dn integer, -- 公称直径DN（mm）
  medium text, -- 介质
  normal_open numeric(12,4), -- 正常开度
  action text[], -- 保养内容
  stroke jsonb, -- 启闭灵活性
  outer_leak jsonb, -- 外漏
  inner_leak jsonb, -- 内漏
  actuator jsonb, -- 执行器反馈
  verify_due date, -- 校验有效期
  replace_needed boolean, -- 需更换
  valve_fail integer -- 不合格
);
create index f_valve_maintenance_valves_parent_idx on f_valve_maintenance_valves (parent_id, row_no);

-- 末端管路保养 (endPipeMaintenance): drafted from its definition.

create table f_end_pipe_maintenance (
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
  building text, -- 楼栋
  floors text, -- 楼层区域
  occupant text, -- 使用单位
  occupant_contact text, -- 使用单位联系人
  occupant_phone text, -- 联系电话
  end_reason text, -- 保养原因
  begin_time timestamptz, -- 进场时间
  finish_time timestamptz, -- 离场时间
  end_workers bigint[], -- 保养人员
  in_contract boolean, -- 属合同服务范围
  charge_amount numeric(18,2), -- 向用户收费（元）
  riser_valve_locked boolean, -- 立管阀已关闭挂牌
  ceiling_damage boolean, -- 吊顶装饰受损
  damage_desc text, -- 受损及修复情况
  end_photos jsonb, -- 保养前后照片
  terminal_total integer, -- 末端总数（台）
  end_fail_total integer, -- 不合格项合计（项）
  pipe_defects integer, -- 管路缺陷数（处）
  unsolved_count integer, -- 未处理缺陷数（处）
  site_hours numeric(20,1), -- 作业时长（h）
  occupant_sign jsonb, -- 使用单位签字
  satisfaction text, -- 用户评价
  follow_up text -- 后续处理安排
);

create index f_end_pipe_maintenance_applicant_created_at_id_idx on f_end_pipe_maintenance (applicant, created_at, id);
create index f_end_pipe_maintenance_status_created_at_id_idx on f_end_pipe_maintenance (status, created_at, id);
create index f_end_pipe_maintenance_applicant_dept_created_at_id_idx on f_end_pipe_maintenance (applicant_dept, created_at, id);
create index f_end_pipe_maintenance_created_at_id_idx on f_end_pipe_maintenance (created_at, id);
create index f_end_pipe_maintenance_project_created_at_id_idx on f_end_pipe_maintenance (project, created_at, id);
create index f_end_pipe_maintenance_begin_time_idx on f_end_pipe_maintenance (begin_time);

create trigger f_end_pipe_maintenance_added after insert on f_end_pipe_maintenance referencing new table as changed
  for each statement execute function form_changed('endPipeMaintenance');
create trigger f_end_pipe_maintenance_changed after update on f_end_pipe_maintenance referencing new table as changed
  for each statement execute function form_changed('endPipeMaintenance');
create trigger f_end_pipe_maintenance_removed after delete on f_end_pipe_maintenance referencing old table as changed
  for each statement execute function form_changed('endPipeMaintenance');

-- 末端设备
create table f_end_pipe_maintenance_terminals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_end_pipe_maintenance on delete cascade,
  row_no integer not null,
  room text, -- 房间或区域
  terminal_type text, -- 末端类型
  terminal_count integer, -- 数量（台）
  inlet_temp numeric(20,1), -- 进水温度（℃）
  out_air_temp numeric(20,1), -- 出风温度（℃）
  filter_clean jsonb, -- 回风滤网清洗
  coil_clean jsonb, -- 表冷器翅片
  drain_pan jsonb, -- 冷凝水盘及排水
  strainer_clean jsonb, -- 支管过滤器
  air_release jsonb, -- 排气
  motor_valve jsonb, -- 电动两通阀
  thermostat jsonb, -- 温控器
  fan_noise jsonb, -- 风机噪声与三速
  end_fail integer -- 不合格项
);
create index f_end_pipe_maintenance_terminals_parent_idx on f_end_pipe_maintenance_terminals (parent_id, row_no);

-- 管路缺陷
create table f_end_pipe_maintenance_pipes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_end_pipe_maintenance on delete cascade,
  row_no integer not null,
  pipe_place text, -- 位置
  defect text, -- 缺陷
  pipe_measure text, -- 处理方法
  solved boolean, -- 已处理
  unsolved integer -- 未处理
);
create index f_end_pipe_maintenance_pipes_parent_idx on f_end_pipe_maintenance_pipes (parent_id, row_no);

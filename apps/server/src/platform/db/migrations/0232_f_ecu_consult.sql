-- 自控咨询 (ecuConsult): drafted from its definition.

create table f_ecu_consult (
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
  consult_project bigint, -- 咨询项目
  hvac_consult bigint, -- 关联技术咨询
  hvac_engineer bigint, -- 指定暖通工程师
  control_scope text[], -- 控制范围
  renovation text, -- 工程性质
  old_brand text, -- 原自控品牌及年份
  host_brand text, -- 主机品牌型号
  host_protocol text, -- 主机通讯接口
  host_count integer, -- 主机台数（台）
  chilled_pumps integer, -- 冷（温）水泵台数（台）
  cooling_pumps integer, -- 冷却水泵台数（台）
  tower_fans integer, -- 冷却塔风机台数（台）
  ahu_count integer, -- 空调箱与新风机台数（台）
  fcu_count integer, -- 风机盘管台数（台）
  meter_count integer, -- 计量表数量（只）
  operate_mode text, -- 运行方式
  net_condition text, -- 网络条件
  temp_precision numeric(20,1), -- 供水温度控制精度（℃）
  saving_target numeric(12,4), -- 节能目标
  need_date date, -- 要求交付日期
  system_drawing jsonb, -- 系统原理图
  cabinet_photos jsonb, -- 现有配电柜控制柜照片
  hard_total integer, -- 硬接点合计（点）
  bus_total integer, -- 通讯点合计（点）
  point_total integer, -- 总点数（点）
  saving_total numeric(12,4), -- 策略节能合计
  hvac_condition text, -- 暖通控制要求
  flow_sheet jsonb, -- 暖通条件图
  automation_leader bigint, -- 指派自控组长
  automation_engineer bigint, -- 指派自控工程师
  system_route text, -- 系统架构要求
  plan_hours numeric(20,1), -- 计划工时（h）
  ecu_scheme text, -- 自控方案说明
  topology jsonb, -- 网络拓扑图
  spare_rate numeric(12,4), -- 点位备用率
  actual_hours numeric(20,1), -- 实际工时（h）
  leader_opinion text, -- 复核意见
  leader_score integer, -- 质量评分（分）
  hvac_check text, -- 与暖通要求一致性
  deviation text, -- 偏差说明
  satisfaction integer, -- 满意度（分）
  deliver_date date -- 交付日期
);

create index f_ecu_consult_applicant_created_at_id_idx on f_ecu_consult (applicant, created_at, id);
create index f_ecu_consult_status_created_at_id_idx on f_ecu_consult (status, created_at, id);
create index f_ecu_consult_applicant_dept_created_at_id_idx on f_ecu_consult (applicant_dept, created_at, id);
create index f_ecu_consult_created_at_id_idx on f_ecu_consult (created_at, id);
create index f_ecu_consult_consult_project_idx on f_ecu_consult (consult_project);
create index f_ecu_consult_automation_engineer_idx on f_ecu_consult (automation_engineer);
create index f_ecu_consult_need_date_idx on f_ecu_consult (need_date);

create trigger f_ecu_consult_added after insert on f_ecu_consult referencing new table as changed
  for each statement execute function form_changed('ecuConsult');
create trigger f_ecu_consult_changed after update on f_ecu_consult referencing new table as changed
  for each statement execute function form_changed('ecuConsult');
create trigger f_ecu_consult_removed after delete on f_ecu_consult referencing old table as changed
  for each statement execute function form_changed('ecuConsult');

-- 控制点表
create table f_ecu_consult_points (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_ecu_consult on delete cascade,
  row_no integer not null,
  target text, -- 被控对象
  point_name text, -- 点位说明
  unit_count integer, -- 对象数量（台）
  ai integer, -- AI（点）
  ao integer, -- AO（点）
  di integer, -- DI（点）
  do_points integer, -- DO（点）
  bus integer, -- 通讯点（点）
  hard_points integer, -- 硬接点小计（点）
  bus_points integer -- 通讯点小计（点）
);
create index f_ecu_consult_points_parent_idx on f_ecu_consult_points (parent_id, row_no);

-- 控制策略
create table f_ecu_consult_strategies (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_ecu_consult on delete cascade,
  row_no integer not null,
  loop text, -- 控制回路
  logic text, -- 控制逻辑
  setpoint text, -- 设定值与范围
  saving numeric(12,4) -- 预计节能贡献
);
create index f_ecu_consult_strategies_parent_idx on f_ecu_consult_strategies (parent_id, row_no);

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

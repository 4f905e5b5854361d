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

-- 系统管理: its books, and the day on which a project was balanced last.
alter table project add column last_balance_date date; -- 最近水力平衡调试

-- 项目水力平衡档案 (balanceArchive): drafted from its definition.
create table b_balance_archive (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  pipe_system text, -- 调试系统
  test_mode text, -- 工况
  reason text, -- 调试原因
  tested_on date, -- 调试日期
  branches integer, -- 支路数（条）
  out_of_balance integer, -- 失调支路（条）
  balance_rate numeric(12,4), -- 平衡合格率
  header_flow numeric(20,1), -- 总管流量（m³/h）
  header_delta numeric(20,1), -- 总管温差（℃）
  header_heat numeric(20,0), -- 总管冷热量（kW）
  worst_loop text, -- 最不利环路
  source_no text -- 来源单号
);
create index b_balance_archive_source_module_source_id_idx on b_balance_archive (source_module, source_id);
create index b_balance_archive_project_idx on b_balance_archive (project);
create index b_balance_archive_tested_on_idx on b_balance_archive (tested_on);

-- 项目运行日历 (runCalendar): drafted from its definition.
create table b_run_calendar (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  kind text, -- 类型
  start_at timestamptz, -- 开始
  end_at timestamptz, -- 结束
  hours numeric(20,1), -- 时长（h）
  reason text, -- 原因
  excluded boolean, -- 不计入能耗考核
  source_no text -- 来源单号
);
create index b_run_calendar_source_module_source_id_idx on b_run_calendar (source_module, source_id);
create index b_run_calendar_project_idx on b_run_calendar (project);
create index b_run_calendar_start_at_idx on b_run_calendar (start_at);

-- 现场服务评价台账 (serviceRating): drafted from its definition.
create table b_service_rating (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  service text, -- 服务
  customer text, -- 使用单位
  rating text, -- 评价
  score integer, -- 折算得分（分）
  rated_on date, -- 评价日期
  source_no text -- 来源单号
);
create index b_service_rating_source_module_source_id_idx on b_service_rating (source_module, source_id);
create index b_service_rating_project_idx on b_service_rating (project);
create index b_service_rating_rated_on_idx on b_service_rating (rated_on);

-- 系统维护台账 (systemUpkeep): drafted from its definition.
create table b_system_upkeep (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  plan bigint, -- 系统维护单
  project text, -- 项目
  maintain_type text, -- 维护类型
  plan_start date, -- 计划开始
  plan_end date, -- 计划完成
  plan_cost numeric(18,2), -- 计划费用（元）
  state text, -- 状态
  actual_end date, -- 实际完成
  actual_cost numeric(18,2), -- 实际费用（元）
  leftovers text, -- 遗留问题
  source_no text -- 维护单号
);
create index b_system_upkeep_source_module_source_id_idx on b_system_upkeep (source_module, source_id);
create index b_system_upkeep_project_idx on b_system_upkeep (project);
create index b_system_upkeep_plan_start_idx on b_system_upkeep (plan_start);

-- 项目末端保养台账 (terminalLedger): drafted from its definition.
create table b_terminal_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  building text, -- 楼栋
  room text, -- 房间或区域
  occupant text, -- 使用单位
  terminal_type text, -- 末端类型
  terminal_count integer, -- 数量（台）
  last_service_on date, -- 最近保养日期
  fails integer -- 不合格项（项）
);
create index b_terminal_ledger_source_module_source_id_idx on b_terminal_ledger (source_module, source_id);
create index b_terminal_ledger_project_idx on b_terminal_ledger (project);
create index b_terminal_ledger_last_service_on_idx on b_terminal_ledger (last_service_on);
create unique index b_terminal_ledger_project_building_room_standing on b_terminal_ledger (project, building, room) where not voided;

-- 工具台账 (tool): drafted from its definition.
create table b_tool (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  name text, -- 名称
  spec text, -- 规格型号
  quantity integer, -- 账面数量（件）
  lent integer, -- 已领用（件）
  project text, -- 项目
  kind text, -- 类别
  unit_price numeric(18,2), -- 单价（元）
  keeper bigint, -- 保管人
  state text, -- 状况
  next_calibration date -- 下次检定日期
);
create index b_tool_source_module_source_id_idx on b_tool (source_module, source_id);
create index b_tool_project_idx on b_tool (project);
create index b_tool_keeper_idx on b_tool (keeper);
create index b_tool_next_calibration_idx on b_tool (next_calibration);
create unique index b_tool_project_name_spec_standing on b_tool (project, name, spec) where not voided;
alter table b_tool add constraint b_tool_limit_1
  check (coalesce(lent, 0) >= 0 and coalesce(lent, 0) <= greatest(coalesce(quantity, 0), 0));

-- 工具领用台账 (toolLoan): drafted from its definition.
create table b_tool_loan (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  tool bigint, -- 工具
  borrower bigint, -- 领用人
  quantity integer, -- 领用数量（件）
  returned integer, -- 已归还（件）
  lent_on date, -- 领用日期
  due_back date, -- 应归还日期
  state text -- 状态
);
create index b_tool_loan_source_module_source_id_idx on b_tool_loan (source_module, source_id);
create index b_tool_loan_project_idx on b_tool_loan (project);
create index b_tool_loan_borrower_idx on b_tool_loan (borrower);
create index b_tool_loan_due_back_idx on b_tool_loan (due_back);
alter table b_tool_loan add constraint b_tool_loan_limit_1
  check (coalesce(returned, 0) >= 0 and coalesce(returned, 0) <= greatest(coalesce(quantity, 0), 0));
alter table b_tool_loan add constraint b_tool_loan_in_use
  check (not voided or coalesce(returned, 0) = 0);

-- 项目阀门台账 (valveLedger): drafted from its definition.
create table b_valve_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  valve_no text, -- 阀门编号
  place text, -- 位置
  kind text, -- 阀型
  dn integer, -- 公称直径DN（mm）
  medium text, -- 介质
  set_opening numeric(12,4), -- 整定开度
  state text, -- 状态
  last_service_on date, -- 最近保养日期
  verify_due date -- 校验有效期
);
create index b_valve_ledger_source_module_source_id_idx on b_valve_ledger (source_module, source_id);
create index b_valve_ledger_project_idx on b_valve_ledger (project);
create index b_valve_ledger_verify_due_idx on b_valve_ledger (verify_due);
create unique index b_valve_ledger_project_valve_no_standing on b_valve_ledger (project, valve_no) where not voided;

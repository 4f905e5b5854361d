-- 销售技术咨询 (saleConsult): drafted from its definition.

create table f_sale_consult (
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
  customer_name text, -- 用户单位
  product_line text, -- 产品线
  cool_capacity numeric(20,1), -- 需求制冷量（kW）
  heat_capacity numeric(20,1), -- 需求制热量（kW）
  chilled_out numeric(20,1), -- 冷水出口温度（℃）
  chilled_in numeric(20,1), -- 冷水进口温度（℃）
  cooling_in numeric(20,1), -- 冷却水进口温度（℃）
  cooling_out numeric(20,1), -- 冷却水出口温度（℃）
  hot_out numeric(20,1), -- 采暖水出口温度（℃）
  gas_heat_value integer, -- 燃气低位热值（kcal/m³）
  steam_pressure numeric(20,2), -- 蒸汽表压（MPa）
  source_in_temp numeric(20,1), -- 热源进口温度（℃）
  source_flow numeric(20,1), -- 热源流量
  altitude integer, -- 海拔（m）
  nox_limit integer, -- 氮氧化物限值（mg/m³）
  noise_limit integer, -- 噪声限值（dB(A)）
  passage_limit text, -- 运输通道尺寸限制
  water_pressure numeric(20,1), -- 水侧承压（MPa）
  non_standard boolean, -- 有非标要求
  non_standard_items text[], -- 非标内容
  question text, -- 需解答的技术问题
  rival_product text, -- 竞品型号与参数
  need_date date, -- 要求答复日期
  bid_file jsonb, -- 招标技术文件
  selected_cooling numeric(20,1), -- 选型制冷量（kW）
  selected_heating numeric(20,1), -- 选型制热量（kW）
  cool_margin numeric(12,4), -- 制冷余量
  chilled_delta numeric(20,1), -- 冷水温差（℃）
  hvac_engineer bigint, -- 指派暖通工程师
  need_research boolean, -- 转研究所解答
  assign_note text, -- 分派说明
  selection_note text, -- 选型说明
  selection_sheet jsonb, -- 选型计算书
  hvac_hours numeric(20,1), -- 选型工时（h）
  research_engineer bigint, -- 指派研究所工程师
  research_due date, -- 研究所答复期限
  research_answer text, -- 非标解答
  feasible_level text, -- 可实现程度
  extra_cost numeric(18,2), -- 非标增加成本（元）
  extra_weeks integer, -- 增加交货周期（周）
  research_hours numeric(20,1), -- 研究所工时（h）
  research_opinion text, -- 研究所意见
  tech_opinion text, -- 审定意见
  used_result text, -- 采用情况
  satisfaction integer -- 满意度（分）
);

create index f_sale_consult_applicant_created_at_id_idx on f_sale_consult (applicant, created_at, id);
create index f_sale_consult_status_created_at_id_idx on f_sale_consult (status, created_at, id);
create index f_sale_consult_applicant_dept_created_at_id_idx on f_sale_consult (applicant_dept, created_at, id);
create index f_sale_consult_created_at_id_idx on f_sale_consult (created_at, id);
create index f_sale_consult_consult_project_idx on f_sale_consult (consult_project);
create index f_sale_consult_hvac_engineer_idx on f_sale_consult (hvac_engineer);
create index f_sale_consult_research_engineer_idx on f_sale_consult (research_engineer);
create index f_sale_consult_need_date_idx on f_sale_consult (need_date);

create trigger f_sale_consult_added after insert on f_sale_consult referencing new table as changed
  for each statement execute function form_changed('saleConsult');
create trigger f_sale_consult_changed after update on f_sale_consult referencing new table as changed
  for each statement execute function form_changed('saleConsult');
create trigger f_sale_consult_removed after delete on f_sale_consult referencing old table as changed
  for each statement execute function form_changed('saleConsult');

-- 选型结果
create table f_sale_consult_selections (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sale_consult on delete cascade,
  row_no integer not null,
  model text, -- 机型
  cooling numeric(20,1), -- 制冷量（kW）
  heating numeric(20,1), -- 制热量（kW）
  cop numeric(20,2), -- COP
  fuel_use numeric(20,1), -- 满负荷耗气量或耗汽量（m³/h或kg/h）
  elec_power numeric(20,1), -- 配电功率（kW）
  weight numeric(20,1), -- 运行重量（t）
  quantity integer, -- 台数（台）
  cooling_sum numeric(20,1), -- 制冷量小计（kW）
  heating_sum numeric(20,1) -- 制热量小计（kW）
);
create index f_sale_consult_selections_parent_idx on f_sale_consult_selections (parent_id, row_no);

-- 空调面积确认 (airConditioningArea): drafted from its definition.

create table f_air_conditioning_area (
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
  confirm_type text, -- 确认类型
  effective_date date, -- 生效日期
  charge_mode text, -- 收费模式
  area_basis text, -- 面积依据
  basis_files jsonb, -- 面积依据文件
  survey_date date, -- 现场核实日期
  surveyors bigint[], -- 核实人员
  customer_name text, -- 客户名称
  customer_contact text, -- 客户经办人
  customer_phone text, -- 客户电话
  previous_area numeric(20,2), -- 原计费面积（m²）
  cooling_price numeric(18,4), -- 制冷单价（元/m²·季）
  heating_price numeric(18,4), -- 采暖单价（元/m²·季）
  change_reason text, -- 变更原因
  drawing_files jsonb, -- 分区平面图
  build_total numeric(20,2), -- 建筑面积合计（m²）
  air_total numeric(20,2), -- 空调面积合计（m²）
  charge_total numeric(20,2), -- 计费面积合计（m²）
  area_change numeric(20,2), -- 较原面积增减（m²）
  change_rate numeric(12,4), -- 增减比例
  cooling_fee numeric(18,2), -- 制冷季应收（元）
  heating_fee numeric(18,2), -- 采暖季应收（元）
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  stamped_file jsonb, -- 盖章确认单
  need_supplement boolean, -- 需签补充协议
  settle_from text, -- 起算结算期
  finance_note text -- 核定说明
);

create index f_air_conditioning_area_applicant_created_at_id_idx on f_air_conditioning_area (applicant, created_at, id);
create index f_air_conditioning_area_status_created_at_id_idx on f_air_conditioning_area (status, created_at, id);
create index f_air_conditioning_area_applicant_dept_created_at_id_idx on f_air_conditioning_area (applicant_dept, created_at, id);
create index f_air_conditioning_area_created_at_id_idx on f_air_conditioning_area (created_at, id);
create index f_air_conditioning_area_project_created_at_id_idx on f_air_conditioning_area (project, created_at, id);
create index f_air_conditioning_area_contract_idx on f_air_conditioning_area (contract);
create index f_air_conditioning_area_effective_date_idx on f_air_conditioning_area (effective_date);

create trigger f_air_conditioning_area_added after insert on f_air_conditioning_area referencing new table as changed
  for each statement execute function form_changed('airConditioningArea');
create trigger f_air_conditioning_area_changed after update on f_air_conditioning_area referencing new table as changed
  for each statement execute function form_changed('airConditioningArea');
create trigger f_air_conditioning_area_removed after delete on f_air_conditioning_area referencing old table as changed
  for each statement execute function form_changed('airConditioningArea');

-- 分户面积
create table f_air_conditioning_area_areas (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_air_conditioning_area on delete cascade,
  row_no integer not null,
  building text, -- 楼栋
  floor_range text, -- 楼层
  occupant text, -- 用户或区域名称
  use_kind text, -- 用途
  build_area numeric(20,2), -- 建筑面积（m²）
  air_area numeric(20,2), -- 空调面积（m²）
  storey_height numeric(20,2), -- 层高（m）
  height_factor numeric(20,2), -- 层高系数
  use_state text, -- 使用状态
  charge_ratio numeric(12,4), -- 计费比例
  charge_area numeric(20,2), -- 计费面积（m²）
  charge_start date, -- 计费起始
  charge_end date -- 计费截止
);
create index f_air_conditioning_area_areas_parent_idx on f_air_conditioning_area_areas (parent_id, row_no);

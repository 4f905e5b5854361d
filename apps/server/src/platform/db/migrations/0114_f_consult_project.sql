-- 咨询项目 (consultProject): drafted from its definition.

create table f_consult_project (
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
  project_name text, -- 项目名称
  district bigint, -- 所在省市区
  address text, -- 详细地址
  owner_name text, -- 业主单位
  owner_code text, -- 业主统一社会信用代码
  owner_type text, -- 业主性质
  building_type text, -- 建筑类型
  build_state text, -- 建设状态
  open_date date, -- 预计投用日期
  old_system text, -- 现有冷热源
  old_energy_cost numeric(18,2), -- 现年能源费（元/年）
  design_unit text, -- 设计院
  intent_mode text, -- 意向模式
  info_source text, -- 信息来源
  competitors text, -- 竞争对手
  expect_amount numeric(18,2), -- 预计合同额（元）
  win_rate numeric(12,4), -- 成交概率
  expect_sign date, -- 预计签约日期
  salesman bigint, -- 负责业务员
  sales_dept text, -- 所属大区
  survey_files jsonb, -- 踏勘资料
  total_area numeric(20,2), -- 空调总面积（m²）
  total_cooling numeric(20,1), -- 总冷负荷（kW）
  total_heating numeric(20,1), -- 总热负荷（kW）
  weight_amount numeric(18,2), -- 加权合同额（元）
  old_cost_per_area numeric(20,2), -- 单位面积年能源费（元/m²）
  project_level text, -- 项目级别
  follow_dept text, -- 跟进归属
  dup_result text, -- 查重结论
  dup_project bigint, -- 重复项目
  protect_until date, -- 保护期至
  feasible text, -- 技术可行性
  feasible_note text -- 条件说明
);

create index f_consult_project_applicant_created_at_id_idx on f_consult_project (applicant, created_at, id);
create index f_consult_project_status_created_at_id_idx on f_consult_project (status, created_at, id);
create index f_consult_project_applicant_dept_created_at_id_idx on f_consult_project (applicant_dept, created_at, id);
create index f_consult_project_created_at_id_idx on f_consult_project (created_at, id);
create index f_consult_project_district_idx on f_consult_project (district);
create index f_consult_project_salesman_idx on f_consult_project (salesman);
create index f_consult_project_sales_dept_idx on f_consult_project (sales_dept);
create index f_consult_project_expect_sign_idx on f_consult_project (expect_sign);
create unique index f_consult_project_project_name_live on f_consult_project (project_name) where status in ('running', 'returned', 'approved');

create trigger f_consult_project_added after insert on f_consult_project referencing new table as changed
  for each statement execute function form_changed('consultProject');
create trigger f_consult_project_changed after update on f_consult_project referencing new table as changed
  for each statement execute function form_changed('consultProject');
create trigger f_consult_project_removed after delete on f_consult_project referencing old table as changed
  for each statement execute function form_changed('consultProject');

-- 建筑与负荷
create table f_consult_project_buildings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_consult_project on delete cascade,
  row_no integer not null,
  building text, -- 楼栋或区域
  usage text, -- 功能
  floor_area numeric(20,2), -- 空调面积（m²）
  storeys integer, -- 层数（层）
  cool_index numeric(20,1), -- 冷指标（W/m²）
  heat_index numeric(20,1), -- 热指标（W/m²）
  cool_load numeric(20,1), -- 冷负荷（kW）
  heat_load numeric(20,1) -- 热负荷（kW）
);
create index f_consult_project_buildings_parent_idx on f_consult_project_buildings (parent_id, row_no);

-- 客户关键人
create table f_consult_project_contacts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_consult_project on delete cascade,
  row_no integer not null,
  contact_name text, -- 姓名
  post text, -- 职务
  influence text, -- 角色
  attitude text, -- 态度
  mobile text -- 手机
);
create index f_consult_project_contacts_parent_idx on f_consult_project_contacts (parent_id, row_no);

-- 技术登记 (technicalRegistration): drafted from its definition.

create table f_technical_registration (
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
  device bigint, -- 设备
  reg_type text, -- 成果类型
  achievement text, -- 成果名称
  specialty text, -- 专业方向
  start_date date, -- 开始日期
  finish_date date, -- 完成/投用日期
  phenomenon text, -- 问题现象与背景
  cause_analysis text, -- 原因分析
  solution text, -- 解决方案与实施过程
  key_point text, -- 创新点/操作要点
  risk_note text, -- 风险与注意事项
  invest_amount numeric(18,2), -- 投入费用
  save_gas numeric(20,2), -- 年节约燃气量（m³）
  gas_price numeric(18,4), -- 燃气价（元/m³）
  save_power numeric(20,2), -- 年节约电量（kWh）
  power_price numeric(18,4), -- 电价（元/kWh）
  save_water numeric(20,2), -- 年节约水量（t）
  water_price numeric(18,4), -- 水价（元/t）
  save_other numeric(18,2), -- 年节约维修人工等费用
  patent_no text, -- 专利/软著号
  spread_scope text[], -- 适用推广范围
  attach_files jsonb, -- 图纸/曲线/照片
  annual_saving numeric(18,2), -- 年经济效益
  standard_coal numeric(20,2), -- 年节约标准煤（tce）
  payback_months numeric(20,1), -- 投资回收期（月）
  share_total numeric(12,4), -- 贡献比例合计
  review_score numeric(20,1), -- 评审得分
  effect_true text, -- 效果核实
  track_days integer, -- 连续运行验证天数（天）
  verified_saving numeric(18,2), -- 核定年效益
  innov_score numeric(20,1), -- 创新性(满分30)
  practical_score numeric(20,1), -- 实用性(满分30)
  benefit_score numeric(20,1), -- 效益性(满分25)
  spread_score numeric(20,1), -- 推广性(满分15)
  review_opinion text, -- 评审意见
  grade text, -- 成果等级
  reward_amount numeric(18,2) -- 奖励金额
);

create index f_technical_registration_applicant_created_at_id_idx on f_technical_registration (applicant, created_at, id);
create index f_technical_registration_status_created_at_id_idx on f_technical_registration (status, created_at, id);
create index f_technical_registration_applicant_dept_created_at_id_idx on f_technical_registration (applicant_dept, created_at, id);
create index f_technical_registration_created_at_id_idx on f_technical_registration (created_at, id);
create index f_technical_registration_project_created_at_id_idx on f_technical_registration (project, created_at, id);
create index f_technical_registration_finish_date_idx on f_technical_registration (finish_date);

create trigger f_technical_registration_added after insert on f_technical_registration referencing new table as changed
  for each statement execute function form_changed('technicalRegistration');
create trigger f_technical_registration_changed after update on f_technical_registration referencing new table as changed
  for each statement execute function form_changed('technicalRegistration');
create trigger f_technical_registration_removed after delete on f_technical_registration referencing old table as changed
  for each statement execute function form_changed('technicalRegistration');

-- 效果对比
create table f_technical_registration_measures (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_technical_registration on delete cascade,
  row_no integer not null,
  indicator text, -- 指标
  indicator_unit text, -- 单位
  before numeric(20,3), -- 实施前
  after numeric(20,3), -- 实施后
  diff numeric(20,3) -- 变化量
);
create index f_technical_registration_measures_parent_idx on f_technical_registration_measures (parent_id, row_no);

-- 贡献人员
create table f_technical_registration_contributors (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_technical_registration on delete cascade,
  row_no integer not null,
  person bigint, -- 人员
  duty text, -- 承担工作
  share numeric(12,4) -- 贡献比例
);
create index f_technical_registration_contributors_parent_idx on f_technical_registration_contributors (parent_id, row_no);

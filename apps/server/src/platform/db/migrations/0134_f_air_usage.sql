-- 空调使用情况 (airUsage): drafted from its definition.

create table f_air_usage (
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
  survey_month text, -- 调查月份
  survey_time timestamptz, -- 现场测试时间
  mode text, -- 供能模式
  surveyors bigint[], -- 调查人员
  customer_rep text, -- 客户配合人
  outdoor_temp numeric(20,1), -- 室外干球温度（℃）
  outdoor_humidity numeric(12,4), -- 室外相对湿度
  supply_temp numeric(20,1), -- 系统供水温度（℃）
  return_temp numeric(20,1), -- 系统回水温度（℃）
  hosts_running integer, -- 运行主机台数（台）
  open_time text, -- 合同约定开机时间
  close_time text, -- 合同约定停机时间
  lower_limit numeric(20,1), -- 合同室温下限（℃）
  upper_limit numeric(20,1), -- 合同室温上限（℃）
  overtime_hours numeric(20,1), -- 当月加班供能时长（h）
  last_year_open_area numeric(20,2), -- 去年同期开通面积（m²）
  test_photos jsonb, -- 测温照片
  area_total numeric(20,2), -- 空调面积合计（m²）
  open_total numeric(20,2), -- 开通面积合计（m²）
  open_rate numeric(12,4), -- 开通率
  average_hours numeric(20,2), -- 加权日均使用（h）
  temp_pass_rate numeric(12,4), -- 室温达标率
  comfort_rate numeric(12,4), -- 舒适率
  open_growth numeric(12,4), -- 开通面积同比
  fail_reason text, -- 不达标原因
  adjust_measure text, -- 调整措施
  tech_analysis text, -- 技术分析与建议
  charge_advice text -- 收费面积调整意见
);

create index f_air_usage_applicant_created_at_id_idx on f_air_usage (applicant, created_at, id);
create index f_air_usage_status_created_at_id_idx on f_air_usage (status, created_at, id);
create index f_air_usage_applicant_dept_created_at_id_idx on f_air_usage (applicant_dept, created_at, id);
create index f_air_usage_created_at_id_idx on f_air_usage (created_at, id);
create index f_air_usage_project_created_at_id_idx on f_air_usage (project, created_at, id);
create index f_air_usage_survey_month_idx on f_air_usage (survey_month);

create trigger f_air_usage_added after insert on f_air_usage referencing new table as changed
  for each statement execute function form_changed('airUsage');
create trigger f_air_usage_changed after update on f_air_usage referencing new table as changed
  for each statement execute function form_changed('airUsage');
create trigger f_air_usage_removed after delete on f_air_usage referencing old table as changed
  for each statement execute function form_changed('airUsage');

-- 分区使用情况
create table f_air_usage_zones (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_air_usage on delete cascade,
  row_no integer not null,
  building text, -- 楼栋
  floor text, -- 楼层
  zone_use text, -- 区域功能
  total_area numeric(20,2), -- 空调面积（m²）
  open_area numeric(20,2), -- 实际开通面积（m²）
  daily_hours numeric(20,1), -- 日均使用（h）
  room_temp numeric(20,1), -- 室内温度（℃）
  room_humidity numeric(12,4), -- 室内湿度
  noise numeric(20,1), -- 噪声（dB(A)）
  lower numeric(20,1), -- 分区下限（℃）
  upper numeric(20,1), -- 分区上限（℃）
  feel text, -- 用户感受
  fail integer, -- 室温不达标
  comfort integer, -- 感受舒适
  area_hours numeric(20,2), -- 使用量（m²·h）
  wrong integer -- 面积有误
);
create index f_air_usage_zones_parent_idx on f_air_usage_zones (parent_id, row_no);

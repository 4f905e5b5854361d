-- 水质检测报告 (detectReport): drafted from its definition.

create table f_detect_report (
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
  report_no text, -- 检测报告编号
  detect_reason text, -- 检测类别
  sample_time timestamptz, -- 取样时间
  sampler bigint, -- 取样人
  lab_type text, -- 化验单位类别
  lab bigint, -- 检测机构
  cma_no text, -- CMA资质编号
  send_date date, -- 送样日期
  report_date date, -- 报告日期
  standard text, -- 判定标准
  tube_material text, -- 换热管材质
  coupon_days integer, -- 挂片天数（天）
  steel_corrosion numeric(20,4), -- 碳钢腐蚀率（mm/a）
  copper_corrosion numeric(20,4), -- 铜腐蚀率（mm/a）
  test_fee numeric(18,2), -- 检测费（元）
  report_files jsonb, -- 检测报告原件
  item_count integer, -- 检测项数（项）
  fail_count integer, -- 不合格项数（项）
  pass_rate numeric(12,4), -- 合格率
  conclusion text, -- 综合结论
  treat_advice text, -- 处理意见
  retest_needed boolean, -- 需要复检
  retest_before date, -- 复检期限
  measure_taken text -- 落实措施
);

create index f_detect_report_applicant_created_at_id_idx on f_detect_report (applicant, created_at, id);
create index f_detect_report_status_created_at_id_idx on f_detect_report (status, created_at, id);
create index f_detect_report_applicant_dept_created_at_id_idx on f_detect_report (applicant_dept, created_at, id);
create index f_detect_report_created_at_id_idx on f_detect_report (created_at, id);
create index f_detect_report_project_created_at_id_idx on f_detect_report (project, created_at, id);
create index f_detect_report_sample_time_idx on f_detect_report (sample_time);
create unique index f_detect_report_report_no_live on f_detect_report (report_no) where status in ('running', 'returned', 'approved');

create trigger f_detect_report_added after insert on f_detect_report referencing new table as changed
  for each statement execute function form_changed('detectReport');
create trigger f_detect_report_changed after update on f_detect_report referencing new table as changed
  for each statement execute function form_changed('detectReport');
create trigger f_detect_report_removed after delete on f_detect_report referencing old table as changed
  for each statement execute function form_changed('detectReport');

-- 检测项目
create table f_detect_report_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_detect_report on delete cascade,
  row_no integer not null,
  water_system text, -- 水系统
  sample_point text, -- 取样点
  item text, -- 项目
  unit text, -- 单位
  limit_low numeric(20,3), -- 标准下限
  limit_high numeric(20,3), -- 标准上限
  last_value numeric(20,3), -- 上次结果
  value numeric(20,3), -- 本次结果
  change numeric(20,3), -- 较上次变化
  item_result jsonb, -- 判定
  item_fail integer -- 不合格
);
create index f_detect_report_items_parent_idx on f_detect_report_items (parent_id, row_no);

-- 问题检测反馈 (problemDetectionFeedback): drafted from its definition.

create table f_problem_detection_feedback (
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
  detect_kind text, -- 检测类别
  source_form text, -- 来源检测单号
  detect_date date, -- 检测日期
  detector bigint, -- 检测人
  instrument text, -- 检测仪器
  outdoor_temp numeric(20,1), -- 检测时室外温度（℃）
  load_rate numeric(12,4), -- 检测时负荷率
  severity text, -- 问题等级
  phenomenon text, -- 现象描述
  suspect_cause text[], -- 初步原因
  gas_waste numeric(20,2), -- 多耗燃气（m³/月）
  gas_price numeric(18,4), -- 燃气单价（元/m³）
  power_waste numeric(20,2), -- 多耗电量（kWh/月）
  power_price numeric(18,4), -- 电单价（元/kWh）
  feedback_files jsonb, -- 检测数据与照片
  reply_before date, -- 要求答复日期
  out_count integer, -- 超标指标数（项）
  month_loss numeric(18,2), -- 每月能耗损失（元/月）
  cost_total numeric(18,2), -- 预计处理费用（元）
  payback numeric(20,1), -- 回收期（月）
  confirm_cause text, -- 确认原因
  measure_plan text, -- 整改措施
  plan_finish date, -- 计划完成日期
  measure_owner bigint, -- 整改责任人
  measure_opinion text, -- 技术审核意见
  measure_result text, -- 整改情况
  actual_finish date, -- 实际完成日期
  actual_cost numeric(18,2), -- 实际费用（元）
  retest_date date, -- 复测日期
  retest_out integer, -- 复测仍超标数（项）
  retest_result text, -- 复测结论
  saved_monthly numeric(18,2) -- 每月节约（元/月）
);

create index f_problem_detection_feedback_applicant_created_at_id_idx on f_problem_detection_feedback (applicant, created_at, id);
create index f_problem_detection_feedback_status_created_at_id_idx on f_problem_detection_feedback (status, created_at, id);
create index f_problem_detection_feedback_applicant_dept_created__taeob5 on f_problem_detection_feedback (applicant_dept, created_at, id);
create index f_problem_detection_feedback_created_at_id_idx on f_problem_detection_feedback (created_at, id);
create index f_problem_detection_feedback_project_created_at_id_idx on f_problem_detection_feedback (project, created_at, id);
create index f_problem_detection_feedback_device_idx on f_problem_detection_feedback (device);
create index f_problem_detection_feedback_detect_date_idx on f_problem_detection_feedback (detect_date);

create trigger f_problem_detection_feedback_added after insert on f_problem_detection_feedback referencing new table as changed
  for each statement execute function form_changed('problemDetectionFeedback');
create trigger f_problem_detection_feedback_changed after update on f_problem_detection_feedback referencing new table as changed
  for each statement execute function form_changed('problemDetectionFeedback');
create trigger f_problem_detection_feedback_removed after delete on f_problem_detection_feedback referencing old table as changed
  for each statement execute function form_changed('problemDetectionFeedback');

-- 偏差指标
create table f_problem_detection_feedback_indexes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_problem_detection_feedback on delete cascade,
  row_no integer not null,
  index_name text, -- 指标
  position text, -- 测点
  index_unit text, -- 单位
  low_limit numeric(20,3), -- 标准下限
  high_limit numeric(20,3), -- 标准上限
  measured numeric(20,3), -- 实测值
  over_high numeric(20,3), -- 超上限量
  under_low numeric(20,3), -- 低于下限量
  out integer, -- 超标
  wrong integer -- 限值有误
);
create index f_problem_detection_feedback_indexes_parent_idx on f_problem_detection_feedback_indexes (parent_id, row_no);

-- 处理建议
create table f_problem_detection_feedback_suggestions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_problem_detection_feedback on delete cascade,
  row_no integer not null,
  suggestion text, -- 建议措施
  suggest_way text, -- 实施方式
  suggest_cost numeric(18,2), -- 预计费用（元）
  suggest_before date -- 建议完成日期
);
create index f_problem_detection_feedback_suggestions_parent_idx on f_problem_detection_feedback_suggestions (parent_id, row_no);

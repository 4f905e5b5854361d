-- 客户回访记录 (interviewRecord): drafted from its definition.

create table f_interview_record (
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
  project text, -- 项目
  contract text, -- 合同
  year integer, -- 年度（年）
  quarter text, -- 回访季度
  season text, -- 供能季
  visit_way text, -- 回访方式
  visit_time timestamptz, -- 回访时间
  customer_name text, -- 客户名称
  interviewee text, -- 受访人
  interviewee_post text, -- 受访人职务
  interviewee_phone text, -- 受访人电话
  company_visitors bigint[], -- 我方回访人员
  indoor_temp_feedback numeric(20,1), -- 客户反映室温（℃）
  bill_dispute boolean, -- 账单有异议
  dispute_amount numeric(18,2), -- 异议金额（元）
  renew_intention text, -- 续签意向
  praise text, -- 客户表扬内容
  customer_sign jsonb, -- 客户签字
  record_files jsonb, -- 回访表扫描件
  satisfaction numeric(20,2), -- 综合满意度（分）
  low_count integer, -- 低分维度数（项）
  problem_count integer, -- 客户意见数（条）
  area_opinion text, -- 区域意见
  revisit_date date, -- 复访日期
  dispute_result text, -- 核实结论
  adjust_amount numeric(18,2), -- 应调整金额（元）
  retain_plan text, -- 客户挽留措施
  solved_count integer, -- 已解决条数（条）
  solve_detail text, -- 处理结果
  customer_confirm boolean -- 客户确认满意
);

create index f_interview_record_applicant_created_at_id_idx on f_interview_record (applicant, created_at, id);
create index f_interview_record_status_created_at_id_idx on f_interview_record (status, created_at, id);
create index f_interview_record_applicant_dept_created_at_id_idx on f_interview_record (applicant_dept, created_at, id);
create index f_interview_record_created_at_id_idx on f_interview_record (created_at, id);
create index f_interview_record_project_created_at_id_idx on f_interview_record (project, created_at, id);
create index f_interview_record_visit_time_idx on f_interview_record (visit_time);

create trigger f_interview_record_added after insert on f_interview_record referencing new table as changed
  for each statement execute function form_changed('interviewRecord');
create trigger f_interview_record_changed after update on f_interview_record referencing new table as changed
  for each statement execute function form_changed('interviewRecord');
create trigger f_interview_record_removed after delete on f_interview_record referencing old table as changed
  for each statement execute function form_changed('interviewRecord');

-- 满意度评分
create table f_interview_record_scores (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_interview_record on delete cascade,
  row_no integer not null,
  dimension text, -- 评价维度
  weight numeric(12,4), -- 权重
  score integer, -- 评分（分）
  reason text, -- 扣分原因
  weighted numeric(20,2), -- 加权得分（分）
  low integer -- 低分
);
create index f_interview_record_scores_parent_idx on f_interview_record_scores (parent_id, row_no);

-- 客户意见与答复
create table f_interview_record_problems (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_interview_record on delete cascade,
  row_no integer not null,
  problem_type text, -- 意见类别
  problem text, -- 意见描述
  owner bigint, -- 责任人
  promise_date date -- 承诺答复日期
);
create index f_interview_record_problems_parent_idx on f_interview_record_problems (parent_id, row_no);

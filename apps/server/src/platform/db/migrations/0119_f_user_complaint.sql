-- 用户投诉 (userComplaint): drafted from its definition.

create table f_user_complaint (
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
  receive_time timestamptz, -- 受理时间
  channel text, -- 投诉渠道
  complainant text, -- 投诉人
  phone text, -- 联系电话
  community bigint, -- 小区
  room bigint, -- 房间
  place text, -- 楼栋楼层位置
  complaint_type text, -- 投诉类别
  severity text, -- 投诉级别
  complaint_text text, -- 投诉内容
  user_demand text, -- 用户诉求
  measured_temp numeric(20,1), -- 现场实测温度（℃）
  contract_temp numeric(20,1), -- 合同约定温度（℃）
  dispute_amount numeric(18,2), -- 争议金额（元）
  repeat_times integer, -- 同一问题投诉次数（次）
  respond_before timestamptz, -- 要求响应时间
  handler bigint, -- 处理责任人
  evidence jsonb, -- 投诉凭证
  temp_gap numeric(20,1), -- 温度偏差（℃）
  action_count integer, -- 处理次数（次）
  handle_cost numeric(18,2), -- 处理费用（元）
  total_cost numeric(18,2), -- 费用与补偿合计（元）
  response_late integer, -- 响应超时（次）
  first_response timestamptz, -- 首次响应时间
  arrive_time timestamptz, -- 到场时间
  cause_type text, -- 原因分类
  cause_detail text, -- 原因说明
  solution text, -- 解决措施
  solved_time timestamptz, -- 解决时间
  established text, -- 投诉是否成立
  compensation numeric(18,2), -- 补偿或减免金额（元）
  compensate_way text, -- 补偿方式
  duty_users bigint[], -- 责任人员
  penalty numeric(18,2), -- 考核扣款（元）
  revisit_score integer, -- 回访满意度（分）
  revisit_time timestamptz, -- 回访时间
  closed boolean -- 用户同意关闭
);

create index f_user_complaint_applicant_created_at_id_idx on f_user_complaint (applicant, created_at, id);
create index f_user_complaint_status_created_at_id_idx on f_user_complaint (status, created_at, id);
create index f_user_complaint_applicant_dept_created_at_id_idx on f_user_complaint (applicant_dept, created_at, id);
create index f_user_complaint_created_at_id_idx on f_user_complaint (created_at, id);
create index f_user_complaint_project_created_at_id_idx on f_user_complaint (project, created_at, id);
create index f_user_complaint_receive_time_idx on f_user_complaint (receive_time);

create trigger f_user_complaint_added after insert on f_user_complaint referencing new table as changed
  for each statement execute function form_changed('userComplaint');
create trigger f_user_complaint_changed after update on f_user_complaint referencing new table as changed
  for each statement execute function form_changed('userComplaint');
create trigger f_user_complaint_removed after delete on f_user_complaint referencing old table as changed
  for each statement execute function form_changed('userComplaint');

-- 处理过程
create table f_user_complaint_actions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_complaint on delete cascade,
  row_no integer not null,
  action_time timestamptz, -- 时间
  actor bigint, -- 处理人
  action_kind text, -- 动作
  detail text, -- 处理内容
  cost numeric(18,2) -- 发生费用（元）
);
create index f_user_complaint_actions_parent_idx on f_user_complaint_actions (parent_id, row_no);

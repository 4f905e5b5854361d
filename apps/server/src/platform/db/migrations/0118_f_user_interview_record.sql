-- 用户走访记录 (userInterviewRecord): drafted from its definition.

create table f_user_interview_record (
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
  interview_date date, -- 走访日期
  arrive_time text, -- 到达时间
  leave_time text, -- 离开时间
  visit_level text, -- 走访层级
  visit_goals text[], -- 走访目的
  visitors bigint[], -- 走访人员
  contract_end date, -- 合同到期日
  overdue_months integer, -- 欠费月数（月）
  overdue_amount numeric(18,2), -- 欠费金额（元）
  pay_promise date, -- 客户承诺付款日期
  cooling_mark integer, -- 供冷供热效果（分）
  stable_mark integer, -- 设备运行稳定性（分）
  service_mark integer, -- 服务态度与响应（分）
  cost_mark integer, -- 费用合理与透明（分）
  saving_mark integer, -- 节能效果认可（分）
  room_state jsonb, -- 机房现场（卫生、标识、跑冒滴漏）
  staff_state jsonb, -- 员工在岗与仪容
  record_state jsonb, -- 运行记录真实完整
  competitor text, -- 竞争对手接触情况
  new_demand text, -- 新增业务需求
  renew_intention text, -- 续签意向
  customer_sign jsonb, -- 用户签字
  scene_photos jsonb, -- 走访照片
  total_mark integer, -- 走访满意度（分）
  issue_count integer, -- 问题数（条）
  rectify_count integer, -- 转整改数（条）
  site_fails integer, -- 现场不合格项（项）
  manager_reply text, -- 问题答复与措施
  area_review text, -- 审核意见
  instruction text, -- 批示
  closed_count integer, -- 已关闭问题数（条）
  close_evidence jsonb -- 关闭依据
);

create index f_user_interview_record_applicant_created_at_id_idx on f_user_interview_record (applicant, created_at, id);
create index f_user_interview_record_status_created_at_id_idx on f_user_interview_record (status, created_at, id);
create index f_user_interview_record_applicant_dept_created_at_id_idx on f_user_interview_record (applicant_dept, created_at, id);
create index f_user_interview_record_created_at_id_idx on f_user_interview_record (created_at, id);
create index f_user_interview_record_project_created_at_id_idx on f_user_interview_record (project, created_at, id);
create index f_user_interview_record_interview_date_idx on f_user_interview_record (interview_date);

create trigger f_user_interview_record_added after insert on f_user_interview_record referencing new table as changed
  for each statement execute function form_changed('userInterviewRecord');
create trigger f_user_interview_record_changed after update on f_user_interview_record referencing new table as changed
  for each statement execute function form_changed('userInterviewRecord');
create trigger f_user_interview_record_removed after delete on f_user_interview_record referencing old table as changed
  for each statement execute function form_changed('userInterviewRecord');

-- 受访人员
create table f_user_interview_record_interviewees (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_interview_record on delete cascade,
  row_no integer not null,
  person text, -- 姓名
  post text, -- 职务
  mobile text, -- 手机
  influence text, -- 影响力
  attitude text -- 对我方态度
);
create index f_user_interview_record_interviewees_parent_idx on f_user_interview_record_interviewees (parent_id, row_no);

-- 用户问题清单
create table f_user_interview_record_issues (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_interview_record on delete cascade,
  row_no integer not null,
  issue_kind text, -- 问题类别
  issue text, -- 问题描述
  solution text, -- 解决方案
  owner bigint, -- 责任人
  due_date date, -- 解决期限
  need_rectify boolean, -- 转问题整改
  rectify integer -- 转整改数
);
create index f_user_interview_record_issues_parent_idx on f_user_interview_record_issues (parent_id, row_no);

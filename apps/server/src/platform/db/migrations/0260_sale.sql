-- 账单减免台账 (billRelief): drafted from its definition.
create table b_bill_relief (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  community bigint, -- 小区
  room bigint, -- 房间
  customer_name text, -- 客户
  month text, -- 抵减账期
  amount numeric(18,2), -- 减免金额（元）
  reason text, -- 减免原因
  state text, -- 状态
  source_no text -- 来源单号
);
create index b_bill_relief_source_module_source_id_idx on b_bill_relief (source_module, source_id);
create index b_bill_relief_project_idx on b_bill_relief (project);
create index b_bill_relief_contract_idx on b_bill_relief (contract);
create index b_bill_relief_month_idx on b_bill_relief (month);

-- 欠费催收台账 (collectionPromise): drafted from its definition.
create table b_collection_promise (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  months integer, -- 欠费月数（月）
  amount numeric(18,2), -- 欠费金额（元）
  promised_on date, -- 承诺付款日期
  noted_on date, -- 登记日期
  collector bigint, -- 催收人
  source_no text -- 来源单号
);
create index b_collection_promise_source_module_source_id_idx on b_collection_promise (source_module, source_id);
create index b_collection_promise_project_idx on b_collection_promise (project);
create index b_collection_promise_contract_idx on b_collection_promise (contract);
create index b_collection_promise_promised_on_idx on b_collection_promise (promised_on);
create index b_collection_promise_collector_idx on b_collection_promise (collector);

-- 用户投诉台账 (complaint): drafted from its definition.
create table b_complaint (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  month text, -- 受理月份
  received_at timestamptz, -- 受理时间
  complainant text, -- 投诉人
  phone text, -- 联系电话
  place text, -- 位置
  kind text, -- 投诉类别
  severity text, -- 投诉级别
  responded_at timestamptz, -- 首次响应
  on_time boolean, -- 响应及时
  solved_at timestamptz, -- 解决时间
  cause text, -- 原因分类
  established text, -- 是否成立
  handler bigint, -- 处理责任人
  cost numeric(18,2), -- 处理费用（元）
  compensation numeric(18,2), -- 补偿或减免（元）
  revisit_score integer, -- 回访满意度（分）
  rectify_state text, -- 整改状态
  source_no text -- 投诉单号
);
create index b_complaint_source_module_source_id_idx on b_complaint (source_module, source_id);
create index b_complaint_project_idx on b_complaint (project);
create index b_complaint_month_idx on b_complaint (month);
create index b_complaint_handler_idx on b_complaint (handler);

-- 客户联系人档案 (customerContact): drafted from its definition.
create table b_customer_contact (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  person text, -- 姓名
  post text, -- 职务
  mobile text, -- 手机
  unit text, -- 单位
  influence text, -- 影响力
  attitude text, -- 对我方态度
  last_met_on date -- 最近见面
);
create index b_customer_contact_source_module_source_id_idx on b_customer_contact (source_module, source_id);
create index b_customer_contact_project_idx on b_customer_contact (project);
create index b_customer_contact_last_met_on_idx on b_customer_contact (last_met_on);
create unique index b_customer_contact_project_person_standing on b_customer_contact (project, person) where not voided;

-- 用户走访台账 (customerVisit): drafted from its definition.
create table b_customer_visit (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  kind text, -- 方式
  topic text, -- 类型
  happened_on date, -- 日期
  person text, -- 客户人员
  host bigint, -- 我方人员
  score numeric(20,1), -- 满意度（分）
  recommend integer, -- 推荐意愿（分）
  intention text, -- 续签意向
  problems integer, -- 问题数（项）
  closed integer, -- 已解决（项）
  rectify_state text, -- 整改状态
  source_no text -- 来源单号
);
create index b_customer_visit_source_module_source_id_idx on b_customer_visit (source_module, source_id);
create index b_customer_visit_project_idx on b_customer_visit (project);
create index b_customer_visit_happened_on_idx on b_customer_visit (happened_on);
create index b_customer_visit_host_idx on b_customer_visit (host);

-- 问题整改台账 (rectification): drafted from its definition.
create table b_rectification (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  origin text, -- 问题来源
  origin_no text, -- 来源单号
  problem_field text, -- 问题领域
  severity text, -- 严重程度
  problem text, -- 问题概述
  leader bigint, -- 整改负责人
  deadline date, -- 整改期限
  state text, -- 状态
  finished_on date, -- 完成日期
  score integer, -- 验收评分（分）
  budget numeric(18,2), -- 预算（元）
  cost numeric(18,2), -- 实际费用（元）
  penalty numeric(18,2), -- 扣款（元）
  source_no text -- 整改单号
);
create index b_rectification_source_module_source_id_idx on b_rectification (source_module, source_id);
create index b_rectification_project_idx on b_rectification (project);
create index b_rectification_leader_idx on b_rectification (leader);
create index b_rectification_deadline_idx on b_rectification (deadline);

-- 续签意向台账 (renewalAttitude): drafted from its definition.
create table b_renewal_attitude (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  noted_on date, -- 了解日期
  intention text, -- 续签意向
  competitor text, -- 竞争情况
  demand text, -- 新增需求
  source_no text -- 来源单号
);
create index b_renewal_attitude_source_module_source_id_idx on b_renewal_attitude (source_module, source_id);
create index b_renewal_attitude_project_idx on b_renewal_attitude (project);
create index b_renewal_attitude_contract_idx on b_renewal_attitude (contract);
create index b_renewal_attitude_noted_on_idx on b_renewal_attitude (noted_on);

-- 项目客户服务月度指标 (serviceMonth): drafted from its definition.
create table b_service_month (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  month text, -- 月份
  complaints integer, -- 投诉（件）
  on_time integer, -- 及时响应（件）
  calls integer, -- 有效回访（次）
  score_total numeric(20,1), -- 回访得分合计（分）
  promoters integer, -- 推荐者（人）
  detractors integer -- 贬损者（人）
);
create index b_service_month_source_module_source_id_idx on b_service_month (source_module, source_id);
create index b_service_month_project_idx on b_service_month (project);
create index b_service_month_month_idx on b_service_month (month);
create unique index b_service_month_project_month_standing on b_service_month (project, month) where not voided;

-- 用户电话回访 (userInterviewRecordTel): drafted from its definition.

create table f_user_interview_record_tel (
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
  call_time timestamptz, -- 拨打时间
  call_reason text, -- 回访类型
  repair bigint, -- 维修记录
  callee text, -- 被访人
  callee_phone text, -- 被访电话
  callee_role text, -- 被访人身份
  call_result text, -- 接通情况
  call_minutes numeric(20,1), -- 通话时长（min）
  retry_time timestamptz, -- 约定再访时间
  effect_score integer, -- 室温效果（分）
  hot_water_score integer, -- 卫生热水（分）
  response_score integer, -- 报修响应（分）
  attitude_score integer, -- 服务态度（分）
  fee_score integer, -- 收费清楚（分）
  recommend_score integer, -- 推荐意愿（NPS）（分）
  repair_on_time text, -- 最近一次报修30分钟内到场
  charged_privately boolean, -- 反映员工私自收费
  dissatisfy_types text[], -- 不满原因
  user_words text, -- 用户原话
  to_complaint boolean, -- 转为投诉
  recording jsonb, -- 通话录音
  total_score numeric(20,1), -- 问卷得分（分）
  promoter integer, -- 推荐者
  detractor integer, -- 贬损者
  completed integer, -- 有效回访（次）
  quality_check text, -- 话术与录音质检
  verify_result text, -- 核实情况
  improve_measure text, -- 改进措施
  improve_date date, -- 完成日期
  area_handle text -- 处理意见
);

create index f_user_interview_record_tel_applicant_created_at_id_idx on f_user_interview_record_tel (applicant, created_at, id);
create index f_user_interview_record_tel_status_created_at_id_idx on f_user_interview_record_tel (status, created_at, id);
create index f_user_interview_record_tel_applicant_dept_created_at_id_idx on f_user_interview_record_tel (applicant_dept, created_at, id);
create index f_user_interview_record_tel_created_at_id_idx on f_user_interview_record_tel (created_at, id);
create index f_user_interview_record_tel_project_created_at_id_idx on f_user_interview_record_tel (project, created_at, id);
create index f_user_interview_record_tel_call_time_idx on f_user_interview_record_tel (call_time);

create trigger f_user_interview_record_tel_added after insert on f_user_interview_record_tel referencing new table as changed
  for each statement execute function form_changed('userInterviewRecordTel');
create trigger f_user_interview_record_tel_changed after update on f_user_interview_record_tel referencing new table as changed
  for each statement execute function form_changed('userInterviewRecordTel');
create trigger f_user_interview_record_tel_removed after delete on f_user_interview_record_tel referencing old table as changed
  for each statement execute function form_changed('userInterviewRecordTel');

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

-- EMC问题整改 (emcProblemRectification): drafted from its definition.

create table f_emc_problem_rectification (
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
  source text, -- 问题来源
  source_no text, -- 来源单号
  found_date date, -- 发现日期
  problem_field text, -- 问题领域
  severity text, -- 严重程度
  repeated boolean, -- 重复发生
  repeat_no bigint, -- 上次整改单
  problem_desc text, -- 问题概述
  effect_desc text, -- 影响分析
  month_loss numeric(18,2), -- 每月损失估算（元/月）
  rectify_leader bigint, -- 整改负责人
  total_deadline date, -- 总整改期限
  before_photos jsonb, -- 整改前照片
  task_count integer, -- 整改任务数（项）
  budget_total numeric(18,2), -- 整改预算合计（元）
  payback_months numeric(20,1), -- 静态回收期（月）
  finish_rate numeric(12,4), -- 任务完成率
  scheme_opinion text, -- 方案意见
  finished_tasks integer, -- 已完成任务数（项）
  actual_cost numeric(18,2), -- 实际费用（元）
  finish_date date, -- 实际完成日期
  after_photos jsonb, -- 整改后照片
  unfinished_reason text, -- 未完成原因
  accept_result text, -- 验收结论
  accept_score integer, -- 验收评分（分）
  penalty numeric(18,2) -- 逾期或重复扣款（元）
);

create index f_emc_problem_rectification_applicant_created_at_id_idx on f_emc_problem_rectification (applicant, created_at, id);
create index f_emc_problem_rectification_status_created_at_id_idx on f_emc_problem_rectification (status, created_at, id);
create index f_emc_problem_rectification_applicant_dept_created_at_id_idx on f_emc_problem_rectification (applicant_dept, created_at, id);
create index f_emc_problem_rectification_created_at_id_idx on f_emc_problem_rectification (created_at, id);
create index f_emc_problem_rectification_project_created_at_id_idx on f_emc_problem_rectification (project, created_at, id);
create index f_emc_problem_rectification_rectify_leader_idx on f_emc_problem_rectification (rectify_leader);
create index f_emc_problem_rectification_total_deadline_idx on f_emc_problem_rectification (total_deadline);

create trigger f_emc_problem_rectification_added after insert on f_emc_problem_rectification referencing new table as changed
  for each statement execute function form_changed('emcProblemRectification');
create trigger f_emc_problem_rectification_changed after update on f_emc_problem_rectification referencing new table as changed
  for each statement execute function form_changed('emcProblemRectification');
create trigger f_emc_problem_rectification_removed after delete on f_emc_problem_rectification referencing old table as changed
  for each statement execute function form_changed('emcProblemRectification');

-- 整改任务
create table f_emc_problem_rectification_tasks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_problem_rectification on delete cascade,
  row_no integer not null,
  task text, -- 整改内容
  position text, -- 部位或设备
  standard text, -- 验收标准
  owner bigint, -- 责任人
  executor text, -- 实施方式
  due_date date, -- 完成期限
  material_fee numeric(18,2), -- 材料费（元）
  labor_fee numeric(18,2), -- 人工外协费（元）
  budget numeric(18,2) -- 预算小计（元）
);
create index f_emc_problem_rectification_tasks_parent_idx on f_emc_problem_rectification_tasks (parent_id, row_no);

-- 招标申请 (tenderApplication): drafted from its definition.

create table f_tender_application (
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
  sub_project bigint, -- 子项目
  package_name text, -- 标段名称
  package_kind text, -- 标段类别
  tender_mode text, -- 招标方式
  mode_reason text, -- 非公开理由
  budget_source text, -- 资金来源
  budget_left numeric(18,2), -- 预算余额（元）
  control_price numeric(18,2), -- 招标控制价（元）
  scope text, -- 招标范围
  tech_require text, -- 主要技术要求
  qualify_require text[], -- 资格条件
  min_grade text, -- 最低服务商等级
  bid_deposit numeric(18,2), -- 投标保证金（元）
  publish_date date, -- 发标日期
  ask_deadline timestamptz, -- 答疑截止
  bid_days integer, -- 投标准备天数（天）
  bid_deadline timestamptz, -- 截标时间
  open_time timestamptz, -- 开标时间
  eval_method text, -- 评标办法
  price_weight numeric(12,4), -- 价格权重
  judges bigint[], -- 评委
  eval_leader bigint, -- 评标组长
  open_team bigint[], -- 开标人与监督人
  tender_docs jsonb, -- 招标文件与图纸
  criteria_total numeric(20,1), -- 分值合计（分）
  boq_total numeric(18,2), -- 清单控制价合计（元）
  budget_after numeric(18,2), -- 占用后预算余额（元）
  deposit_rate numeric(12,4), -- 保证金占控制价
  tech_opinion text, -- 技术意见
  price_opinion text -- 控制价意见
);

create index f_tender_application_applicant_created_at_id_idx on f_tender_application (applicant, created_at, id);
create index f_tender_application_status_created_at_id_idx on f_tender_application (status, created_at, id);
create index f_tender_application_applicant_dept_created_at_id_idx on f_tender_application (applicant_dept, created_at, id);
create index f_tender_application_created_at_id_idx on f_tender_application (created_at, id);
create index f_tender_application_project_created_at_id_idx on f_tender_application (project, created_at, id);
create index f_tender_application_open_time_idx on f_tender_application (open_time);

create trigger f_tender_application_added after insert on f_tender_application referencing new table as changed
  for each statement execute function form_changed('tenderApplication');
create trigger f_tender_application_changed after update on f_tender_application referencing new table as changed
  for each statement execute function form_changed('tenderApplication');
create trigger f_tender_application_removed after delete on f_tender_application referencing old table as changed
  for each statement execute function form_changed('tenderApplication');

-- 评分细则
create table f_tender_application_criteria (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_tender_application on delete cascade,
  row_no integer not null,
  criterion text, -- 评分项
  full_mark numeric(20,1), -- 分值（分）
  mark_rule text, -- 评分标准
  starred boolean -- 实质性条款
);
create index f_tender_application_criteria_parent_idx on f_tender_application_criteria (parent_id, row_no);

-- 招标清单
create table f_tender_application_boq_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_tender_application on delete cascade,
  row_no integer not null,
  boq_item text, -- 项目
  boq_spec text, -- 规格要求
  boq_unit text, -- 单位
  boq_qty numeric(20,3), -- 工程量
  limit_price numeric(18,4), -- 控制单价（元）
  limit_amount numeric(18,2) -- 控制金额
);
create index f_tender_application_boq_lines_parent_idx on f_tender_application_boq_lines (parent_id, row_no);

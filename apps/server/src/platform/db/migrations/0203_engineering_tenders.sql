-- 子项目预算占用台账 (subProjectDraw): drafted from its definition.
create table b_sub_project_draw (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  sub_project bigint, -- 子项目
  project text, -- 项目
  kind text, -- 类型
  amount numeric(18,2), -- 金额（元）
  document text -- 单号
);
create index b_sub_project_draw_source_module_source_id_idx on b_sub_project_draw (source_module, source_id);
create index b_sub_project_draw_project_idx on b_sub_project_draw (project);
create index b_sub_project_draw_sub_project_idx on b_sub_project_draw (sub_project);

-- 招标项目台账 (bid): drafted from its definition.
create table b_bid (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  tender bigint, -- 招标申请
  project text, -- 项目
  sub_project bigint, -- 子项目
  package_name text, -- 标段名称
  package_kind text, -- 标段类别
  tender_mode text, -- 招标方式
  min_grade text, -- 最低服务商等级
  bid_deposit numeric(18,2), -- 投标保证金（元）
  bid_deadline timestamptz, -- 截标时间
  open_time timestamptz, -- 开标时间
  state text, -- 状态
  control_price numeric(18,2), -- 控制价（元）
  winner bigint, -- 中标单位
  award_amount numeric(18,2), -- 中标金额（元）
  award_date date, -- 定标日期
  save_amount numeric(18,2), -- 较控制价节约（元）
  save_rate numeric(12,4) -- 节约率（%）
);
create index b_bid_source_module_source_id_idx on b_bid (source_module, source_id);
create index b_bid_project_idx on b_bid (project);
create index b_bid_open_time_idx on b_bid (open_time);
create index b_bid_winner_idx on b_bid (winner);
create unique index b_bid_tender_standing on b_bid (tender) where not voided;

-- 投标报价台账 (bidQuote): drafted from its definition.
create table b_bid_quote (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  bid bigint, -- 标段
  supplier bigint, -- 投标单位
  price numeric(18,2), -- 投标报价（元）
  days integer, -- 承诺工期或交货期（天）
  warranty integer, -- 承诺质保（月）
  validity text, -- 有效性
  mark numeric(20,2), -- 总分（分）
  rank integer, -- 名次
  won boolean -- 中标
);
create index b_bid_quote_source_module_source_id_idx on b_bid_quote (source_module, source_id);
create index b_bid_quote_bid_idx on b_bid_quote (bid);
create index b_bid_quote_supplier_idx on b_bid_quote (supplier);

-- 供方保证金台账 (supplierDeposit): drafted from its definition.
create table b_supplier_deposit (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  supplier bigint, -- 服务商
  project text, -- 项目
  kind text, -- 类别
  bid bigint, -- 标段
  contract bigint, -- 工程合同
  amount numeric(18,2), -- 金额（元）
  state text, -- 状态
  document text -- 来源单号
);
create index b_supplier_deposit_source_module_source_id_idx on b_supplier_deposit (source_module, source_id);
create index b_supplier_deposit_supplier_idx on b_supplier_deposit (supplier);
create index b_supplier_deposit_project_idx on b_supplier_deposit (project);

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

-- 邀标单位 (InvitationUnit): drafted from its definition.

create table f_invitation_unit (
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
  tender bigint, -- 招标标段
  tender_mode text, -- 招标方式
  bid_deadline timestamptz, -- 截标时间
  plan_open_time timestamptz, -- 计划开标时间
  bid_deposit numeric(18,2), -- 投标保证金（元）
  control_price numeric(18,2), -- 招标控制价（元）
  open_team bigint[], -- 开标人与监督人
  judges bigint[], -- 评委
  eval_leader bigint, -- 评标组长
  min_grade text, -- 最低服务商等级
  price_weight numeric(12,4), -- 价格权重
  unit_source text, -- 单位来源
  draw_way text, -- 产生方式
  reply_deadline timestamptz, -- 回复投标截止
  site_visit boolean, -- 组织现场踏勘
  visit_time timestamptz, -- 踏勘时间
  send_way text, -- 发标方式
  letter jsonb, -- 邀请函
  unit_count integer, -- 受邀家数（家）
  blocked_count integer, -- 不可受邀家数（家）
  accepted_count integer, -- 有效回标家数（家）
  valid_total integer, -- 有效投标家数（家）
  average_price numeric(18,2), -- 评标基准价（元）
  save_amount numeric(18,2), -- 较控制价节约（元）
  save_rate numeric(12,4), -- 节约率
  qualify_opinion text, -- 资格审查意见
  close_time timestamptz, -- 实际截标时间
  failed boolean, -- 流标
  fail_handle text, -- 流标处理
  actual_open_time timestamptz, -- 实际开标时间
  open_record jsonb, -- 开标记录表
  open_sign jsonb, -- 开标人签名
  supervise_sign jsonb, -- 监督人签名
  first_unit bigint, -- 第一候选人
  second_unit bigint, -- 第二候选人
  eval_report jsonb, -- 评标报告
  award_unit bigint, -- 中标单位
  award_amount numeric(18,2), -- 中标金额（元）
  change_reason text, -- 未选第一候选人理由
  award_date date -- 定标日期
);

create index f_invitation_unit_applicant_created_at_id_idx on f_invitation_unit (applicant, created_at, id);
create index f_invitation_unit_status_created_at_id_idx on f_invitation_unit (status, created_at, id);
create index f_invitation_unit_applicant_dept_created_at_id_idx on f_invitation_unit (applicant_dept, created_at, id);
create index f_invitation_unit_created_at_id_idx on f_invitation_unit (created_at, id);
create index f_invitation_unit_project_created_at_id_idx on f_invitation_unit (project, created_at, id);
create index f_invitation_unit_award_unit_idx on f_invitation_unit (award_unit);
create index f_invitation_unit_actual_open_time_idx on f_invitation_unit (actual_open_time);
create index f_invitation_unit_award_date_idx on f_invitation_unit (award_date);

create trigger f_invitation_unit_added after insert on f_invitation_unit referencing new table as changed
  for each statement execute function form_changed('InvitationUnit');
create trigger f_invitation_unit_changed after update on f_invitation_unit referencing new table as changed
  for each statement execute function form_changed('InvitationUnit');
create trigger f_invitation_unit_removed after delete on f_invitation_unit referencing old table as changed
  for each statement execute function form_changed('InvitationUnit');

-- 受邀单位
create table f_invitation_unit_units (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_invitation_unit on delete cascade,
  row_no integer not null,
  provider bigint, -- 单位
  grade text, -- 等级
  provider_state text, -- 库内状态
  cert_expire date, -- 最早到期资质
  last_score numeric(20,1), -- 最近履约分（分）
  controller text, -- 实际控制人
  contact_man text, -- 联系人
  contact_phone text, -- 电话
  same_control boolean, -- 与他家同一控制人
  unfit text, -- 不可受邀原因
  blocked integer, -- 不可受邀
  below_grade integer, -- 低于最低等级
  linked integer -- 关联单位
);
create index f_invitation_unit_units_parent_idx on f_invitation_unit_units (parent_id, row_no);

-- 回标登记
create table f_invitation_unit_receipts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_invitation_unit on delete cascade,
  row_no integer not null,
  bidder bigint, -- 投标单位
  receive_time timestamptz, -- 收标时间
  seal_intact boolean, -- 密封完好或加密有效
  deposit_state text, -- 保证金
  accept_state text, -- 接收结果
  accepted integer, -- 有效回标
  late integer, -- 逾期接收
  wrong_accept integer -- 误接收
);
create index f_invitation_unit_receipts_parent_idx on f_invitation_unit_receipts (parent_id, row_no);

-- 唱标记录
create table f_invitation_unit_quotes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_invitation_unit on delete cascade,
  row_no integer not null,
  quote_unit bigint, -- 投标单位
  quote_price numeric(18,2), -- 投标报价（元）
  quote_days integer, -- 承诺工期或交货期（天）
  quote_warranty integer, -- 承诺质保（月）
  quote_state text, -- 有效性
  valid_count integer, -- 有效数
  over_price integer, -- 超控制价未否决
  valid_price numeric(18,2) -- 有效报价
);
create index f_invitation_unit_quotes_parent_idx on f_invitation_unit_quotes (parent_id, row_no);

-- 评委打分
create table f_invitation_unit_marks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_invitation_unit on delete cascade,
  row_no integer not null,
  judge bigint, -- 评委
  mark_unit bigint, -- 投标单位
  tech_mark numeric(20,1), -- 技术分（分）
  biz_mark numeric(20,1), -- 商务分（分）
  mark_note text -- 评审意见
);
create index f_invitation_unit_marks_parent_idx on f_invitation_unit_marks (parent_id, row_no);

-- 评标汇总
create table f_invitation_unit_rankings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_invitation_unit on delete cascade,
  row_no integer not null,
  rank_unit bigint, -- 投标单位
  rank_price numeric(18,2), -- 评标价（元）
  base_price numeric(18,2), -- 基准价（元）
  weight_mark numeric(20,1), -- 价格满分（分）
  other_mark numeric(20,2), -- 技术商务均分（分）
  price_mark numeric(20,2), -- 价格分（分）
  final_mark numeric(20,2), -- 总分（分）
  rank integer -- 名次
);
create index f_invitation_unit_rankings_parent_idx on f_invitation_unit_rankings (parent_id, row_no);

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
  blocked integer, -- 不可受邀
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

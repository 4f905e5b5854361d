-- 续签跟踪 (renewalTracking): drafted from its definition.

create table f_renewal_tracking (
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
  contract_end date, -- 合同到期日
  contract_years numeric(20,1), -- 原合同年限（年）
  renew_count integer, -- 已续签次数（次）
  track_stage text, -- 跟踪阶段
  charge_mode text, -- 收费模式
  charge_area numeric(20,2), -- 收费面积（m²）
  current_price numeric(18,4), -- 现行单价（元）
  expect_price numeric(18,4), -- 拟续签单价（元）
  current_income numeric(18,2), -- 现合同年收入（元）
  expect_income numeric(18,2), -- 续签后预计年收入（元）
  last_profit_rate numeric(12,4), -- 上年项目利润率
  satisfaction numeric(20,1), -- 最近满意度（分）
  overdue_amount numeric(18,2), -- 当前欠费（元）
  decision_maker text, -- 客户决策人
  decision_phone text, -- 决策人电话
  renew_way text, -- 续签方式
  competitors text, -- 竞争单位
  probability numeric(12,4), -- 续签把握
  risk_level text, -- 风险等级
  obstacle text[], -- 主要障碍
  customer_terms text, -- 客户续签条件
  need_invest numeric(18,2), -- 续签需追加投资（元）
  track_count integer, -- 跟踪次数（次）
  track_cost numeric(18,2), -- 跟踪费用（元）
  price_change numeric(12,4), -- 单价变动率
  income_change numeric(18,2), -- 年收入变化（元）
  weighted_income numeric(18,2), -- 加权预计年收入（元）
  strategy text, -- 续签策略
  area_visit_date date, -- 区域走访日期
  floor_price numeric(18,4), -- 保本单价（元）
  expect_profit_rate numeric(12,4), -- 续签后预计利润率
  hq_support text, -- 总部支持措施
  high_visit_user bigint, -- 高层对接人
  renew_result text, -- 续签结果
  sign_date date, -- 签订日期
  new_end date, -- 新合同到期日
  new_price numeric(18,4), -- 签订单价（元）
  new_income numeric(18,2), -- 签订年收入（元）
  lost_reason text -- 流失原因
);

create index f_renewal_tracking_applicant_created_at_id_idx on f_renewal_tracking (applicant, created_at, id);
create index f_renewal_tracking_status_created_at_id_idx on f_renewal_tracking (status, created_at, id);
create index f_renewal_tracking_applicant_dept_created_at_id_idx on f_renewal_tracking (applicant_dept, created_at, id);
create index f_renewal_tracking_created_at_id_idx on f_renewal_tracking (created_at, id);
create index f_renewal_tracking_project_created_at_id_idx on f_renewal_tracking (project, created_at, id);
create index f_renewal_tracking_contract_end_idx on f_renewal_tracking (contract_end);

create trigger f_renewal_tracking_added after insert on f_renewal_tracking referencing new table as changed
  for each statement execute function form_changed('renewalTracking');
create trigger f_renewal_tracking_changed after update on f_renewal_tracking referencing new table as changed
  for each statement execute function form_changed('renewalTracking');
create trigger f_renewal_tracking_removed after delete on f_renewal_tracking referencing old table as changed
  for each statement execute function form_changed('renewalTracking');

-- 跟踪记录
create table f_renewal_tracking_tracks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_renewal_tracking on delete cascade,
  row_no integer not null,
  track_date date, -- 日期
  track_way text, -- 方式
  contact_person text, -- 接触人及职务
  our_person bigint, -- 我方人员
  talk text, -- 沟通内容
  attitude text, -- 客户态度
  next_plan text, -- 下一步
  next_date date, -- 下次跟踪日期
  cost numeric(18,2), -- 发生费用（元）
  wrong integer -- 日期有误
);
create index f_renewal_tracking_tracks_parent_idx on f_renewal_tracking_tracks (parent_id, row_no);

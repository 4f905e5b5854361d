-- 竣工验收 (completionCheck): drafted from its definition.

create table f_completion_check (
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
  supplier bigint, -- 供应商
  sub_project bigint, -- 子项目
  project_contract bigint, -- 施工合同
  contract_amount numeric(18,2), -- 合同额（元）
  fine_balance numeric(18,2), -- 累计罚款（元）
  check_kind text, -- 验收类别
  actual_start date, -- 实际开工
  actual_end date, -- 实际完工
  contract_end date, -- 合同完工日期
  extend_days integer, -- 批准顺延（天）
  delay_days integer, -- 逾期天数（天）
  pressure_test numeric(20,2), -- 水压试验压力（MPa）
  hold_minutes integer, -- 稳压时间（min）
  pressure_drop numeric(20,3), -- 压降（MPa）
  flush_turbidity numeric(20,1), -- 冲洗出水浊度（NTU）
  weld_pass numeric(12,4), -- 焊缝探伤合格率
  host_cooling numeric(20,1), -- 实测制冷量（kW）
  host_rated numeric(20,1), -- 保证制冷量（kW）
  room_temp numeric(20,1), -- 末端实测室温（℃）
  trial_hours numeric(20,1), -- 连续试运行（h）
  handover_dept text, -- 接收部门
  self_check jsonb, -- 分包自检报告
  bad_count integer, -- 不合格项数（项）
  missing_docs integer, -- 缺资料数（份）
  apply_settle numeric(18,2), -- 送审结算额（元）
  visa_total numeric(18,2), -- 签证合计（元）
  visa_rate numeric(12,4), -- 签证占合同
  cut_amount numeric(18,2), -- 审减额（元）
  net_settle numeric(18,2), -- 扣违约金后净额（元）
  check_date date, -- 验收日期
  delay_fine numeric(18,2), -- 工期违约金（元）
  manager_opinion text, -- 验收意见
  perf_result text, -- 性能结论
  point_pass numeric(12,4), -- 点位合格率
  rectify_done date, -- 整改完成日期
  rectify_proof jsonb, -- 整改照片与补交资料
  receive_opinion text, -- 接收意见
  audit_settle numeric(18,2), -- 审定结算额（元）
  audit_report jsonb -- 结算审核报告
);

create index f_completion_check_applicant_created_at_id_idx on f_completion_check (applicant, created_at, id);
create index f_completion_check_status_created_at_id_idx on f_completion_check (status, created_at, id);
create index f_completion_check_applicant_dept_created_at_id_idx on f_completion_check (applicant_dept, created_at, id);
create index f_completion_check_created_at_id_idx on f_completion_check (created_at, id);
create index f_completion_check_project_created_at_id_idx on f_completion_check (project, created_at, id);
create index f_completion_check_sub_project_idx on f_completion_check (sub_project);
create index f_completion_check_supplier_idx on f_completion_check (supplier);
create index f_completion_check_check_date_idx on f_completion_check (check_date);

create trigger f_completion_check_added after insert on f_completion_check referencing new table as changed
  for each statement execute function form_changed('completionCheck');
create trigger f_completion_check_changed after update on f_completion_check referencing new table as changed
  for each statement execute function form_changed('completionCheck');
create trigger f_completion_check_removed after delete on f_completion_check referencing old table as changed
  for each statement execute function form_changed('completionCheck');

-- 实体验收
create table f_completion_check_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_completion_check on delete cascade,
  row_no integer not null,
  item text, -- 验收项
  result jsonb, -- 结果
  measured text, -- 实测值
  defect_due date, -- 整改期限
  bad integer -- 不合格
);
create index f_completion_check_items_parent_idx on f_completion_check_items (parent_id, row_no);

-- 工程量结算
create table f_completion_check_settle_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_completion_check on delete cascade,
  row_no integer not null,
  settle_item text, -- 项目
  settle_unit text, -- 单位
  contract_qty numeric(20,3), -- 合同量
  change_qty numeric(20,3), -- 签证增减
  settle_price numeric(18,4), -- 结算单价（元）
  settle_amount numeric(18,2), -- 结算金额
  change_amount numeric(18,2) -- 签证金额
);
create index f_completion_check_settle_lines_parent_idx on f_completion_check_settle_lines (parent_id, row_no);

-- 竣工资料
create table f_completion_check_documents (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_completion_check on delete cascade,
  row_no integer not null,
  doc_name text, -- 资料
  copies integer, -- 份数（份）
  doc_state text, -- 状态
  missing integer -- 缺失
);
create index f_completion_check_documents_parent_idx on f_completion_check_documents (parent_id, row_no);

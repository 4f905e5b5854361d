-- 施工申请、施工日志与竣工验收: books first.
-- 分包人员台账 (siteWorker): drafted from its definition.
create table b_site_worker (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract bigint, -- 施工合同
  supplier bigint, -- 分包单位
  name text, -- 姓名
  id_no text, -- 身份证号
  trade text, -- 工种
  cert_no text, -- 证书编号
  cert_expire date, -- 证书到期
  entered_on date, -- 进场日期
  document text -- 单号
);
create index b_site_worker_source_module_source_id_idx on b_site_worker (source_module, source_id);
create index b_site_worker_project_idx on b_site_worker (project);
create index b_site_worker_supplier_idx on b_site_worker (supplier);
create index b_site_worker_cert_expire_idx on b_site_worker (cert_expire);

-- 停工台账 (workStop): drafted from its definition.
create table b_work_stop (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  sub_project bigint, -- 子项目
  contract bigint, -- 施工合同
  stopped_on date, -- 日期
  hours numeric(20,1), -- 停工时长（h）
  reason text, -- 原因
  document text -- 单号
);
create index b_work_stop_source_module_source_id_idx on b_work_stop (source_module, source_id);
create index b_work_stop_project_idx on b_work_stop (project);
create index b_work_stop_contract_idx on b_work_stop (contract);
create index b_work_stop_stopped_on_idx on b_work_stop (stopped_on);

-- 验收资料台账 (acceptanceDocument): drafted from its definition.
create table b_acceptance_document (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  sub_project bigint, -- 子项目
  contract bigint, -- 工程合同
  kind text, -- 类别
  name text, -- 资料
  copies integer, -- 份数（份）
  state text, -- 状态
  made_on date, -- 日期
  files jsonb, -- 文件
  document text -- 单号
);
create index b_acceptance_document_source_module_source_id_idx on b_acceptance_document (source_module, source_id);
create index b_acceptance_document_project_idx on b_acceptance_document (project);
create index b_acceptance_document_contract_idx on b_acceptance_document (contract);
create index b_acceptance_document_made_on_idx on b_acceptance_document (made_on);

-- 施工申请 (constructionApplication): drafted from its definition.

create table f_construction_application (
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
  contract_signed date, -- 合同签订日期
  apply_kind text, -- 申请类别
  plan_start date, -- 计划开工
  plan_end date, -- 计划完工
  contract_days integer, -- 合同工期（天）
  foreman text, -- 施工项目经理
  foreman_phone text, -- 联系电话
  foreman_cert text, -- 建造师证号
  guard text, -- 专职安全员
  guard_cert text, -- 安全员C证号
  insurance jsonb, -- 工伤或意外险保单
  insure_expire date, -- 保险到期日
  safety_agreement boolean, -- 安全协议已签
  danger_works text[], -- 危险作业
  large_danger boolean, -- 属危大工程
  expert_review jsonb, -- 专家论证报告
  stop_energy boolean, -- 影响客户用能
  customer_consent jsonb, -- 客户书面同意
  scheme jsonb, -- 施工组织设计
  schedule jsonb, -- 进度计划
  worker_count integer, -- 进场人数（人）
  cert_bad_count integer, -- 证书过期人数（人）
  untrained_count integer, -- 未教育人数（人）
  work_face text, -- 作业面与水电条件
  disclosure jsonb, -- 安全技术交底记录
  safety_deposit numeric(18,2), -- 安全保证金已收（元）
  scheme_opinion text, -- 施工方案意见
  start_order date -- 批准开工日期
);

create index f_construction_application_applicant_created_at_id_idx on f_construction_application (applicant, created_at, id);
create index f_construction_application_status_created_at_id_idx on f_construction_application (status, created_at, id);
create index f_construction_application_applicant_dept_created_at_id_idx on f_construction_application (applicant_dept, created_at, id);
create index f_construction_application_created_at_id_idx on f_construction_application (created_at, id);
create index f_construction_application_project_created_at_id_idx on f_construction_application (project, created_at, id);
create index f_construction_application_sub_project_idx on f_construction_application (sub_project);
create index f_construction_application_supplier_idx on f_construction_application (supplier);
create index f_construction_application_plan_start_idx on f_construction_application (plan_start);

create trigger f_construction_application_added after insert on f_construction_application referencing new table as changed
  for each statement execute function form_changed('constructionApplication');
create trigger f_construction_application_changed after update on f_construction_application referencing new table as changed
  for each statement execute function form_changed('constructionApplication');
create trigger f_construction_application_removed after delete on f_construction_application referencing old table as changed
  for each statement execute function form_changed('constructionApplication');

-- 进场人员
create table f_construction_application_workers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_application on delete cascade,
  row_no integer not null,
  worker_name text, -- 姓名
  worker_id text, -- 身份证号
  worker_trade text, -- 工种
  special boolean, -- 特种作业
  worker_cert text, -- 证书编号
  cert_expire date, -- 证书到期
  trained boolean, -- 三级安全教育
  cert_bad integer, -- 证书过期
  untrained integer -- 未教育
);
create index f_construction_application_workers_parent_idx on f_construction_application_workers (parent_id, row_no);

-- 进场机具
create table f_construction_application_machines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_application on delete cascade,
  row_no integer not null,
  machine text, -- 机具
  machine_qty integer, -- 数量（台）
  machine_check jsonb, -- 进场检查
  machine_bad integer -- 不合格
);
create index f_construction_application_machines_parent_idx on f_construction_application_machines (parent_id, row_no);

-- 施工日志 (constructionLog): drafted from its definition.

create table f_construction_log (
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
  project_contract bigint, -- 施工合同
  work_date date, -- 日期
  weather_am text, -- 上午天气
  weather_pm text, -- 下午天气
  temp_high numeric(20,1), -- 最高气温（℃）
  temp_low numeric(20,1), -- 最低气温（℃）
  site_leader text, -- 现场负责人
  safety_talk boolean, -- 班前安全交底
  talk_photos jsonb, -- 交底照片
  hot_work boolean, -- 动火作业
  hot_permit text, -- 动火证编号
  high_work boolean, -- 高处或吊装作业
  stop_hours numeric(20,1), -- 停工时长（h）
  stop_why text, -- 停工原因
  concealed boolean, -- 有隐蔽工程
  concealed_part text, -- 隐蔽部位与验收人
  visa_need boolean, -- 有签证事项
  visa_content text, -- 签证内容与估价
  tomorrow_plan text, -- 明日计划
  site_photos jsonb, -- 现场照片
  people_total integer, -- 出勤人数（人）
  man_hour_total numeric(20,1), -- 总人工时（人·h）
  value_total numeric(18,2), -- 今日产值（元）
  fine_total numeric(18,2), -- 罚款合计（元）
  over_count integer, -- 超量项数（项）
  manager_comment text, -- 审阅意见
  fine_agreed numeric(18,2) -- 核定罚款（元）
);

create index f_construction_log_applicant_created_at_id_idx on f_construction_log (applicant, created_at, id);
create index f_construction_log_status_created_at_id_idx on f_construction_log (status, created_at, id);
create index f_construction_log_applicant_dept_created_at_id_idx on f_construction_log (applicant_dept, created_at, id);
create index f_construction_log_created_at_id_idx on f_construction_log (created_at, id);
create index f_construction_log_project_created_at_id_idx on f_construction_log (project, created_at, id);
create index f_construction_log_sub_project_idx on f_construction_log (sub_project);
create index f_construction_log_project_contract_idx on f_construction_log (project_contract);
create index f_construction_log_work_date_idx on f_construction_log (work_date);
create unique index f_construction_log_project_contract_work_date_live on f_construction_log (project_contract, work_date) where status in ('running', 'returned', 'approved');

create trigger f_construction_log_added after insert on f_construction_log referencing new table as changed
  for each statement execute function form_changed('constructionLog');
create trigger f_construction_log_changed after update on f_construction_log referencing new table as changed
  for each statement execute function form_changed('constructionLog');
create trigger f_construction_log_removed after delete on f_construction_log referencing old table as changed
  for each statement execute function form_changed('constructionLog');

-- 出勤
create table f_construction_log_crews (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_log on delete cascade,
  row_no integer not null,
  trade text, -- 工种
  people integer, -- 人数（人）
  hours numeric(20,1), -- 工时（h）
  man_hours numeric(20,1) -- 人工时（人·h）
);
create index f_construction_log_crews_parent_idx on f_construction_log_crews (parent_id, row_no);

-- 完成工程量
create table f_construction_log_progress (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_log on delete cascade,
  row_no integer not null,
  order_line bigint, -- 合同清单行
  part text, -- 部位
  work_item text, -- 工作内容
  done_qty numeric(20,3), -- 今日完成
  qty_unit text, -- 单位
  done_before numeric(20,3), -- 此前累计
  total_done numeric(20,3), -- 累计完成
  plan_qty numeric(20,3), -- 清单工程量
  item_price numeric(18,4), -- 合同单价（元）
  day_value numeric(18,2), -- 今日产值
  done_rate numeric(12,4), -- 完成率
  over_qty integer -- 超清单量
);
create index f_construction_log_progress_parent_idx on f_construction_log_progress (parent_id, row_no);

-- 质量安全问题
create table f_construction_log_issues (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_log on delete cascade,
  row_no integer not null,
  issue_kind text, -- 类别
  issue_desc text, -- 情况
  issue_fine numeric(18,2), -- 罚款（元）
  issue_due date -- 整改期限
);
create index f_construction_log_issues_parent_idx on f_construction_log_issues (parent_id, row_no);

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
  order_line bigint, -- 合同清单行
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


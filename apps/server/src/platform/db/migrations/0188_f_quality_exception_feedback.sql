-- 质量异常反馈 (qualityExceptionFeedback): drafted from its definition.

create table f_quality_exception_feedback (
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
  exception_type text, -- 异常类别
  find_date date, -- 发现日期
  find_stage text, -- 发现阶段
  supplier_unit bigint, -- 责任供方
  product_device bigint, -- 相关设备
  product_name text, -- 产品名称型号
  factory_no text, -- 出厂编号或批号
  commission_date date, -- 投用日期
  warranty_end date, -- 质保到期日
  repair_record bigint, -- 关联维修记录
  repeat_times integer, -- 同类异常累计次数（次）
  severity text, -- 严重程度
  stop_running boolean, -- 造成停机
  stop_hours numeric(20,1), -- 停机时长（h）
  exception_desc text, -- 异常现象
  temp_measure text, -- 已采取的临时措施
  demand text[], -- 处理诉求
  demand_date date, -- 要求处理期限
  evidence jsonb, -- 照片视频检测报告
  defect_rate numeric(12,4), -- 不良率
  claim_amount numeric(18,2), -- 索赔金额（元）
  in_warranty boolean, -- 在质保期内
  root_cause text, -- 根本原因
  responsible text, -- 责任判定
  supplier_reply text, -- 供方回复
  agreed_claim numeric(18,2), -- 供方认可赔付（元）
  promise_date date, -- 承诺处理日期
  verify_date date, -- 验证日期
  verify_result text, -- 验证结论
  actual_loss numeric(18,2) -- 我方实际承担费用（元）
);

create index f_quality_exception_feedback_applicant_created_at_id_idx on f_quality_exception_feedback (applicant, created_at, id);
create index f_quality_exception_feedback_status_created_at_id_idx on f_quality_exception_feedback (status, created_at, id);
create index f_quality_exception_feedback_applicant_dept_created__1xtnayj on f_quality_exception_feedback (applicant_dept, created_at, id);
create index f_quality_exception_feedback_created_at_id_idx on f_quality_exception_feedback (created_at, id);
create index f_quality_exception_feedback_project_created_at_id_idx on f_quality_exception_feedback (project, created_at, id);
create index f_quality_exception_feedback_supplier_unit_idx on f_quality_exception_feedback (supplier_unit);
create index f_quality_exception_feedback_find_date_idx on f_quality_exception_feedback (find_date);

create trigger f_quality_exception_feedback_added after insert on f_quality_exception_feedback referencing new table as changed
  for each statement execute function form_changed('qualityExceptionFeedback');
create trigger f_quality_exception_feedback_changed after update on f_quality_exception_feedback referencing new table as changed
  for each statement execute function form_changed('qualityExceptionFeedback');
create trigger f_quality_exception_feedback_removed after delete on f_quality_exception_feedback referencing old table as changed
  for each statement execute function form_changed('qualityExceptionFeedback');

-- 缺陷明细
create table f_quality_exception_feedback_defects (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_quality_exception_feedback on delete cascade,
  row_no integer not null,
  defect_part text, -- 部件
  defect_kind text, -- 缺陷类型
  total_qty integer, -- 总数量（件）
  defect_qty integer -- 不良数量（件）
);
create index f_quality_exception_feedback_defects_parent_idx on f_quality_exception_feedback_defects (parent_id, row_no);

-- 损失明细
create table f_quality_exception_feedback_losses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_quality_exception_feedback on delete cascade,
  row_no integer not null,
  loss_kind text, -- 损失类别
  loss_basis text, -- 计算依据
  loss_amount numeric(18,2) -- 金额（元）
);
create index f_quality_exception_feedback_losses_parent_idx on f_quality_exception_feedback_losses (parent_id, row_no);

-- 能耗异常报告 (energyAbnormalReport): drafted from its definition.

create table f_energy_abnormal_report (
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
  device bigint, -- 设备
  abnormal_source text, -- 发现途径
  abnormal_kind text, -- 异常类型
  energy_kind text, -- 能源种类
  quantity_unit text, -- 计量单位
  abnormal_from timestamptz, -- 异常起时
  abnormal_to timestamptz, -- 异常止时
  found_time timestamptz, -- 发现时间
  actual_quantity numeric(20,2), -- 实际用量
  benchmark_kind text, -- 对比基准
  benchmark_quantity numeric(20,2), -- 基准用量
  average_temp numeric(20,1), -- 期间平均室外温度（℃）
  benchmark_temp numeric(20,1), -- 基准期平均室外温度（℃）
  temp_correct numeric(20,2), -- 气温修正量
  other_correct numeric(20,2), -- 其他合理修正量
  correct_basis text, -- 修正依据
  unit_price numeric(18,4), -- 能源单价（元）
  run_hours numeric(20,1), -- 主机运行小时（h）
  first_action text, -- 已采取措施
  curve_files jsonb, -- 曲线与表盘照片
  corrected_benchmark numeric(20,2), -- 修正后基准
  deviation numeric(20,2), -- 异常量
  deviation_rate numeric(12,4), -- 偏差率
  loss_amount numeric(18,2), -- 折算损失（元）
  cause_count integer, -- 确定原因数（项）
  cause_share_total numeric(12,4), -- 原因占比合计
  recover_rate numeric(12,4), -- 恢复后偏差率
  verdict text, -- 判定
  confirmed_loss numeric(18,2), -- 核定损失（元）
  data_fix boolean, -- 是否需数据修正
  diagnosis text, -- 诊断意见
  duty_result text, -- 责任认定
  duty_user bigint, -- 责任人
  finish_time timestamptz, -- 恢复时间
  after_quantity numeric(20,2), -- 恢复后日用量
  after_benchmark numeric(20,2), -- 恢复后日基准
  recovered text -- 恢复结论
);

create index f_energy_abnormal_report_applicant_created_at_id_idx on f_energy_abnormal_report (applicant, created_at, id);
create index f_energy_abnormal_report_status_created_at_id_idx on f_energy_abnormal_report (status, created_at, id);
create index f_energy_abnormal_report_applicant_dept_created_at_id_idx on f_energy_abnormal_report (applicant_dept, created_at, id);
create index f_energy_abnormal_report_created_at_id_idx on f_energy_abnormal_report (created_at, id);
create index f_energy_abnormal_report_project_created_at_id_idx on f_energy_abnormal_report (project, created_at, id);
create index f_energy_abnormal_report_abnormal_from_idx on f_energy_abnormal_report (abnormal_from);

create trigger f_energy_abnormal_report_added after insert on f_energy_abnormal_report referencing new table as changed
  for each statement execute function form_changed('energyAbnormalReport');
create trigger f_energy_abnormal_report_changed after update on f_energy_abnormal_report referencing new table as changed
  for each statement execute function form_changed('energyAbnormalReport');
create trigger f_energy_abnormal_report_removed after delete on f_energy_abnormal_report referencing old table as changed
  for each statement execute function form_changed('energyAbnormalReport');

-- 排查记录
create table f_energy_abnormal_report_checks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_energy_abnormal_report on delete cascade,
  row_no integer not null,
  check_item text, -- 排查项
  check_method text, -- 排查方法
  check_finding text, -- 实测或发现
  is_cause boolean, -- 为异常原因
  share numeric(12,4), -- 影响占比
  cause_mark integer, -- 原因项
  cause_share numeric(12,4) -- 原因占比
);
create index f_energy_abnormal_report_checks_parent_idx on f_energy_abnormal_report_checks (parent_id, row_no);

-- 整改措施
create table f_energy_abnormal_report_actions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_energy_abnormal_report on delete cascade,
  row_no integer not null,
  action text, -- 措施
  action_owner bigint, -- 责任人
  action_deadline timestamptz, -- 完成时间
  expect_save numeric(20,2), -- 预计日节约量
  action_cost numeric(18,2) -- 措施费用（元）
);
create index f_energy_abnormal_report_actions_parent_idx on f_energy_abnormal_report_actions (parent_id, row_no);

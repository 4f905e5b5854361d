-- 年度溶液检测报告 (annualSolutionTestingReport): drafted from its definition.

create table f_annual_solution_testing_report (
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
  test_year integer, -- 检测年度（年）
  laboratory bigint, -- 检测单位
  lab_cert_no text, -- 检测资质编号
  report_no text, -- 检测报告编号
  sample_date date, -- 取样日期
  receive_date date, -- 送检日期
  report_date date, -- 报告日期
  sampler bigint, -- 取样人
  sample_phase text, -- 取样时机
  standard_no text, -- 检测标准
  test_fee numeric(18,2), -- 检测费（元）
  report_file jsonb, -- 检测报告扫描件
  sample_count integer, -- 检测机组数（台）
  bad_units integer, -- 超限机组数（台）
  pass_rate numeric(12,4), -- 溶液合格率
  treat_total numeric(18,2), -- 处理费用预算（元）
  total_budget numeric(18,2), -- 费用合计（元）
  data_review text, -- 数据复核结论
  treat_plan text, -- 溶液处理方案
  treat_before date -- 处理完成期限
);

create index f_annual_solution_testing_report_applicant_created_at_id_idx on f_annual_solution_testing_report (applicant, created_at, id);
create index f_annual_solution_testing_report_status_created_at_id_idx on f_annual_solution_testing_report (status, created_at, id);
create index f_annual_solution_testing_report_applicant_dept_crea_a8pvk7 on f_annual_solution_testing_report (applicant_dept, created_at, id);
create index f_annual_solution_testing_report_created_at_id_idx on f_annual_solution_testing_report (created_at, id);
create index f_annual_solution_testing_report_project_created_at_id_idx on f_annual_solution_testing_report (project, created_at, id);
create index f_annual_solution_testing_report_laboratory_idx on f_annual_solution_testing_report (laboratory);
create index f_annual_solution_testing_report_sample_date_idx on f_annual_solution_testing_report (sample_date);
create unique index f_annual_solution_testing_report_report_no_live on f_annual_solution_testing_report (report_no) where status in ('running', 'returned', 'approved');

create trigger f_annual_solution_testing_report_added after insert on f_annual_solution_testing_report referencing new table as changed
  for each statement execute function form_changed('annualSolutionTestingReport');
create trigger f_annual_solution_testing_report_changed after update on f_annual_solution_testing_report referencing new table as changed
  for each statement execute function form_changed('annualSolutionTestingReport');
create trigger f_annual_solution_testing_report_removed after delete on f_annual_solution_testing_report referencing old table as changed
  for each statement execute function form_changed('annualSolutionTestingReport');

-- 逐机检测结果
create table f_annual_solution_testing_report_samples (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_annual_solution_testing_report on delete cascade,
  row_no integer not null,
  device bigint, -- 机组
  sample_no text, -- 样品编号
  appearance text, -- 外观
  concentration numeric(20,2), -- 溴化锂浓度（%）
  density numeric(20,3), -- 密度（g/cm³）
  ph numeric(20,2), -- pH
  molybdate numeric(20,1), -- 钼酸锂（mg/L）
  chromate numeric(20,3), -- 铬酸锂（%）
  copper numeric(20,1), -- 铜离子（mg/L）
  iron numeric(20,1), -- 铁离子（mg/L）
  chloride numeric(20,3), -- 氯离子（%）
  sulfate numeric(20,3), -- 硫酸根（%）
  ammonium numeric(20,2), -- 铵离子（mg/L）
  octanol numeric(20,2), -- 辛醇含量（%）
  advice text, -- 处理建议
  treat_amount numeric(20,1), -- 处理溶液量（kg）
  treat_price numeric(18,2), -- 处理单价（元/kg）
  treat_cost numeric(18,2), -- 处理费用（元）
  bad integer, -- 指标超限
  conflict integer -- 结论矛盾
);
create index f_annual_solution_testing_report_samples_parent_idx on f_annual_solution_testing_report_samples (parent_id, row_no);

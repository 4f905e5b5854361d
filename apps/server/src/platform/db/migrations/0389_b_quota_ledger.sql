-- 报销额度流水 (quotaLedger): drafted from its definition.
create table b_quota_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  account bigint, -- 额度账户
  year integer, -- 年度
  quota_kind text, -- 额度类别
  employee bigint, -- 员工
  project text, -- 项目
  happened_on date, -- 日期
  kind text, -- 流水类别
  amount numeric(18,2), -- 金额（元）
  batch_no text, -- 批次
  note text -- 说明
);
create index b_quota_ledger_source_module_source_id_idx on b_quota_ledger (source_module, source_id);
create index b_quota_ledger_employee_idx on b_quota_ledger (employee);
create index b_quota_ledger_project_idx on b_quota_ledger (project);
create index b_quota_ledger_account_idx on b_quota_ledger (account);

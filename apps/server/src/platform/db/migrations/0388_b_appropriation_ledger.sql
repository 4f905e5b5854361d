-- 拨款流水 (appropriationLedger): drafted from its definition.
create table b_appropriation_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  account bigint, -- 额度账户
  project text, -- 项目
  quota_kind text, -- 额度类别
  keeper bigint, -- 保管人
  paid_on date, -- 拨款日期
  amount numeric(18,2), -- 拨款（元）
  voucher_no text, -- 付款凭证号
  bank_serial text, -- 银行流水号
  batch_no text -- 批次
);
create index b_appropriation_ledger_source_module_source_id_idx on b_appropriation_ledger (source_module, source_id);
create index b_appropriation_ledger_project_idx on b_appropriation_ledger (project);
create index b_appropriation_ledger_keeper_idx on b_appropriation_ledger (keeper);
create index b_appropriation_ledger_paid_on_idx on b_appropriation_ledger (paid_on);
create unique index b_appropriation_ledger_bank_serial_standing on b_appropriation_ledger (bank_serial) where not voided;

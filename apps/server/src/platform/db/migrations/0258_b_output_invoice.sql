-- 销项发票台账 (outputInvoice): drafted from its definition.
create table b_output_invoice (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  settlement bigint, -- 对应结算
  kind text, -- 票种
  invoice_code text, -- 发票代码
  invoice_no text, -- 发票号码
  issue_date date, -- 开票日期
  issue_month text, -- 开票月份
  buyer_title text, -- 购方名称
  buyer_tax_no text, -- 购方税号
  amount numeric(18,2), -- 价税合计（元）
  tax numeric(18,2), -- 税额（元）
  red_amount numeric(18,2), -- 已红冲金额（元）
  written_off_amount numeric(18,2), -- 已回款金额（元）
  state text -- 状态
);
create index b_output_invoice_source_module_source_id_idx on b_output_invoice (source_module, source_id);
create index b_output_invoice_project_idx on b_output_invoice (project);
create index b_output_invoice_contract_idx on b_output_invoice (contract);
create index b_output_invoice_issue_date_idx on b_output_invoice (issue_date);
create unique index b_output_invoice_invoice_no_invoice_code_standing on b_output_invoice (invoice_no, invoice_code) where not voided;

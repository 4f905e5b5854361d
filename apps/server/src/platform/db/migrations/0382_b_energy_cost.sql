-- 能源费列支台账 (energyCost): drafted from its definition.
create table b_energy_cost (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  month text, -- 成本归属月
  subject text, -- 能源科目
  kind text, -- 列支来源
  amount numeric(18,2), -- 待对应金额(含税)（元）
  matched numeric(18,2), -- 已对应（元）
  document text -- 单号
);
create index b_energy_cost_source_module_source_id_idx on b_energy_cost (source_module, source_id);
create index b_energy_cost_project_idx on b_energy_cost (project);
create index b_energy_cost_month_idx on b_energy_cost (month);
alter table b_energy_cost add constraint b_energy_cost_limit_1
  check (coalesce(matched, 0) >= 0 and coalesce(matched, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_energy_cost add constraint b_energy_cost_in_use
  check (not voided or coalesce(matched, 0) = 0);

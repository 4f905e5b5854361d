-- 年度培训预算台账 (trainingBudget): drafted from its definition.
create table b_training_budget (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  year integer, -- 年度
  project text, -- 项目
  dept text, -- 部门
  kind text, -- 类型
  amount numeric(18,2), -- 金额
  topic text -- 事项
);
create index b_training_budget_source_module_source_id_idx on b_training_budget (source_module, source_id);
create index b_training_budget_project_idx on b_training_budget (project);
create index b_training_budget_dept_idx on b_training_budget (dept);

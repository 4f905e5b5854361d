-- 培训需求池 (trainingNeed): drafted from its definition.
create table b_training_need (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  month text, -- 列入月份
  project text, -- 项目
  employee bigint, -- 员工
  kind text, -- 来源
  topic text -- 内容
);
create index b_training_need_source_module_source_id_idx on b_training_need (source_module, source_id);
create index b_training_need_month_idx on b_training_need (month);
create index b_training_need_project_idx on b_training_need (project);
create index b_training_need_employee_idx on b_training_need (employee);

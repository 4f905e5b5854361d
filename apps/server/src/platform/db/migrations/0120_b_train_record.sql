-- 员工培训台账 (trainRecord): drafted from its definition.
create table b_train_record (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  topic text, -- 课程名称
  category bigint, -- 课程类别
  trainer bigint, -- 讲师
  trained_at timestamptz, -- 培训时间
  credit_hours numeric(20,1), -- 计入学时（学时）
  score numeric(20,1), -- 综合成绩
  result text, -- 考核结论
  behavior_rate integer -- 行为改变评分（分）
);
create index b_train_record_source_module_source_id_idx on b_train_record (source_module, source_id);
create index b_train_record_employee_idx on b_train_record (employee);
create index b_train_record_project_idx on b_train_record (project);
create index b_train_record_category_idx on b_train_record (category);
create index b_train_record_trained_at_idx on b_train_record (trained_at);

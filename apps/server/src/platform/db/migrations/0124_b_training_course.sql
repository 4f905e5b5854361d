-- 培训课程计划台账 (trainingCourse): drafted from its definition.
create table b_training_course (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  plan bigint, -- 月度计划
  project text, -- 项目
  dept text, -- 部门
  month text, -- 计划月份
  topic text, -- 课程名称
  category bigint, -- 课程类别
  plan_time timestamptz, -- 计划时间
  hours numeric(20,1), -- 学时（学时）
  fee numeric(18,2), -- 费用预算
  done boolean, -- 已完成
  done_at timestamptz -- 完成时间
);
create index b_training_course_source_module_source_id_idx on b_training_course (source_module, source_id);
create index b_training_course_project_idx on b_training_course (project);
create index b_training_course_month_idx on b_training_course (month);
create index b_training_course_category_idx on b_training_course (category);

-- 讲师评价台账 (lecturerMark): drafted from its definition.
create table b_lecturer_mark (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  lecturer bigint, -- 讲师
  project text, -- 项目
  topic text, -- 课程名称
  trained_at timestamptz, -- 培训时间
  lecturer_rate integer, -- 讲师评分（分）
  satisfaction numeric(12,4) -- 满意度（%）
);
create index b_lecturer_mark_source_module_source_id_idx on b_lecturer_mark (source_module, source_id);
create index b_lecturer_mark_lecturer_idx on b_lecturer_mark (lecturer);
create index b_lecturer_mark_project_idx on b_lecturer_mark (project);
create index b_lecturer_mark_trained_at_idx on b_lecturer_mark (trained_at);

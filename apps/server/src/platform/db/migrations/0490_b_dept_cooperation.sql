-- 部门协作台账 (deptCooperation): drafted from its definition.
create table b_dept_cooperation (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  from_dept text, -- 提出部门
  to_dept text, -- 接收部门
  project text, -- 项目
  kind text, -- 事项类别
  promise_date date, -- 承诺完成日期
  finish_date date, -- 实际完成日期
  on_time text, -- 及时性
  timely_mark integer, -- 及时性评分（分）
  quality_mark integer, -- 质量评分（分）
  work_hours numeric(20,1), -- 投入工时（h）
  cost numeric(18,2), -- 费用（元）
  source_no text -- 来源单号
);
create index b_dept_cooperation_source_module_source_id_idx on b_dept_cooperation (source_module, source_id);
create index b_dept_cooperation_from_dept_idx on b_dept_cooperation (from_dept);
create index b_dept_cooperation_to_dept_idx on b_dept_cooperation (to_dept);
create index b_dept_cooperation_project_idx on b_dept_cooperation (project);
create index b_dept_cooperation_finish_date_idx on b_dept_cooperation (finish_date);

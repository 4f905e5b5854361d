-- 资金排程 (paySchedule): drafted from its definition.
create table b_pay_schedule (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  due_on date, -- 计划日期
  kind text, -- 收付
  project text, -- 项目
  dept text, -- 部门
  subject text, -- 科目或来源
  counterparty text, -- 收付单位或个人
  pay_amount numeric(18,2), -- 应付（元）
  come_amount numeric(18,2), -- 预计到账（元）
  sure_rate numeric(12,4), -- 到账把握
  priority text, -- 优先级
  state text, -- 安排
  source_no text -- 来源单号
);
create index b_pay_schedule_source_module_source_id_idx on b_pay_schedule (source_module, source_id);
create index b_pay_schedule_due_on_idx on b_pay_schedule (due_on);
create index b_pay_schedule_project_idx on b_pay_schedule (project);
create index b_pay_schedule_dept_idx on b_pay_schedule (dept);

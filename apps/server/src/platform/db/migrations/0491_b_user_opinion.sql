-- 用户意见台账 (userOpinion): drafted from its definition.
create table b_user_opinion (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  kind text, -- 意见类别
  content text, -- 意见描述
  owner bigint, -- 责任人
  promise_date date, -- 承诺答复日期
  state text, -- 状态
  origin text, -- 来源
  source_no text -- 来源单号
);
create index b_user_opinion_source_module_source_id_idx on b_user_opinion (source_module, source_id);
create index b_user_opinion_project_idx on b_user_opinion (project);
create index b_user_opinion_owner_idx on b_user_opinion (owner);
create index b_user_opinion_promise_date_idx on b_user_opinion (promise_date);

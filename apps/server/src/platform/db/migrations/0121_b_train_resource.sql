-- 学习资料库 (trainResource): drafted from its definition.
create table b_train_resource (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  title text, -- 资料名称
  category bigint, -- 类别
  kind text, -- 来源
  files jsonb, -- 文件
  state text -- 状态
);
create index b_train_resource_source_module_source_id_idx on b_train_resource (source_module, source_id);
create index b_train_resource_category_idx on b_train_resource (category);

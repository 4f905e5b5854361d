-- 培训类别 (trainingCategory): drafted from its definition.
create table b_training_category (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  name text, -- 类别
  safety boolean -- 安全类
);
create index b_training_category_source_module_source_id_idx on b_training_category (source_module, source_id);
create unique index b_training_category_name_standing on b_training_category (name) where not voided;

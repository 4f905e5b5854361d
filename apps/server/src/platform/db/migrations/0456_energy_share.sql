-- 内部分摊: who takes which part of an energy's bills of a project, from a month on until another plan follows.
create table energy_share_plan (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  category_id bigint not null references energy_category,
  from_month text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  version integer not null default 1,
  edited_by bigint not null references app_user,
  edited_at timestamptz not null default app_now(),
  unique (project_code, category_id, from_month)
);
create table energy_share (
  id bigint generated always as identity primary key,
  plan_id bigint not null references energy_share_plan,
  place integer not null,
  name text not null,
  kind text not null check (kind in ('办公', '宿舍', '公区', '租户', '其他')),
  method text not null check (method in ('表计', '面积', '人数', '固定')),
  -- m², people or a fixed quantity; a meter says its own.
  base numeric(20,6) check (base >= 0),
  meter_id bigint references meter,
  check ((method = '表计') = (meter_id is not null)),
  check ((method = '表计') = (base is null)),
  unique (plan_id, name)
);

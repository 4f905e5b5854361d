-- What the form engine keeps besides the modules' own tables.

create table serial_counter (
  module_id text not null,
  head text not null,
  last integer not null,
  primary key (module_id, head)
);

-- What each effect did, so that a reversal takes back exactly that, and nothing runs twice.
create table effect_log (
  id bigint generated always as identity primary key,
  module_id text not null,
  biz_id bigint not null,
  effect text not null,
  event text not null,
  note jsonb not null default '{}',
  applied_at timestamptz not null default now(),
  reversed_at timestamptz
);
create unique index effect_log_standing on effect_log (module_id, biz_id, effect) where reversed_at is null;

-- Work that follows from an approval: to-dos outside the approval itself.
create table follow_up (
  id bigint generated always as identity primary key,
  kind text not null,
  title text not null,
  project_code text,
  user_id bigint references app_user,
  role_code text,
  due_on date,
  -- Module and record to open, where the to-do is a draft that was made.
  target_module text,
  target_id bigint,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  cancelled_at timestamptz
);
create index on follow_up (user_id) where done_at is null and cancelled_at is null;
create index on follow_up (role_code) where done_at is null and cancelled_at is null;
create index on follow_up (source_module, source_id);

create table reminder (
  id bigint generated always as identity primary key,
  on_day date not null,
  title text not null,
  user_ids bigint[] not null default '{}',
  role_code text,
  every_days integer,
  project_code text,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  last_sent_on date,
  ended_at timestamptz
);
create index on reminder (on_day) where ended_at is null;
create index on reminder (source_module, source_id);

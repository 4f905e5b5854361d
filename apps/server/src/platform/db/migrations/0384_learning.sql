-- 学习资料库: how an entry of the library (b_train_resource) is learnt, and what each person learnt of it.
create table lesson (
  resource_id bigint primary key references b_train_resource,
  type text not null check (type in ('视频', '文档', '课件', '图纸', '案例', '规程', '试题')),
  -- Seconds of the film, or that reading takes.
  length integer not null check (length > 0),
  hours numeric(20,1) not null check (hours >= 0),
  posts text[] not null default '{}',
  -- Another file is another version: what was learnt of the older one stays with it.
  version integer not null default 1,
  -- {"minutes": 20, "questions": [{"title": "", "options": [], "answers": [0]}]}
  exam jsonb,
  revision integer not null default 1,
  updated_by bigint not null references app_user,
  updated_at timestamptz not null default app_now()
);
create table lesson_progress (
  resource_id bigint not null references lesson,
  user_id bigint not null references app_user,
  version integer not null,
  -- Parts of the film that were seen, as [[from, to], …] in seconds.
  seen jsonb not null default '[]',
  -- Seconds in the foreground.
  effective numeric(20,1) not null default 0,
  percent numeric(5,1) not null default 0,
  started_at timestamptz not null default app_now(),
  last_at timestamptz not null default app_now(),
  finished_at timestamptz,
  primary key (resource_id, user_id, version)
);
create index on lesson_progress (user_id);
create table lesson_exam (
  id bigint generated always as identity primary key,
  resource_id bigint not null references lesson,
  user_id bigint not null references app_user,
  version integer not null,
  -- As it was handed out, with its answers.
  paper jsonb not null,
  started_at timestamptz not null default app_now(),
  ends_at timestamptz not null,
  submitted_at timestamptz,
  score numeric(5,1),
  passed boolean
);
create index on lesson_exam (resource_id, user_id);
-- Hours of a lesson count once for a person, whatever its version.
create table lesson_credit (
  resource_id bigint not null references lesson,
  user_id bigint not null references app_user,
  version integer not null,
  hours numeric(20,1) not null,
  at timestamptz not null default app_now(),
  primary key (resource_id, user_id)
);
create table lesson_assignment (
  resource_id bigint not null references lesson,
  user_id bigint not null references app_user,
  due date not null,
  assigned_by bigint not null references app_user,
  at timestamptz not null default app_now(),
  reminded_on date,
  primary key (resource_id, user_id)
);
create table lesson_remark (
  resource_id bigint not null references lesson,
  user_id bigint not null references app_user,
  stars integer check (stars between 1 and 5),
  comment text not null default '',
  -- For the person alone.
  note text not null default '',
  at timestamptz not null default app_now(),
  primary key (resource_id, user_id)
);

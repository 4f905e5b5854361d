-- Departments, people, roles, menus and what a role grants.

create extension if not exists pg_trgm;

create table dept (
  -- The code is the identity: A63 company, A6322 project region, A6329 subsidiaries, length 7 an area. Two characters a level, never reused.
  id text primary key check (id ~ '^A[0-9]*$' and length(id) between 3 and 15 and length(id) % 2 = 1),
  parent_id text references dept,
  name text not null,
  manager bigint,
  state text not null default 'active' check (state in ('active', 'disabled')),
  sort integer not null default 0,
  pinyin text not null default '',
  is_demo boolean not null default false,
  updated_at timestamptz not null default now(),
  -- The code tells the tree: everything below A6322 begins with A6322. A department that moves gets new codes; the old ones stay, disabled.
  check (coalesce(parent_id, 'A') = left(id, greatest(length(id) - 2, 1)))
);
create unique index dept_sibling_name on dept (coalesce(parent_id, ''), name) where state = 'active';
create index on dept (parent_id);

create table dept_change (
  id bigint generated always as identity primary key,
  dept_id text not null references dept,
  kind text not null check (kind in ('created', 'renamed', 'manager', 'moved', 'disabled', 'enabled', 'sorted')),
  old_value text,
  new_value text,
  effective_on date not null,
  -- A move waits for its day; everything else is carried out at once.
  applied_at timestamptz,
  changed_by bigint,
  created_at timestamptz not null default now()
);
create index on dept_change (dept_id, id desc);
create index on dept_change (effective_on) where applied_at is null;

create table app_user (
  id bigint generated always as identity primary key,
  account text not null unique,
  user_name text not null,
  -- Empty: no password set; such an account signs in by phone code first.
  password_hash text not null default '',
  phone text unique,
  dept_id text references dept,
  state text not null default 'active' check (state in ('active', 'disabled', 'pending')),
  must_change_password boolean not null default false,
  password_changed_at timestamptz,
  -- Grows with every change of what the person may do; caches keep (user, version).
  permission_version integer not null default 1,
  avatar jsonb,
  job_no text unique,
  position text,
  email text,
  -- `zhangsan zs`: what pickers search by.
  pinyin text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index app_user_search on app_user using gin (user_name gin_trgm_ops, account gin_trgm_ops, pinyin gin_trgm_ops);
create index on app_user (dept_id);
alter table dept add foreign key (manager) references app_user;
alter table dept_change add foreign key (changed_by) references app_user;

create table role (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[a-zA-Z][a-zA-Z0-9]{1,39}$'),
  name text not null unique,
  builtin boolean not null default false,
  sort integer not null default 1000,
  updated_at timestamptz not null default now()
);

create table user_role (
  user_id bigint not null references app_user,
  role_id bigint not null references role on delete cascade,
  from_date date,
  to_date date,
  primary key (user_id, role_id),
  check (from_date is null or to_date is null or from_date <= to_date)
);
create index on user_role (role_id);

-- Roles that one person must not hold together (maker and checker of the same matter).
create table role_exclusion (
  role_a bigint not null references role on delete cascade,
  role_b bigint not null references role on delete cascade,
  reason text not null,
  primary key (role_a, role_b),
  check (role_a < role_b)
);

create table menu (
  short_code text primary key,
  path text not null unique,
  name text not null,
  list text not null check (list in ('menuList', 'functionList')),
  parent text references menu deferrable initially deferred,
  sort integer not null default 0,
  -- Button codes that make sense here.
  buttons integer[] not null default '{}',
  -- Project-type pages read their buttons by the second set of names.
  second_set boolean not null default false,
  hidden boolean not null default false,
  updated_at timestamptz not null default now()
);
create index on menu (parent);

create table role_menu (
  role_id bigint not null references role on delete cascade,
  short_code text not null references menu on delete cascade,
  buttons integer[] not null default '{}',
  primary key (role_id, short_code)
);

create table role_scope (
  role_id bigint not null references role on delete cascade,
  scope text not null check (scope in ('self', 'dept', 'area', 'project', 'all')),
  primary key (role_id, scope)
);

create table role_class (
  role_id bigint not null references role on delete cascade,
  data_class text not null,
  primary key (role_id, data_class)
);

create table user_setting (
  user_id bigint not null references app_user,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);

create table permission_request (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  path text not null,
  reason text not null default '',
  created_at timestamptz not null default now()
);
create index on permission_request (user_id, path, created_at desc);

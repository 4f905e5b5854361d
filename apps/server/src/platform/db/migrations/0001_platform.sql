-- Sessions, sign-in, idempotency, audit, files, outbox: what every part stands on.

create table app_session (
  id bigint generated always as identity primary key,
  -- SHA-256 of the opaque token; the token itself is nowhere.
  token_hash bytea not null unique,
  user_id bigint not null,
  -- `full`, or `reset`: good for changing the password and nothing else.
  kind text not null default 'full' check (kind in ('full', 'reset')),
  device text not null default '',
  browser text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on app_session (user_id);
create index on app_session (expires_at);

create table login_attempt (
  id bigint generated always as identity primary key,
  account text not null,
  ip text not null,
  user_id bigint,
  ok boolean not null,
  reason text not null default '',
  device text not null default '',
  at timestamptz not null default now(),
  -- An administrator may unlock: what came before does not count any more.
  forgiven boolean not null default false
);
create index on login_attempt (account, at desc);
create index on login_attempt (ip, at desc);
create index on login_attempt (user_id, at desc) where ok;

create table rsa_key (
  id uuid primary key default gen_random_uuid(),
  private_key text not null,
  expires_at timestamptz not null
);

create table verification_code (
  id bigint generated always as identity primary key,
  phone text not null,
  code_hash bytea not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index on verification_code (phone, sent_at desc);

create table password_history (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  hash text not null,
  changed_at timestamptz not null default now()
);
create index on password_history (user_id, changed_at desc);

create table idempotency (
  actor bigint not null,
  key uuid not null,
  request_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index on idempotency (created_at);

-- Append-only. Rows are chained in order of commit by a writer of their own (`chained_at`), so that business transactions never wait for each other.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id bigint,
  user_name text not null default '',
  dept_id text,
  kind text not null,
  action text not null,
  object text not null default '',
  object_type text,
  object_id text,
  summary text not null default '',
  result text not null default '成功' check (result in ('成功', '失败', '拒绝')),
  before jsonb,
  after jsonb,
  ip text not null default '',
  device text not null default '',
  request_id text not null default ''
);
create index on audit_log (at desc);
create index on audit_log (user_id, at desc);
create index on audit_log (object_type, object_id);

create table audit_chain (
  seq bigint primary key,
  audit_id bigint not null unique references audit_log,
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '0A000';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_chain_append_only before update or delete on audit_chain for each row execute function refuse_change();

create table file (
  id bigint generated always as identity primary key,
  -- Part of the address, so that addresses cannot be counted through.
  secret text not null,
  name text not null,
  mime text not null,
  size bigint not null,
  sha256 bytea not null,
  has_thumbnail boolean not null default false,
  uploaded_by bigint not null,
  uploaded_at timestamptz not null default now()
);
create index on file (uploaded_by);

-- Which records a file belongs to: who may see one of them may fetch it.
create table file_link (
  file_id bigint not null references file on delete cascade,
  business_type text not null,
  business_id bigint not null,
  primary key (file_id, business_type, business_id)
);
create index on file_link (business_type, business_id);

create table attachment (
  id bigint generated always as identity primary key,
  file_id bigint not null references file,
  business_type text not null,
  business_id bigint not null,
  child_id text,
  child_type text,
  node text,
  name text not null,
  added_by bigint not null,
  added_at timestamptz not null default now(),
  removed_at timestamptz
);
create index on attachment (business_type, business_id) where removed_at is null;

create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index on outbox (id) where sent_at is null;

-- Messages to people outside the approval: codes, announcements. In demo mode administrators read the codes here.
create table message (
  id bigint generated always as identity primary key,
  kind text not null,
  channel text not null default '站内',
  user_id bigint,
  phone text,
  title text not null,
  body text not null default '',
  state text not null default '已发',
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index on message (user_id, created_at desc);

-- What open pages are told at once; kept for an hour, so that a reconnect misses nothing.
create table live_event (
  id bigint generated always as identity primary key,
  topic text not null,
  user_ids bigint[],
  data jsonb not null,
  at timestamptz not null default now()
);
create index on live_event (at);

create table event_ticket (
  hash bytea primary key,
  user_id bigint not null,
  expires_at timestamptz not null
);

-- 私开: supply that was taken while it was suspended, found on the spot. Agreed to by somebody else, the days are charged in full again (docs/adr/0022).
create table secret_use (
  id bigint generated always as identity primary key,
  no text not null unique,
  request_id uuid not null unique,
  -- The application that suspended it, and the days of it then.
  record_id bigint not null,
  community_id bigint not null references community,
  room_id bigint not null references room,
  fee_id bigint not null references fee,
  suspended daterange not null,
  found_day date not null,
  -- From which day on it is charged in full.
  used_from date not null,
  finding text not null,
  photos jsonb not null default '[]',
  state text not null default '待审核' check (state in ('待审核', '已补收', '已驳回')),
  -- What released bills came to more, and what of it was let off before, in fen.
  charged bigint not null default 0,
  bills text[] not null default '{}',
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  checked_by bigint references app_user,
  checked_at timestamptz,
  opinion text not null default '',
  check (checked_by is null or checked_by <> made_by),
  check (used_from <= found_day)
);
create unique index secret_use_waits on secret_use (room_id, fee_id) where state = '待审核';
create index on secret_use (community_id, state);
create index on secret_use (record_id);

-- 公告: written once, left with each person as a message. What goes to everybody waits for a second administrator.
create table announcement (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  -- Of the first in every list of announcements.
  pinned boolean not null default false,
  to_all boolean not null,
  dept_ids text[] not null default '{}',
  role_codes text[] not null default '{}',
  state text not null default '待确认' check (state in ('待确认', '已发布', '未通过')),
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  -- The second administrator; nobody where it went to some people only.
  decided_by bigint references app_user,
  decided_at timestamptz,
  note text not null default '',
  check (decided_by is distinct from created_by)
);
create index announcement_latest on announcement (created_at desc);
alter table message add column announcement_id bigint references announcement;
create unique index message_announcement on message (announcement_id, user_id) where announcement_id is not null;

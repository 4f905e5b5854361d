-- 我的收藏: technical documents that a person keeps at hand. A document is kept in all its versions, by the first of them (技术资料) or as the one that a
-- site's daily papers archived (d and its number).
create table tech_favorite (
  user_id bigint not null references app_user (id) on delete cascade,
  document text not null check (document ~ '^d?[0-9]{1,18}$'),
  added_at timestamptz not null default app_now(),
  primary key (user_id, document)
);

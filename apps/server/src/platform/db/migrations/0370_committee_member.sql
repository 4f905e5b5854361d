-- 委员会成员: who sits on the committee, as what and for how long.
create table committee_member (
  id bigint generated always as identity primary key,
  term text not null,
  position text not null check (position in ('主任', '副主任', '委员', '秘书')),
  member bigint not null references app_user,
  speciality text not null,
  duty text,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  saved_by bigint not null references app_user,
  saved_at timestamptz not null default app_now()
);
create index committee_member_member_idx on committee_member (member, from_on);
create unique index committee_member_head on committee_member (term) where position = '主任';

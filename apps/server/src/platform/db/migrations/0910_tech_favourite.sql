-- Technical documents that people keep at hand; all versions of one are one.
create table tech_favourite (
  user_id bigint not null references app_user on delete cascade,
  root bigint not null references tech_document on delete cascade,
  primary key (user_id, root)
);
create index on tech_favourite (root);

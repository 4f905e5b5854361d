-- Technical documents that people keep at hand: by the root of all versions, or, with a d before it, by the entry among a site's daily papers.
create table tech_favourite (
  user_id bigint not null references app_user on delete cascade,
  document text not null,
  primary key (user_id, document)
);

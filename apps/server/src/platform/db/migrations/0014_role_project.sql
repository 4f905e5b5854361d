-- Projects within which a role's scopes count; a role without any is not limited.
create table role_project (
  role_id bigint not null references role on delete cascade,
  project_code text not null references project on delete cascade,
  primary key (role_id, project_code)
);

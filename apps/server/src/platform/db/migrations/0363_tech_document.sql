-- 技术资料: drawings, calculations, manuals, version after version; the first version is the root of the others.
create table tech_document (
  id bigint generated always as identity primary key,
  root bigint references tech_document,
  project text not null references project,
  specialty text not null,
  doc_kind text not null,
  name text not null,
  drawing_no text,
  version integer not null check (version > 0),
  note text,
  made_on date not null,
  secrecy text not null,
  file jsonb not null,
  state text not null default '待审' check (state in ('待审', '退回', '已审核')),
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz not null default app_now(),
  audited_by bigint references app_user,
  audited_at timestamptz,
  opinion text,
  looks integer not null default 0,
  unique (root, version),
  check (audited_by <> uploaded_by),
  check ((state = '待审') = (audited_by is null))
);
-- A drawing number is one document of its project.
create unique index tech_document_drawing on tech_document (project, drawing_no, version) where drawing_no is not null;
create index on tech_document (project);

-- Large files that come in parts: what has come of each, so that an upload goes on after a lost network or a reload.
create table file_upload (
  id bigint generated always as identity primary key,
  name text not null,
  size bigint not null check (size > 0),
  -- When the file itself was last changed, in ms: name, size and this tell a file chosen again from another one.
  modified bigint not null,
  part_bytes integer not null check (part_bytes > 0),
  uploaded_by bigint not null references app_user,
  begun_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  -- While its parts are put together; old where that was broken off.
  joining_since timestamptz,
  -- Once it is whole.
  file_id bigint references file on delete cascade
);
create index on file_upload (uploaded_by);
create index on file_upload (touched_at);
create index on file_upload (file_id);

create table file_upload_part (
  upload_id bigint not null references file_upload on delete cascade,
  nth integer not null check (nth >= 0),
  -- Where its bytes lie in the store of files.
  key text not null,
  primary key (upload_id, nth)
);

-- 消息模板: what people changed of the program's own wordings, one row for each change; nothing is written over.
create table message_template (
  code text not null,
  version integer not null check (version > 0),
  text text not null,
  enabled boolean not null,
  saved_by bigint not null references app_user,
  saved_at timestamptz not null default app_now(),
  primary key (code, version)
);

-- Hours of China's day in which ordinary messages wait for the morning; the same twice: none. One row.
create table message_setting (
  one boolean primary key default true check (one),
  quiet_from integer not null check (quiet_from between 0 and 23),
  quiet_to integer not null check (quiet_to between 0 and 23)
);
insert into message_setting (quiet_from, quiet_to) values (21, 8);

alter table message
  -- By which wording it was said; version 0 is the program's own. Null where a person wrote it, or it is older than wordings.
  add column template text,
  add column template_version integer,
  -- What filled the wording.
  add column facts jsonb,
  -- Waits for the morning; set to null once it was told.
  add column held_until timestamptz,
  -- Told together with this one: of the same kind, to the same person, within five minutes.
  add column merged_into bigint references message;
create index message_held on message (held_until) where held_until is not null;
create index message_merged on message (merged_into) where merged_into is not null;

alter table wf_notice
  add column template text,
  add column template_version integer,
  -- Held for the night, not because what it tells of may still be undone.
  add column overnight boolean not null default false;
create index wf_notice_overnight on wf_notice (held_until) where overnight and held_until is not null;

-- An urgent announcement does not wait for the morning.
alter table announcement add column urgent boolean not null default false;

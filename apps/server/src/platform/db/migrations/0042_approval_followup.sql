-- What follows an agreement: what is kept of it after a return, the moment in which it may be undone, what people say about a record.

-- Agreements that a return made void, by step key as `agreed`: a step that watches certain fields takes its own up again while these stay the same.
alter table wf_instance add column kept jsonb not null default '{}';

-- Held back until then, while the person who caused it may still undo it; released by setting it to null.
alter table wf_notice add column held_until timestamptz;
-- The command that it tells of.
alter table wf_notice add column action_seq integer;
create index wf_notice_held on wf_notice (instance_id, action_seq) where held_until is not null;
alter table wf_notice drop constraint wf_notice_kind_check;
alter table wf_notice add constraint wf_notice_kind_check
  check (kind in ('todo', 'returned', 'ended', 'cc', 'urged', 'comment'));

-- A message is not handed over before this moment.
alter table outbox add column not_before timestamptz;

-- `undone`: left again because the agreement that led to it was taken back, before anybody had done anything there.
alter table wf_node_run drop constraint wf_node_run_state_check;
alter table wf_node_run add constraint wf_node_run_state_check
  check (state in ('active', 'done', 'returned', 'skipped', 'cancelled', 'undone'));

create table wf_comment (
  id bigint generated always as identity primary key,
  module_id text not null,
  biz_id bigint not null,
  author bigint not null,
  author_name text not null,
  content text not null,
  -- People named with @, who were told.
  mentions bigint[] not null default '{}',
  created_at timestamptz not null,
  -- Taken back by its author: that something was said stays, what was said does not.
  deleted_at timestamptz
);
create index wf_comment_record on wf_comment (module_id, biz_id, id);

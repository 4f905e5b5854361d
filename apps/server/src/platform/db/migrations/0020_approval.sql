-- Approval: published chains, instances, steps taken, tasks, the append-only log, and what people are told.
-- People and projects are named by id and code without foreign keys: history outlives both.

-- A chain as it was when a record was submitted under it. Never changes; a changed definition is the next version.
create table wf_definition (
  id bigint generated always as identity primary key,
  module_id text not null,
  version integer not null,
  hash text not null,
  chain jsonb not null,
  published_at timestamptz not null default now(),
  unique (module_id, version),
  unique (module_id, hash)
);

create table wf_instance (
  id bigint generated always as identity primary key,
  module_id text not null,
  biz_id bigint not null,
  definition_id bigint references wf_definition,
  status text not null default 'draft'
    check (status in ('draft', 'running', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  round integer not null default 1,
  -- Step keys to come back to after a direct return, innermost last.
  resume text[] not null default '{}',
  -- Steps that agreed in the pass under way: {"s1": {"by": ["12"], "auto": false}}.
  agreed jsonb not null default '{}',
  -- Who (not the applicant) handled a step since the last submission.
  handled_by bigint,
  current_run bigint,
  starter bigint not null,
  starter_dept text not null,
  project_code text,
  serial text,
  title text not null,
  amount numeric(20, 4),
  form_version integer not null default 0,
  form_hash text not null default '',
  lock_version integer not null default 0,
  -- Head of the hash chain in wf_action.
  seq integer not null default 0,
  head_hash text not null default '',
  urged_at timestamptz,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  finished_at timestamptz
);
-- One live approval a record; an ended one may be followed by another (submitted again after a withdrawal).
create unique index wf_instance_live on wf_instance (module_id, biz_id) where status in ('draft', 'running', 'returned');
create index wf_instance_record on wf_instance (module_id, biz_id, id desc);
create index wf_instance_starter on wf_instance (starter, id desc);

create table wf_node_run (
  id bigint generated always as identity primary key,
  instance_id bigint not null references wf_instance on delete cascade,
  module_id text not null,
  node_key text not null,
  step_index integer not null,
  round integer not null,
  -- Path of a parallel branch; '' on the trunk.
  branch text not null default '',
  name text not null,
  mode text not null check (mode in ('any', 'all', 'turn')),
  is_final boolean not null,
  state text not null check (state in ('active', 'done', 'returned', 'skipped', 'cancelled')),
  why text not null default '',
  -- Working hours between arrival and end, for the estimates.
  hours numeric(10, 2),
  created_at timestamptz not null,
  due_at timestamptz,
  ended_at timestamptz,
  unique (instance_id, node_key, round, branch)
);
-- How long a step of a module usually takes.
create index wf_node_run_hours on wf_node_run (module_id, node_key, ended_at) where state = 'done';
create unique index wf_node_run_active on wf_node_run (instance_id, branch) where state = 'active';

create table wf_task (
  id bigint generated always as identity primary key,
  run_id bigint not null references wf_node_run on delete cascade,
  instance_id bigint not null references wf_instance on delete cascade,
  position integer not null,
  -- `approve`, or `revise`: the applicant's after a return.
  kind text not null check (kind in ('approve', 'revise')),
  state text not null check (state in ('open', 'waiting', 'agreed', 'rejected', 'cancelled')),
  version integer not null default 1,
  -- The one person asked; null where several may take it (see candidates).
  assignee bigint,
  candidates bigint[] not null,
  why text not null default '',
  batchable boolean not null default false,
  claimed_by bigint,
  claimed_until timestamptz,
  handled_by bigint,
  handled_at timestamptz,
  opinion text,
  form_version integer,
  created_at timestamptz not null,
  due_at timestamptz,
  unique (run_id, position)
);
create unique index wf_task_open_assignee on wf_task (run_id, assignee) where state in ('open', 'waiting') and assignee is not null;
create index wf_task_instance on wf_task (instance_id);

-- Who may take which open task: rows exist only while the task is open, so the to-do list stays small whatever the history.
create table wf_task_actor (
  task_id bigint not null references wf_task on delete cascade,
  -- `u:<user>`; `r:<role>` and `d:<dept>` are open for groups that are not resolved to people.
  principal text not null,
  created_at timestamptz not null,
  primary key (task_id, principal)
);
create index wf_task_actor_principal on wf_task_actor (principal, created_at desc, task_id desc);

-- Everybody who started, was asked about, or got a copy of a record: they may always see it.
create table wf_participant (
  user_id bigint not null,
  module_id text not null,
  biz_id bigint not null,
  primary key (user_id, module_id, biz_id)
);
create index wf_participant_record on wf_participant (module_id, biz_id);

create table wf_action (
  id bigint generated always as identity primary key,
  instance_id bigint not null references wf_instance,
  seq integer not null,
  kind text not null,
  node_key text,
  node_name text,
  task_id bigint,
  actor bigint not null,
  actor_name text not null,
  opinion text,
  data jsonb not null,
  form_version integer not null,
  form_hash text not null,
  at timestamptz not null,
  prev_hash text not null,
  hash text not null,
  unique (instance_id, seq)
);
-- What a person handled, newest first.
create index wf_action_handled on wf_action (actor, at desc, id desc) where kind in ('approve', 'reject', 'transfer');

-- The content of a record at each version that a command met.
create table wf_form_snapshot (
  instance_id bigint not null references wf_instance on delete cascade,
  form_version integer not null,
  form_hash text not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (instance_id, form_version)
);

create table wf_cc (
  id bigint generated always as identity primary key,
  instance_id bigint not null references wf_instance on delete cascade,
  user_id bigint not null,
  sent_by bigint not null,
  opinion text,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (instance_id, user_id)
);
create index wf_cc_user on wf_cc (user_id, created_at desc, id desc);

create table wf_print_log (
  id bigint generated always as identity primary key,
  module_id text not null,
  biz_id bigint not null,
  copy integer not null,
  printed_by bigint not null,
  printed_at timestamptz not null default now(),
  head_hash text not null,
  unique (module_id, biz_id, copy)
);

create table wf_notice (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null check (kind in ('todo', 'returned', 'ended', 'cc', 'urged')),
  title text not null,
  module_id text not null,
  biz_id bigint not null,
  instance_id bigint not null references wf_instance on delete cascade,
  task_id bigint,
  project_code text,
  created_at timestamptz not null,
  read_at timestamptz
);
create index wf_notice_user on wf_notice (user_id, id desc);
create index wf_notice_task on wf_notice (task_id) where read_at is null;
create index wf_notice_unread on wf_notice (user_id, id desc) where read_at is null;

-- Opinions that a person writes again and again, most used first.
create table wf_phrase (
  user_id bigint not null,
  text text not null,
  uses integer not null default 1,
  used_at timestamptz not null default now(),
  primary key (user_id, text)
);

create function wf_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger wf_action_append_only before update or delete or truncate on wf_action
  for each statement execute function wf_refuse_change();
create trigger wf_definition_immutable before update or delete or truncate on wf_definition
  for each statement execute function wf_refuse_change();
create trigger wf_form_snapshot_immutable before update on wf_form_snapshot
  for each row execute function wf_refuse_change();

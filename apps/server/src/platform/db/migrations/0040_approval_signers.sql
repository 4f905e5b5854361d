-- Signers added to a step, delegated tasks, and steps decided by vote.

alter table wf_node_run drop constraint wf_node_run_mode_check;
alter table wf_node_run add constraint wf_node_run_mode_check check (mode in ('any', 'all', 'turn', 'vote'));

-- `sign`: asked by a handler of the step (加签); `delegate`: asked for an opinion in a handler's place (委派).
alter table wf_task drop constraint wf_task_kind_check;
alter table wf_task add constraint wf_task_kind_check check (kind in ('approve', 'revise', 'sign', 'delegate'));
alter table wf_task drop constraint wf_task_state_check;
alter table wf_task add constraint wf_task_state_check
  check (state in ('open', 'waiting', 'agreed', 'rejected', 'cancelled', 'removed'));
alter table wf_task
  -- Position of the task that it was added to, and before or after it.
  add column added_to integer,
  add column added_where text check (added_where in ('before', 'after', 'delegate')),
  -- How those added by one command decide among themselves; the command is known by the position of its first task.
  add column sign_mode text check (sign_mode in ('any', 'all', 'turn')),
  add column sign_group integer,
  add column added_by bigint,
  add constraint wf_task_added check (
    (kind in ('sign', 'delegate')) = (added_to is not null)
    and num_nulls(added_to, added_where, sign_mode, sign_group, added_by) in (0, 5)
  );

-- Who was delegated to, has handled it by saying what they think.
drop index wf_action_handled;
create index wf_action_handled on wf_action (actor, at desc, id desc) where kind in ('approve', 'reject', 'transfer', 'reply');

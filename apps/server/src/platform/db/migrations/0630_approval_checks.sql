-- Checks that every command paid for and that could not fail. Published chains are never changed or deleted (`wf_definition_immutable`); all
-- submissions of a module locked the same row of theirs. A task belongs to its step, which belongs to the approval and goes with it.
alter table wf_instance drop constraint wf_instance_definition_id_fkey;
alter table wf_task drop constraint wf_task_instance_id_fkey;

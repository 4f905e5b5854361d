-- A signature drawn by hand with an agreement, where the step asks for one: {"URL", "Size", "Name"}.
alter table wf_task add column signature jsonb;

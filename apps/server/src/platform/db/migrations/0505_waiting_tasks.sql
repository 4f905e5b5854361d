-- What is not somebody's turn yet is looked for by person before they leave; there is never much of it.
create index wf_task_waiting on wf_task using gin (candidates) where state = 'waiting';

-- What waits for people, among millions of tasks that do not: for the page of flows that are stuck.
create index wf_task_pending on wf_task (instance_id) where state in ('open', 'waiting');

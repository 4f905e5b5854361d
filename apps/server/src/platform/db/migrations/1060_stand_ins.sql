-- Who stands in at a task: { delegate: owner }. A function of its own, so that statements which hardly ever need it do not carry it with them.
create function stand_ins(task bigint, moment timestamptz) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(d.delegate, d.owner::text), '{}')
    from wf_task_actor a join running_delegations(moment) d on d.id = a.delegation_id
   where a.task_id = task
$$;

-- The applicant's own step takes no time: it is no part of how long steps take, and every submission would write it here.
drop index wf_node_run_hours;
create index wf_node_run_hours on wf_node_run (module_id, node_key, ended_at) where state = 'done' and step_index >= 0;

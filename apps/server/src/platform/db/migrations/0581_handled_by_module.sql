-- What a person handled is counted and paged by module without looking at the records: somebody with a million handled tasks asks every minute.
alter table wf_action add column module_id text;
alter table wf_action disable trigger wf_action_append_only;
update wf_action a set module_id = i.module_id from wf_instance i where i.id = a.instance_id;
alter table wf_action enable trigger wf_action_append_only;
alter table wf_action alter column module_id set not null;
create index wf_action_handled_module on wf_action (actor, module_id, at desc, id desc)
  where kind in ('approve', 'reject', 'transfer', 'reply');

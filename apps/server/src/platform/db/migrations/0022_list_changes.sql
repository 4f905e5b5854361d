-- What lets a list keep an exact total without counting again: every write to a module's records leaves a row here in its own transaction.
-- A total that was counted under some snapshot still holds as long as no row of a transaction that the snapshot did not see has become visible.

create table form_change (
  module_id text not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index form_change_module on form_change (module_id, xid);
create index form_change_age on form_change (at);

-- Taking part in an approval opens a record to a person, so it changes what their lists hold.
create function form_change_by_participants() returns trigger language plpgsql as $$
begin
  insert into form_change (module_id) select distinct module_id from touched;
  return null;
end $$;
create trigger wf_participant_added after insert on wf_participant
  referencing new table as touched for each statement execute function form_change_by_participants();
create trigger wf_participant_removed after delete on wf_participant
  referencing old table as touched for each statement execute function form_change_by_participants();

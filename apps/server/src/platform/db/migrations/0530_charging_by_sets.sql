-- A run makes a million bills, and a release as many transfers. Asking for the seven references of each bill took half the time of making it. What
-- they refer to is asked for once a statement now, held like a reference holds it, so that none of it goes meanwhile.
alter table bill
  drop constraint bill_community_id_fkey, drop constraint bill_room_id_fkey, drop constraint bill_fee_id_fkey, drop constraint bill_room_fee_id_fkey,
  drop constraint bill_price_id_fkey, drop constraint bill_payer_id_fkey, drop constraint bill_run_id_fkey;

create function bill_lacks(what text) returns void language plpgsql as $$
begin
  raise exception 'a bill without its %', what using errcode = 'foreign_key_violation', table = 'bill', constraint = 'bill_' || what;
end $$;

-- In one order of tables and rows, so that two who bill the same rooms never wait for each other in a ring. They are seen by a statement of its own
-- after they are held: whoever was about to take one away has done so, or waits.
create function bill_references(communities bigint[], runs bigint[], fees bigint[], prices bigint[], rooms bigint[], room_fees bigint[], payers bigint[])
returns void language plpgsql as $$
declare
  held bigint;
begin
  perform from community where id = any(communities) order by id for key share;
  get diagnostics held = row_count;
  if held <> cardinality(communities) then perform bill_lacks('community_id'); end if;
  perform from billing_run where id = any(runs) order by id for key share;
  get diagnostics held = row_count;
  if held <> cardinality(runs) then perform bill_lacks('run_id'); end if;
  perform from fee where id = any(fees) order by id for key share;
  get diagnostics held = row_count;
  if held <> cardinality(fees) then perform bill_lacks('fee_id'); end if;
  perform from fee_price where id = any(prices) order by id for key share;
  get diagnostics held = row_count;
  if held <> cardinality(prices) then perform bill_lacks('price_id'); end if;
  perform from room where id = any(rooms) order by id for key share;
  get diagnostics held = row_count;
  if held <> cardinality(rooms) then perform bill_lacks('room_id'); end if;
  perform from room_fee where id = any(room_fees) order by id for key share;
  get diagnostics held = row_count;
  if held <> cardinality(room_fees) then perform bill_lacks('room_fee_id'); end if;
  perform from party where id = any(payers) order by id for key share;
  get diagnostics held = row_count;
  if held <> cardinality(payers) then perform bill_lacks('payer_id'); end if;
end $$;

create function bill_references_of_added() returns trigger language plpgsql as $$
begin
  perform bill_references(
    array(select distinct community_id from added), array(select distinct run_id from added where run_id is not null),
    array(select distinct fee_id from added), array(select distinct price_id from added where price_id is not null),
    array(select distinct room_id from added), array(select distinct room_fee_id from added where room_fee_id is not null),
    array(select distinct payer_id from added where payer_id is not null));
  return null;
end $$;
create trigger bill_references_added after insert on bill
  referencing new table as added for each statement execute function bill_references_of_added();

-- Few bills ever change what they refer to (拆分合并), and those one by one: most updates are of what was paid, and pass this by.
create function bill_references_of_one() returns trigger language plpgsql as $$
begin
  perform bill_references(array[new.community_id], array_remove(array[new.run_id], null), array[new.fee_id], array_remove(array[new.price_id], null),
    array[new.room_id], array_remove(array[new.room_fee_id], null), array_remove(array[new.payer_id], null));
  return null;
end $$;
create trigger bill_references_moved after update of community_id, room_id, fee_id, room_fee_id, price_id, payer_id, run_id on bill for each row
  execute function bill_references_of_one();

-- The other side: what bills speak of stays. After the rows are gone, so that a bill that came meanwhile is seen; a transaction that sees nothing that
-- came since it began could not, and is refused.
create function bill_keeps() returns trigger language plpgsql as $$
declare
  held boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'rows of % go in a transaction that is read committed only', tg_table_name;
  end if;
  execute format('select exists (select from bill b where b.%I in (select id from gone))', tg_argv[0]) into held;
  if held then
    raise exception '% has bills', tg_table_name using errcode = 'foreign_key_violation', table = 'bill', constraint = 'bill_' || tg_argv[0];
  end if;
  return null;
end $$;
create function identity_stays() returns trigger language plpgsql as $$
begin
  raise exception '% keeps its id', tg_table_name using errcode = '55000';
end $$;
do $$
declare
  parent record;
begin
  for parent in select * from (values ('community', 'community_id'), ('billing_run', 'run_id'), ('fee', 'fee_id'), ('fee_price', 'price_id'),
      ('room', 'room_id'), ('room_fee', 'room_fee_id'), ('party', 'payer_id')) p(name, of) loop
    execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function bill_keeps(%L)',
      parent.name || '_bills_gone', parent.name, parent.of);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', parent.name || '_bills_kept', parent.name);
    execute format('create trigger %I before update of id on %I for each row when (old.id is distinct from new.id) execute function identity_stays()',
      parent.name || '_bills_moved', parent.name);
  end loop;
end $$;

-- Accounts stay for ever, as journals do: that one is there has to be seen once, and nothing has to be held.
create trigger ledger_account_stands before delete or truncate on ledger_account for each statement execute function ledger_stands();
create trigger ledger_account_keeps before update of id on ledger_account for each row when (old.id is distinct from new.id) execute function identity_stays();
alter table transfer drop constraint transfer_journal_id_fkey, drop constraint transfer_debit_fkey, drop constraint transfer_credit_fkey;
create function transfer_references() returns trigger language plpgsql as $$
declare
  lacking text;
begin
  select 'journal_id' into lacking from (select distinct journal_id as id from added) a where not exists (select from journal j where j.id = a.id) limit 1;
  if lacking is null then
    select 'debit or credit' into lacking from (select debit as id from added union select credit from added) a
      where not exists (select from ledger_account k where k.id = a.id) limit 1;
  end if;
  if lacking is not null then
    raise exception 'a transfer without its %', lacking using errcode = 'foreign_key_violation', table = 'transfer', constraint = 'transfer_references';
  end if;
  return null;
end $$;
create trigger transfer_references_added after insert on transfer
  referencing new table as added for each statement execute function transfer_references();

-- A bill that is released is written anew into each of its indexes. Those of reversals have no need of all the others; what is due is looked for among
-- what is open (0516); and bills of a fee are found by the index of periods, community by community.
alter table bill drop constraint bill_reverses_id_key;
create unique index bill_reverses on bill (reverses_id) where reverses_id is not null;
drop index bill_owed;
drop index bill_of_fee;
drop index bill_of_period;
create index bill_of_period on bill (community_id, period, fee_id);

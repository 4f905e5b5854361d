-- A release opens accounts by the ten thousand and then moves their balances. Each asked for its community twice: when it was opened, and when it was
-- moved in the transaction that had opened it. It is asked for once a statement now, as bills' are (0530); accounts are never taken away nor moved.
alter table ledger_account drop constraint ledger_account_community_id_fkey;

create function ledger_account_references() returns trigger language plpgsql as $$
declare
  wanted bigint[] := array(select distinct community_id from added);
  held bigint;
begin
  -- Most of what is booked opens none.
  if wanted = '{}' then return null; end if;
  perform from community where id = any(wanted) order by id for key share;
  get diagnostics held = row_count;
  if held <> cardinality(wanted) then
    raise exception 'an account without its community' using errcode = 'foreign_key_violation', table = 'ledger_account',
      constraint = 'ledger_account_community_id';
  end if;
  return null;
end $$;
create trigger ledger_account_references_added after insert on ledger_account
  referencing new table as added for each statement execute function ledger_account_references();

drop trigger ledger_account_keeps on ledger_account;
create trigger ledger_account_keeps before update of id, community_id on ledger_account for each row
  when ((old.id, old.community_id) is distinct from (new.id, new.community_id)) execute function identity_stays();

create function community_keeps_accounts() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'rows of % go in a transaction that is read committed only', tg_table_name;
  end if;
  if exists (select from ledger_account a where a.community_id in (select id from gone)) then
    raise exception 'a community has accounts' using errcode = 'foreign_key_violation', table = 'ledger_account',
      constraint = 'ledger_account_community_id';
  end if;
  return null;
end $$;
create trigger community_accounts_gone after delete on community
  referencing old table as gone for each statement execute function community_keeps_accounts();

-- A balance that moves stays beside the one before, so that none of the account's indexes is written.
alter table ledger_account set (fillfactor = 60);

-- Whether bills of a run were checked is said by the run alone: they wait as 待审核 until they are released, and are written once less.
update bill set state = '待审核' where state = '待发布';

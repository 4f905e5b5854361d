-- A charge writes less: what reverses nothing is no entry of these indexes.
alter table payment drop constraint payment_reverses_id_key;
create unique index payment_reverses_id_key on payment (reverses_id) where reverses_id is not null;
alter table journal drop constraint journal_reverses_id_key;
create unique index journal_reverses_id_key on journal (reverses_id) where reverses_id is not null;

-- The same as in 0521, worked out without a query of its own for each side.
create or replace function note_open() returns trigger language plpgsql as $$
declare
  was bigint := 0;
  now_is bigint := 0;
begin
  if tg_op <> 'INSERT' then was := open_of(old); end if;
  if tg_op <> 'DELETE' then now_is := open_of(new); end if;
  if tg_op = 'UPDATE' and old.community_id = new.community_id and old.fee_id = new.fee_id and old.period = new.period and old.due_day = new.due_day then
    if now_is <> was then
      insert into open_change (community_id, fee_id, period, due_day, open) values (new.community_id, new.fee_id, new.period, new.due_day, now_is - was);
    end if;
    return null;
  end if;
  if was <> 0 then
    insert into open_change (community_id, fee_id, period, due_day, open) values (old.community_id, old.fee_id, old.period, old.due_day, -was);
  end if;
  if now_is <> 0 then
    insert into open_change (community_id, fee_id, period, due_day, open) values (new.community_id, new.fee_id, new.period, new.due_day, now_is);
  end if;
  return null;
end $$;

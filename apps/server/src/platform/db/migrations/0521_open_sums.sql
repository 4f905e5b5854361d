-- What regular bills have open, added up by what reports ask for: a year's summary reads a handful of sums instead of a million bills. Whoever changes
-- a bill only writes down by how much, so that no two cashiers wait for the same sum; the clock adds that up.
create table open_sum (
  community_id bigint not null references community,
  fee_id bigint not null references fee,
  period text not null,
  due_day date not null,
  -- Fen.
  open bigint not null,
  primary key (community_id, fee_id, period, due_day)
);
create table open_change (
  id bigint generated always as identity primary key,
  community_id bigint not null,
  fee_id bigint not null,
  period text not null,
  due_day date not null,
  open bigint not null
);

create function open_of(b bill) returns bigint language sql immutable as
  $$ select case when b.state = '已发布' and b.kind in ('周期', '期初') then b.amount - b.reduced - b.settled else 0 end $$;

create function note_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.community_id, old.fee_id, old.period, old.due_day) = (new.community_id, new.fee_id, new.period, new.due_day) then
    insert into open_change (community_id, fee_id, period, due_day, open)
      select new.community_id, new.fee_id, new.period, new.due_day, open_of(new) - open_of(old) where open_of(new) <> open_of(old);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into open_change (community_id, fee_id, period, due_day, open)
      select old.community_id, old.fee_id, old.period, old.due_day, -open_of(old) where open_of(old) <> 0;
  end if;
  if tg_op <> 'DELETE' then
    insert into open_change (community_id, fee_id, period, due_day, open)
      select new.community_id, new.fee_id, new.period, new.due_day, open_of(new) where open_of(new) <> 0;
  end if;
  return null;
end $$;

create trigger open_added after insert on bill for each row when (new.state = '已发布') execute function note_open();
create trigger open_gone after delete on bill for each row when (old.state = '已发布') execute function note_open();
-- A release writes down its bills by their sums, and says so: a row for each of a million would be as much as the bills themselves.
create trigger open_changed after update on bill for each row
  when (current_setting('hengneng.open_by_sum', true) is distinct from 'on'
    and (old.state = '已发布' or new.state = '已发布')
    and (old.state, old.kind, old.amount, old.reduced, old.settled, old.community_id, old.fee_id, old.period, old.due_day)
      is distinct from (new.state, new.kind, new.amount, new.reduced, new.settled, new.community_id, new.fee_id, new.period, new.due_day))
  execute function note_open();

insert into open_sum (community_id, fee_id, period, due_day, open)
  select community_id, fee_id, period, due_day, sum(open_of(b)) from bill b where state = '已发布' group by 1, 2, 3, 4 having sum(open_of(b)) <> 0;

-- The forms of charging point at the registers and the ledger (docs/adr/0022): their books go. What an installation has in them is taken along where the
-- new tables know the room by its community and number; nothing of it is owed until somebody has checked it.

create temp table old_room on commit drop as
  select o.id as old, r.id as new, r.community_id as community from b_room o
    join b_community oc on oc.id = o.community join community c on c.name = oc.name
    join room r on r.community_id = c.id and r.full_code = o.room_name where not o.voided;
create temp table old_community on commit drop as
  select o.id as old, c.id as new from b_community o join community c on c.name = o.name where not o.voided;
create temp table old_fee on commit drop as
  select o.id as old, f.id as new from b_fee o join fee f on f.name = o.name where not o.voided;

-- Suspensions that stand.
insert into suspension (room_id, fee_id, span, keep_rate, source_module, source_id)
select r.new, f.new, daterange(o.stop_from, o.stop_to, '[]'), coalesce(o.keep_rate, 30), o.source_module, o.source_id
from b_room_fee o join old_room r on r.old = o.room join old_fee f on f.old = o.fee
where not o.voided and o.state = '停用' and o.stop_from is not null and (o.stop_to is null or o.stop_to >= o.stop_from)
  and not exists (select from suspension s where s.room_id = r.new and s.fee_id = f.new and not s.voided and s.span && daterange(o.stop_from, o.stop_to, '[]'));

-- What is still open becomes an opening run of each community, which people check and release as every other.
create temp table old_bill on commit drop as
  select o.id as old, nextval(pg_get_serial_sequence('bill', 'id')) as new, r.community, r.new as room, f.new as fee, o.month, o.period_from, o.period_to,
    o.due_on, o.bill_no, round((o.amount - coalesce(o.reduced, 0) - coalesce(o.paid, 0)) * 100)::bigint as fen,
    row_number() over (partition by r.community, o.month order by o.id) as n
  from b_bill o join old_room r on r.old = o.room join old_fee f on f.old = o.fee
  where not o.voided and o.state in ('未缴', '部分缴') and o.amount - coalesce(o.reduced, 0) - coalesce(o.paid, 0) > 0 and o.month ~ '^\d{4}-(0[1-9]|1[0-2])$';

insert into billing_run (no, community_id, kind, period, fee_ids, state, rooms, lines, amount, made_by)
select 'QC' || to_char(app_now(), 'YYYYMM') || '-' || c.code || '-00', c.id, '期初', to_char(app_now(), 'YYYY-MM'), array_agg(distinct b.fee), '待审核',
  count(distinct b.room), count(*), sum(b.fen), (select min(id) from app_user)
from old_bill b join community c on c.id = b.community group by c.id, c.code;

insert into bill_counter as k (community_id, period, last) select community, month, count(*) from old_bill group by 1, 2
on conflict (community_id, period) do update set last = k.last + excluded.last;

insert into bill (id, bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, unit_price, amount, due_day, payer_id, run_id, kind, state, note)
select b.new, 'ZD' || replace(b.month, '-', '') || c.code || lpad((k.last - count(*) over (partition by b.community, b.month) + b.n)::text, 6, '0'), b.community, b.room,
  b.fee, b.month, b.month, coalesce(b.period_from, (b.month || '-01')::date),
  greatest(coalesce(b.period_to, b.period_from, (b.month || '-01')::date), coalesce(b.period_from, (b.month || '-01')::date)) + 1, b.fen / 100.0, b.fen,
  coalesce(b.due_on, (b.month || '-01')::date), (select o.party_id from occupancy o where o.room_id = b.room and o.payer and o.span @> (b.month || '-01')::date),
  n.id, '期初', '待审核', b.bill_no
from old_bill b join community c on c.id = b.community join bill_counter k on k.community_id = b.community and k.period = b.month
  join billing_run n on n.community_id = b.community and n.no = 'QC' || to_char(app_now(), 'YYYYMM') || '-' || c.code || '-00';

-- What households have paid ahead, against the opening account.
do $$
declare
  own record;
  booked bigint;
begin
  for own in select r.community, r.new as room, round((o.paid_in - coalesce(o.used, 0) - coalesce(o.refunded, 0)) * 100)::bigint as fen
    from b_room_account o join old_room r on r.old = o.room where not o.voided and o.paid_in > coalesce(o.used, 0) + coalesce(o.refunded, 0) order by o.id
  loop
    insert into ledger_account (community_id, kind, ref, kept, balance) values (own.community, '预存', own.room, true, -own.fen)
      on conflict (community_id, kind, ref, fee_id) do update set balance = ledger_account.balance - own.fen;
    insert into ledger_account (community_id, kind, kept) values (own.community, '期初', false) on conflict (community_id, kind, ref, fee_id) do nothing;
    insert into journal (community_id, kind, day, source, source_id, memo) values
      (own.community, '期初', (app_now() at time zone 'Asia/Shanghai')::date, 'room', own.room, '预存转入') returning id into booked;
    insert into transfer (journal_id, debit, credit, amount)
      select booked, d.id, c.id, own.fen from ledger_account d, ledger_account c where d.community_id = own.community and d.kind = '期初' and d.ref = 0 and d.fee_id = 0
        and c.community_id = own.community and c.kind = '预存' and c.ref = own.room and c.fee_id = 0;
  end loop;
end $$;

-- What points at the books points at the new tables; a room that these do not know is none.
do $$
declare
  at record;
begin
  for at in select * from (values
      ('f_suspend', 'room', 'old_room'), ('f_charge_pre_open', 'main_room', 'old_room'), ('f_charge_pre_open_lines', 'room', 'old_room'),
      ('f_measurement_charge_readings', 'room', 'old_room'), ('f_user_complaint', 'room', 'old_room'), ('b_room_record', 'room', 'old_room'),
      ('b_owner_message', 'room', 'old_room'), ('b_property_invoice', 'room', 'old_room'), ('b_room_meter', 'room', 'old_room'),
      ('b_meter_charge', 'room', 'old_room'), ('b_bill_relief', 'room', 'old_room'),
      ('f_suspend', 'community', 'old_community'), ('f_charge_pre_open', 'community', 'old_community'), ('f_user_complaint', 'community', 'old_community'),
      ('b_property_invoice', 'community', 'old_community'), ('b_bill_relief', 'community', 'old_community'),
      ('f_suspend', 'fee', 'old_fee'), ('f_charge_pre_open_lines', 'fee', 'old_fee'),
      ('f_suspend_bills', 'bill', 'old_bill'), ('f_charge_pre_open_lines', 'bill', 'old_bill')) as x (t, c, m)
  loop
    execute format('update %1$I t set %2$I = (select m.new from %3$I m where m.old = t.%2$I) where t.%2$I is not null', at.t, at.c, at.m);
  end loop;
end $$;

drop table b_charge_flow, b_room_account, b_bill, b_room_fee, b_fee, b_room, b_community;

-- 物业发票台账: what was taken back of an invoice.
alter table b_property_invoice add column reversed numeric(18,2); -- 已冲红（元）
alter table b_property_invoice drop constraint b_property_invoice_limit_1;
alter table b_property_invoice add constraint b_property_invoice_limit_1
  check (coalesce(received, 0) >= 0 and coalesce(reversed, 0) >= 0 and coalesce(received, 0) + coalesce(reversed, 0) <= greatest(coalesce(amount, 0), 0));

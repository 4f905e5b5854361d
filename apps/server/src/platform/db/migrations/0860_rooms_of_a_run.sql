-- A run may be of chosen rooms: who asks for an invoice of a month to come is billed it, and nobody else.
alter table billing_run add column room_ids bigint[] check (cardinality(room_ids) > 0);

-- What was paid for a bill before its release is kept for that bill, so that no other takes it.
alter table bill add column paid_ahead bigint not null default 0 check (paid_ahead >= 0);
create index bill_paid_ahead on bill (room_id) where paid_ahead > 0;

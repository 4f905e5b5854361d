-- What reports read instead of a whole ledger, and instead of all bills.

-- Days on which a community's ledger has something. A day that is summed has its movements in income_fact; booking into it takes that back.
create table ledger_day (
  community_id bigint not null references community,
  day date not null,
  summed boolean not null default false,
  primary key (community_id, day)
);
-- Every day is added up anew, by the clock.
drop table income_day;
truncate income_fact;
insert into ledger_day (community_id, day) select distinct community_id, day from journal;

-- Bills with something open: few among all, and what arrears, ages and a household's figures are about.
create index bill_open on bill (community_id, room_id, due_day) include (fee_id, kind, period, amount, reduced, settled)
  where state = '已发布' and kind <> '红冲' and kind <> '违约金' and amount > reduced + settled;

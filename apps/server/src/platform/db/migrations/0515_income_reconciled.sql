-- 渠道对账: money of ours that no statement has, and what was found out about it. A line of a statement keeps its own note.
create table tender_handled (
  tender_id bigint primary key references tender,
  note text not null check (note <> ''),
  handled_by bigint not null references app_user,
  handled_at timestamptz not null default app_now()
);
create index journal_by_time on journal (community_id, created_at);

-- 收入报表: movements of days that are over, added up; the ledger only grows, so that a day with as many journals as before is the same day.
create table income_day (
  community_id bigint not null references community,
  day date not null,
  journals integer not null,
  primary key (community_id, day)
);
create table income_fact (
  community_id bigint not null references community,
  booked date not null,
  -- The first day of the month that the bill counts to, and when it was released.
  month_day date,
  released_on date,
  fee_id bigint,
  tender text,
  cashier_id bigint,
  cls text not null,
  -- Fen.
  amount bigint not null
);
create index on income_fact (community_id, booked);

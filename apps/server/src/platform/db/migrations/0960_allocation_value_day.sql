-- When money came that is booked to another day (a bank's line of a day that was closed): the bills' penalty stops there.
-- Null where that is the day itself. A reversal has the one of what it takes back, so that penalty runs as if nothing had been paid.
alter table allocation add column value_day date;
update allocation a set value_day = l.day
  from payment p left join payment o on o.id = p.reverses_id join statement_line l on l.id = coalesce(p.line_id, o.line_id)
  where a.payment_id = p.id;

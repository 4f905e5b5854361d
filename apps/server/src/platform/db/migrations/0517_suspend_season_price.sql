-- The price of an application for 停用 is that of a season. Of what is charged by the month or the quarter it was that of one cycle over the days of a
-- year, and what it came to was too low by as much.
update f_suspend s set unit_price = n.price, full_fee = round(n.whole, 2), keep_fee = round(n.whole * s.keep_rate / 100, 2),
    reduce_fee = round(n.whole * (1 - s.keep_rate / 100), 2)
  from (
    select x.id, x.unit_price * t.times as price, x.use_area * x.unit_price * t.times * x.stop_days / x.season_days as whole
    from f_suspend x join fee f on f.id = x.fee join (values ('月', 12), ('季', 4)) as t (cycle, times) on t.cycle = f.cycle
    where x.season_days = 365 and exists (select from fee_price v where v.fee_id = f.id and v.unit_price = x.unit_price)
  ) n where n.id = s.id;

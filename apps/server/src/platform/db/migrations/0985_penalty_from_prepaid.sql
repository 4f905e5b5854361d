-- Penalty that was paid from a prepayment was added up as if it had gone out. The clock adds those days up again.
update ledger_day k set summed = false
where summed and exists (select from income_fact f where f.community_id = k.community_id and f.booked = k.day and f.cls = '抵违约金');

-- What a bill was made anew as: the explainer, and who ends a suspension, ask by the bill and went through all of them.
create index bill_replaces on bill (replaces_id) where replaces_id is not null;

-- Who asks for supply again lets nothing off: without an end its days were one, and counted as money expected less.
update f_suspend set stop_days = null, full_fee = null, keep_fee = null, reduce_fee = null where apply_type = '恢复使用' and end_date is null;

-- 渠道对账: which line of a statement a payment was taken for (收作缴费), so that taking it back makes the line wait again.
alter table payment add column line_id bigint references statement_line on delete set null;
create index on payment (line_id) where line_id is not null;

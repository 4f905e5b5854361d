-- The account that customers pay to, as it was when the period was cut: printed confirmations keep it, whatever is bound since.
alter table settle_cut add column payee jsonb;

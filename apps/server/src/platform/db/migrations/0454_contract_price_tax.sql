-- The tax that a price of a contract includes, in %; null where nobody has said it yet.
alter table contract_price add column tax_rate numeric(7,4) check (tax_rate between 0 and 100);
-- Prices that a contract's own document brought were signed with a rate.
update contract_price p set tax_rate = s.tax_rate from f_emc_operate_contract_prices s
  where p.source_module = 'EMCOperateContract' and p.source_id = s.parent_id and p.unit = s.bill_basis and p.price = s.unit_price
    and p.valid_from = s.valid_from and s.tax_rate between 0 and 100;

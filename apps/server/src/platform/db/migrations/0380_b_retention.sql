-- 质保金台账 (retention): its definition changed. What a payment under way takes up is held.
alter table b_retention add column pay_pending numeric(18,2); -- 在途（元）
alter table b_retention drop constraint b_retention_limit_1;
alter table b_retention add constraint b_retention_limit_1
  check (coalesce(pay_pending, 0) >= 0 and coalesce(paid, 0) >= 0 and coalesce(pay_pending, 0) + coalesce(paid, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_retention drop constraint b_retention_in_use;
alter table b_retention add constraint b_retention_in_use
  check (not voided or (coalesce(pay_pending, 0) = 0 and coalesce(paid, 0) = 0));

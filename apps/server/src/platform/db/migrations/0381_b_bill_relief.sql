-- 账单减免台账 (billRelief): its definition changed.
alter table b_bill_relief add column pending numeric(18,2); -- 抵减在途（元）
alter table b_bill_relief add column deducted numeric(18,2); -- 已抵减（元）
alter table b_bill_relief add constraint b_bill_relief_limit_1
  check (coalesce(pending, 0) >= 0 and coalesce(deducted, 0) >= 0 and coalesce(pending, 0) + coalesce(deducted, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_bill_relief add constraint b_bill_relief_in_use
  check (not voided or coalesce(pending, 0) = 0 and coalesce(deducted, 0) = 0);

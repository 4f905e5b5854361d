-- 资金预算 (fundBudget): its definition changed.
alter table f_fund_budget_lines add column plan_amount numeric(18,2); -- 测算金额（元）

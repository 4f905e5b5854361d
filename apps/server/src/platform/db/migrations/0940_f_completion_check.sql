-- 竣工验收 (completionCheck): its definition changed.
alter table f_completion_check add column cut_rate numeric(12,4); -- 核减率
alter table f_completion_check add column warranty_from date; -- 质保起
alter table f_completion_check add column warranty_to date; -- 质保止

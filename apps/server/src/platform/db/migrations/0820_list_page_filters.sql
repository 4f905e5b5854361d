-- 暖通咨询列表 is narrowed by its leader and by the day on which a scheme is due.
create index f_consult_hvac_leader_idx on f_consult (hvac_leader);
create index f_consult_plan_due_idx on f_consult (plan_due);

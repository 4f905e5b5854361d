-- 退场交接 (outHandover): its definition changed.
alter table f_out_handover_meters add column read_kind text; -- 读数情形
alter table f_out_handover_meters add column old_final numeric(20,2); -- 旧表止码
alter table f_out_handover_meters add column new_initial numeric(20,2); -- 新表起码
alter table f_out_handover_meters add column full_scale numeric(20,2); -- 满码值
-- What was written before was read straight on.
update f_out_handover_meters set read_kind = '正常';

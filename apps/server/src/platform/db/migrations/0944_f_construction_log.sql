-- 施工日志 (constructionLog): its definition changed.
alter table f_construction_log add column stop_party text; -- 停工责任方
alter table f_construction_log add column late_why text; -- 补填原因
alter table f_construction_log_progress add column far_over integer; -- 超清单量5%

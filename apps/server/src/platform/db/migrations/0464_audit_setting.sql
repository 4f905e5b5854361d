-- What was changed of one thing that is set up, the latest first: the page of a project tells it.
create index audit_log_setting on audit_log (object, id desc) where kind = '系统设置';

-- A record is found by the beginning of its number, whoever filed it.
create index wf_instance_serial on wf_instance (upper(serial) text_pattern_ops) where serial is not null;

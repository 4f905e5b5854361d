-- Which record a letter is about: its serial is named when it is sent, as by then it has one.
alter table mail add column module_id text;
alter table mail add column biz_id bigint;

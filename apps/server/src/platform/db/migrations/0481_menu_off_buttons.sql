-- Buttons that the administrators took off a page, whatever roles were granted there. What a page has follows the program; what is off stays theirs.
alter table menu add column off_buttons integer[] not null default '{}';

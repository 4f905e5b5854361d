-- What somebody was told by who brought them into a step, besides why they have it.
alter table wf_task add column asked text;
update wf_task set asked = why where why ~ '^[^；：]+?(前加签|后加签|委派|转办)：.+$';

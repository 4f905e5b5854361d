-- Reminders of the browser are chosen by topic now, beside e-mail; who had them on goes on having all of them.
insert into user_setting (user_id, key, value)
select user_id, 'notice.ways', '{"desktop": ["todo", "urged", "returned", "ended", "cc", "reminder", "system"], "email": []}'::jsonb
  from user_setting where key = 'notice.desktop' and value = 'true'::jsonb
on conflict (user_id, key) do nothing;
delete from user_setting where key = 'notice.desktop';

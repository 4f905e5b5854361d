-- Who gave a device the name, number and place that 设备名称设置 shows, and when; null where nobody has since it was put up.
alter table device add column named_by bigint references app_user, add column named_at timestamptz;

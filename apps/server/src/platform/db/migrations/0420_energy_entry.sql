-- What entry asks of a project besides its cuts and locks.
alter table operational_setting
  -- 必拍照表计, besides those that settle.
  add column photo_meters bigint[] not null default '{}',
  -- 运行参数频次, hours.
  add column param_hours integer not null default 2 check (param_hours in (1, 2, 4)),
  -- 班次: [{"name": "早班", "from": 480, "to": 960, "people": 2}], minutes; together they cover the day.
  add column shifts jsonb not null default '[]',
  -- 缺录提醒时刻, minutes after midnight; and after how many hours the area's manager is told.
  add column remind_minutes integer not null default 600 check (remind_minutes between 0 and 1440),
  add column escalate_hours integer not null default 4 check (escalate_hours between 1 and 72),
  add column reason text not null default '';

alter table deviation_setting add column reason text not null default '';

-- Of a meter's readings the last before an instant is asked for with every sheet.
create index manual_reading_last_idx on manual_reading (meter_id, register, at desc) where value is not null;

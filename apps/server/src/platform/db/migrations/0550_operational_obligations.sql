-- What a project must enter each day, and who is told when it did not.
alter table operational_setting
  -- 必录类别: codes of energies at the top of the tree; none named: all of them.
  add column required text[] not null default '{}',
  -- 缺录提醒对象; nobody named: nobody is told.
  add column remind_to text[] not null default '{}'
    check (remind_to <@ array['manager', 'operators', 'areaManager']);

-- That people were told of a day, once each; also where nothing was missing then, so that it is not looked at again.
create table entry_reminder (
  project_code text not null references project,
  -- Calendar day on which the readings were due.
  day date not null,
  kind text not null check (kind in ('remind', 'escalate')),
  missing integer not null check (missing >= 0),
  told bigint[] not null default '{}',
  at timestamptz not null default app_now(),
  primary key (project_code, day, kind)
);

-- Ways by which nothing goes out for the time being; what is due by them waits.
create table channel_stop (
  channel text primary key check (channel in ('短信', '邮件')),
  reason text not null,
  stopped_by bigint not null references app_user,
  stopped_at timestamptz not null
);

-- 任务看板: how far a run is that takes its time, as it last said; of one that failed, how far it came.
create table job_progress (
  job uuid primary key,
  done integer not null check (done >= 0),
  total integer not null check (total >= done),
  at timestamptz not null default now()
);
create index on job_progress (at);

-- 消息管理: when what was told reached somebody: their open pages have fetched it.
alter table message add column delivered_at timestamptz;
alter table wf_notice add column delivered_at timestamptz;
alter table follow_up_reader add column delivered_at timestamptz;
create index message_undelivered on message (user_id) where delivered_at is null and read_at is null and channel = '站内';
create index wf_notice_undelivered on wf_notice (user_id) where delivered_at is null and read_at is null;
create index follow_up_undelivered on follow_up_reader (user_id) where delivered_at is null and read_at is null;

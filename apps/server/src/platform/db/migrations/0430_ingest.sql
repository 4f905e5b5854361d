-- Gateways that send readings, what came of what they sent, and the partitions that take it (docs/ingest.md).

create table gateway (
  id bigint generated always as identity primary key,
  -- Its name on the wire: user name over HTTP and MQTT, and a level of its topics.
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{3,40}$'),
  name text not null,
  project_code text not null references project,
  enabled boolean not null default true,
  -- SHA-256 of 256 random bits; the bits themselves are shown once, to whoever has them issued.
  secret_hash bytea not null,
  secret_at timestamptz not null default app_now(),
  -- When it last sent anything, and the latest instant that it has read a meter at.
  last_seen_at timestamptz,
  last_event_at timestamptz,
  version integer not null default 1,
  created_by bigint references app_user,
  created_at timestamptz not null default app_now()
);
create index on gateway (project_code);

-- What came of a gateway's samples, by the day on which they came.
create table gateway_count (
  gateway_id bigint not null references gateway,
  day date not null,
  batches integer not null default 0,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  conflicts bigint not null default 0,
  refused bigint not null default 0,
  primary key (gateway_id, day)
);

-- A row for each statement that changes what a sample is checked against, so that processes know when what they keep of it is old. Rows are only
-- added: nobody waits for anybody. Numbers of rows and the last of them say whether anything was committed since.
create table meter_touch (id bigint generated always as identity primary key);

create function touch_meters() returns trigger language plpgsql as $$
begin
  insert into meter_touch default values;
  return null;
end $$;
create trigger meter_touched after insert or update or delete on meter for each statement execute function touch_meters();
create trigger meter_install_touched after insert or update or delete on meter_install for each statement execute function touch_meters();
create trigger device_touched after update of point_code, code, project_code on device for each statement execute function touch_meters();

-- The partition of a day of China's calendar, made where it is missing. Rows that lie in the rest (a backup was read back) move into it.
create function reading_hot_open(of_day date) returns void language plpgsql as $$
declare
  part text := 'reading_hot_' || to_char(of_day, 'YYYYMMDD');
  first_instant timestamptz := of_day::timestamp at time zone 'Asia/Shanghai';
  next_instant timestamptz := (of_day + 1)::timestamp at time zone 'Asia/Shanghai';
begin
  -- One at a time, without keeping anybody from adding rows. A lock of the table, unlike an advisory one, makes the next see what the first made.
  lock table reading_hot in share update exclusive mode;
  if exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reading_hot'::regclass and c.relname = part) then return; end if;
  execute format('create table %I (like reading_hot including all)', part);
  execute format('with moved as (delete from reading_hot_rest where at >= %L and at < %L returning *) insert into %I select * from moved',
    first_instant, next_instant, part);
  execute format('alter table reading_hot attach partition %I for values from (%L) to (%L)', part, first_instant, next_instant);
end $$;

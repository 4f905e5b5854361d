-- Samples of a burst as they came: a row a batch, filed under their meters and days within the minute (docs/ingest.md). Checked already; whether an
-- instant was there before is known when they are filed.
create table reading_arrival (
  id bigint generated always as identity primary key,
  gateway_id bigint not null references gateway,
  project_code text not null references project,
  -- The day on which it was counted for the gateway.
  day date not null,
  -- Meters, registers, instants and values (modules/energy/ingest/arrivals.ts).
  samples text not null
);
create index on reading_arrival (project_code);
create index on reading_arrival (gateway_id);

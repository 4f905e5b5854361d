-- 催收记录: how customers were asked for what they owe under a contract, and when they said that they would pay.
create table collection_note (
  id bigint generated always as identity primary key,
  contract text not null references contract,
  called_on date not null,
  way text not null,
  counterpart text not null,
  content text not null,
  promised_on date,
  promised_amount numeric(18,2) check (promised_amount > 0),
  collector bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  -- The day on which the collector was told that the promise was not kept.
  told_on date,
  check (promised_on is null or promised_on >= called_on),
  check (promised_amount is null or promised_on is not null)
);
create index on collection_note (contract, called_on);
create index on collection_note (promised_on) where told_on is null;

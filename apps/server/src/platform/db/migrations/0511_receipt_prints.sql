-- Each copy of a receipt (docs/adr/0022): which it is, and the code on it by which anybody who holds the paper can have it checked.
create table receipt_print (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  -- 1 is the first; what comes after is 补打.
  nth integer not null check (nth > 0),
  format text not null,
  -- Too long to be guessed.
  code text not null unique check (code ~ '^r[0-9a-f]{32}$'),
  printed_by bigint not null references app_user,
  printed_at timestamptz not null default app_now(),
  unique (payment_id, nth)
);

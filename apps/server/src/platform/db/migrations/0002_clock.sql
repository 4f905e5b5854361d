-- The one clock of SQL: the moment that the transaction was told (`app.now`), else the given one. Business times stand on it.
create function app_now(otherwise timestamptz default now()) returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, otherwise)
$$;

-- Rows that carry business times take them from the clock of their transaction. What serves sign-in, delivery and the installation itself
-- (sessions, keys, idempotency, outbox, events, migrations, published chains) stays with the server's own time.
do $$
declare
  col record;
begin
  for col in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_default = 'now()' and table_name not in ('app_session', 'login_attempt', 'verification_code',
      'password_history', 'idempotency', 'outbox', 'live_event', 'event_ticket', 'migration', 'wf_definition')
  loop
    execute format('alter table %I alter column %I set default app_now()', col.table_name, col.column_name);
  end loop;
end $$;
alter table audit_log alter column at set default app_now(clock_timestamp());

-- 发客户 by e-mail: the version as an attachment, one letter an address, and what became of it.
create table energy_report_mail (
  id bigint generated always as identity primary key,
  send_id bigint not null references energy_report_send,
  address text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'dropped')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default app_now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  unique (send_id, address)
);

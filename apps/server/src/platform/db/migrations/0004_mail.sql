-- E-mail of notices, one row for each notice that a person wants by e-mail. Written with the notice, sent by a job after the commit.
create table mail (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  -- What it is about, as people choose by it.
  topic text not null,
  title text not null,
  -- Where it opens in the product.
  path text,
  -- `sending` is written before the server of the mail is spoken to: whatever breaks off then is not sent a second time.
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'dropped')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_queued on mail (user_id, id) where state = 'queued';
create index mail_sending on mail (id) where state = 'sending';

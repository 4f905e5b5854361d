-- 渠道对账 (docs/adr/0022): files of channels as they were brought in, each once; refunds, which carry a number of their own beside that of what they give back.
create table statement_file (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  channel text not null check (channel in ('微信', '支付宝', '银行')),
  file_name text not null,
  -- Of its bytes: the same file is brought in once, wherever.
  sha256 text not null unique,
  lines integer not null,
  added integer not null,
  first_day date not null,
  last_day date not null,
  imported_by bigint not null references app_user,
  imported_at timestamptz not null default app_now()
);
create index on statement_file (community_id, first_day);

alter table statement_line
  add column file_id bigint references statement_file,
  -- What a refund gives back: our own reversal carries that number.
  add column of_ref text not null default '',
  -- Taken apart by hand: the program does not put it together again.
  add column apart boolean not null default false;
create index on statement_line (file_id);
create index on statement_line (of_ref) where of_ref <> '';
create index on tender (ref_no) where ref_no <> '';

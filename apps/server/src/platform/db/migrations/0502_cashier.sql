-- 收费台 (docs/adr/0022): shifts, payments, receipts without gaps, days that were closed, statements of banks and channels.
create table shift (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  cashier_id bigint not null references app_user,
  opened_at timestamptz not null default app_now(),
  -- 备用金.
  float_amount bigint not null default 0 check (float_amount >= 0),
  state text not null default '开班' check (state in ('开班', '待复核', '已交班')),
  -- {"100": 3, …, "0.1": 2}
  counted jsonb,
  counted_amount bigint,
  system_amount bigint,
  difference bigint,
  reason text not null default '',
  closed_at timestamptz,
  checked_by bigint references app_user,
  checked_at timestamptz,
  version integer not null default 1,
  check (checked_by is null or checked_by <> cashier_id)
);
create unique index shift_one_open on shift (community_id, cashier_id) where state <> '已交班';
create index on shift (community_id, opened_at);

create table receipt_book (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  kind text not null default '收据' check (kind in ('收据', '押金单')),
  no text not null,
  prefix text not null default '',
  first_no bigint not null check (first_no > 0),
  last_no bigint not null,
  next_no bigint not null,
  holder_id bigint not null references app_user,
  state text not null default '在用' check (state in ('备用', '在用', '用完', '停用')),
  created_at timestamptz not null default app_now(),
  unique (community_id, no),
  check (first_no <= last_no and next_no between first_no and last_no + 1),
  constraint receipt_book_no_overlap exclude using gist (kind with =, prefix with =, int8range(first_no, last_no, '[]') with &&)
);
create unique index receipt_book_in_use on receipt_book (community_id, holder_id, kind) where state = '在用';

create table payment (
  id bigint generated always as identity primary key,
  -- Given by the page for one intended act: what is sent twice happens once.
  request_id uuid not null unique,
  request_hash text not null,
  community_id bigint not null references community,
  room_id bigint references room,
  payer text not null default '',
  shift_id bigint references shift,
  kind text not null check (kind in ('收款', '预存', '临时收费', '抵扣', '退款', '红冲', '回款')),
  -- What was taken for bills and penalty, kept for later, and handed back over the counter. Negative where money goes out.
  amount bigint not null,
  to_prepay bigint not null default 0,
  change_amount bigint not null default 0 check (change_amount >= 0),
  day date not null,
  state text not null default '正常' check (state in ('正常', '待确认', '已红冲', '已失败')),
  reverses_id bigint unique references payment,
  reason text not null default '',
  remark text not null default '',
  receipt_book_id bigint references receipt_book,
  receipt_no bigint,
  receipt_text text,
  printed integer not null default 0,
  journal_id bigint references journal,
  -- What was answered, to be answered again.
  answer jsonb not null default '{}',
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  checked_by bigint references app_user,
  unique (receipt_book_id, receipt_no),
  check ((receipt_book_id is null) = (receipt_no is null)),
  check (checked_by is null or checked_by <> made_by)
);
create index on payment (room_id, made_at desc);
create index on payment (community_id, day);
create index on payment (shift_id);
create index on payment (receipt_text);

create table tender (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  kind text not null check (kind in ('现金', '微信', '支付宝', 'POS', '转账', '支票', '预存')),
  amount bigint not null check (amount <> 0),
  -- Of a bank or a channel; unique, so that one transaction of theirs is one of ours.
  ref_no text not null default '',
  ref_day date
);
create index on tender (payment_id);
create unique index tender_ref_once on tender (kind, ref_no) where ref_no <> '' and amount > 0 and kind <> '预存';

create table allocation (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  bill_id bigint not null references bill,
  principal bigint not null default 0,
  penalty bigint not null default 0,
  -- How penalty was worked out: [{from, to, principal, days, rate}].
  calc jsonb,
  day date not null,
  check (principal <> 0 or penalty <> 0)
);
create index on allocation (payment_id);
create index on allocation (bill_id);
create index on allocation (day);

create table day_close (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  day date not null,
  cash bigint not null,
  deposit_no text not null,
  deposit_amount bigint not null,
  -- [{channel, system, statement, reason}]
  channels jsonb not null default '[]',
  note text not null default '',
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  unique (community_id, day)
);

create table statement_line (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  channel text not null check (channel in ('微信', '支付宝', '银行')),
  ref_no text not null,
  day date not null,
  amount bigint not null,
  fee bigint not null default 0,
  payer text not null default '',
  tender_id bigint unique references tender,
  state text not null default '待查' check (state in ('平', '待查', '已处理')),
  note text not null default '',
  handled_by bigint references app_user,
  imported_by bigint not null references app_user,
  imported_at timestamptz not null default app_now(),
  unique (channel, ref_no)
);
create index on statement_line (community_id, day);

create table income_review (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- The report's rows as they were, and the SHA-256 of their canonical text.
  snapshot jsonb not null,
  hash text not null,
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  undone_by bigint references app_user,
  undone_at timestamptz,
  undo_reason text not null default ''
);
create unique index income_review_stands on income_review (community_id, month) where undone_at is null;

-- What 0501 to 0503 laid down, as it came to be used.

-- An invoice ahead of its bill: owed, and not income yet.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in
  ('应收', '预存', '押金', '预开票', '预开应收', '现金', '银行', '微信', '支付宝', 'POS', '支票', '收入', '违约金收入', '减免', '待处理长短款', '销项税额', '代收', '坏账', '期初'));

-- One intended act is one by the platform's keys; request_id stays unique besides. No payment ever waited.
alter table payment drop column request_hash, drop column answer, drop constraint payment_state_check;
alter table payment add constraint payment_state_check check (state in ('正常', '已红冲'));

-- Nothing was ever announced by the first form of these.
drop table notice_optout, notice_send, notice, notice_template;

create table notice_template (
  id bigint generated always as identity primary key,
  name text not null unique,
  kind text not null check (kind in
    ('出账通知', '一次催缴', '二次催缴', '律师函前告知', '停供通知', '恢复通知', '调价公告', '缴费优惠', '一般公告')),
  channels text[] not null check (channels <@ array['微信', '短信', '公示', '纸质'] and cardinality(channels) > 0),
  title text not null default '',
  -- Plain text with the variables of packages/charging/src/notice.ts: {ownerName}, {room}, {amount}, …
  body text not null check (body <> ''),
  wechat_no text not null default '',
  sms_sign text not null default '',
  -- What the signature was registered as with the carriers.
  sms_no text not null default '',
  state text not null default '启用' check (state in ('启用', '停用')),
  version integer not null default 1
);

create table notice (
  id bigint generated always as identity primary key,
  no text not null unique,
  community_id bigint not null references community,
  kind text not null check (kind in
    ('出账通知', '一次催缴', '二次催缴', '律师函前告知', '停供通知', '恢复通知', '调价公告', '缴费优惠', '一般公告')),
  template_id bigint references notice_template,
  -- The run after which it was drafted by itself, once.
  run_id bigint unique references billing_run,
  title text not null,
  body text not null,
  sms_sign text not null default '',
  channels text[] not null check (channels <@ array['微信', '短信', '公示', '纸质'] and cardinality(channels) > 0),
  -- {buildings, fees, arrearsMin, overdueMin, suspended, rooms, run}: who is meant; looked up again when it is sent.
  audience jsonb not null default '{}',
  -- Told although told of the same within 7 days.
  again boolean not null default false,
  -- Households that lack the value of a variable are left out.
  skip_missing boolean not null default false,
  plan_at timestamptz,
  stop_day date,
  state text not null default '草稿' check (state in ('草稿', '待审核', '定时', '发送中', '已发送', '已撤回')),
  -- Households meant: as counted at the last look, then as sent to.
  rooms integer not null default 0,
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  checked_by bigint references app_user,
  checked_at timestamptz,
  opinion text not null default '',
  sent_by bigint references app_user,
  sent_at timestamptz,
  finished_at timestamptz,
  -- Of the public page of 公示, and how often it was opened.
  board_token text unique,
  board_reads integer not null default 0,
  version integer not null default 1,
  check (checked_by is null or checked_by <> made_by)
);
create index on notice (community_id, state);
create index on notice (state) where state in ('定时', '发送中');

-- One a room and channel, so that sending again sends nothing twice. 公示 tells nobody in particular and has none.
create table notice_send (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notice on delete cascade,
  room_id bigint not null references room,
  channel text not null check (channel in ('微信', '短信', '纸质')),
  -- Within the notice: part of the number on a letter.
  seq integer not null,
  party_id bigint references party,
  target text not null default '',
  content text not null default '',
  -- What was asked for when it was written, in fen: principal and penalty, and of which bills.
  owed bigint not null default 0,
  bill_ids bigint[] not null default '{}',
  -- [{fee, period, from, to, principal, penalty, dueDay}], as the letter says it.
  bills jsonb not null default '[]',
  -- 发送中: handed to the provider, whose answer is not here yet. 待投递: a letter that is written and not handed over yet.
  state text not null default '待发送' check (state in ('待发送', '发送中', '待投递', '送达', '失败', '跳过', '已撤回')),
  reason text not null default '',
  -- Of the household's own page.
  token text unique,
  sent_at timestamptz,
  read_at timestamptz,
  unique (notice_id, room_id, channel)
);
create index on notice_send (room_id, sent_at);
create index on notice_send (notice_id, state);

-- Who no longer wants short messages, and which message they said it to.
create table notice_optout (
  phone text primary key,
  send_id bigint references notice_send,
  at timestamptz not null default app_now()
);

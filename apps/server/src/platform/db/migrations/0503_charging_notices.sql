-- 收费公告 and what householders ask for from outside (docs/adr/0022).
create table notice_template (
  id bigint generated always as identity primary key,
  name text not null unique,
  kind text not null check (kind in
    ('出账通知', '一次催缴', '二次催缴', '律师函前告知', '停供通知', '恢复通知', '调价公告', '缴费优惠', '一般公告')),
  channel text not null check (channel in ('微信', '短信', '公示')),
  title text not null default '',
  -- Plain text with {ownerName}, {room}, {period}, {amount}, {penalty}, {dueDate}, {payUrl}, {communityPhone}.
  body text not null,
  wechat_no text not null default '',
  sms_no text not null default '',
  state text not null default '启用' check (state in ('启用', '停用')),
  version integer not null default 1
);

create table notice (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  kind text not null,
  template_id bigint references notice_template,
  title text not null,
  body text not null,
  channels text[] not null check (channels <@ array['微信', '短信', '公示'] and cardinality(channels) > 0),
  -- {buildings, fees, arrearsMin, overdueMin, suspended, rooms}: who is meant; rooms are looked up again when it is sent.
  audience jsonb not null default '{}',
  -- Told although told of the same within 7 days.
  again boolean not null default false,
  plan_at timestamptz,
  state text not null default '草稿' check (state in ('草稿', '待审核', '定时', '发送中', '已发送', '已撤回')),
  rooms integer not null default 0,
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  checked_by bigint references app_user,
  checked_at timestamptz,
  sent_at timestamptz,
  stop_day date,
  version integer not null default 1,
  check (checked_by is null or checked_by <> made_by)
);
create index on notice (community_id, state);

-- One a room and channel, so that sending again sends nothing twice.
create table notice_send (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notice on delete cascade,
  room_id bigint not null references room,
  channel text not null,
  party_id bigint references party,
  target text not null default '',
  content text not null,
  -- What was owed when it was sent, in fen.
  owed bigint not null default 0,
  state text not null default '待发送' check (state in ('待发送', '送达', '失败', '跳过', '已撤回')),
  reason text not null default '',
  sent_at timestamptz,
  read_at timestamptz,
  unique (notice_id, room_id, channel)
);
create index on notice_send (room_id, sent_at);
create index on notice_send (state) where state = '待发送';

-- Who no longer wants short messages.
create table notice_optout (
  phone text primary key,
  at timestamptz not null default app_now()
);

-- 微信停用申请: what a householder sent, before the counter takes it.
create table suspend_wish (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  room_id bigint not null references room,
  fee_id bigint references fee,
  applicant text not null,
  relation text not null default '业主',
  phone text not null,
  kind text not null check (kind in ('停用', '恢复使用', '延长停用')),
  from_day date not null,
  to_day date,
  reason text not null default '',
  files jsonb not null default '[]',
  state text not null default '待受理' check (state in ('待受理', '已受理', '已退回', '已撤回')),
  note text not null default '',
  business_id bigint,
  handled_by bigint references app_user,
  handled_at timestamptz,
  client_id uuid unique,
  created_at timestamptz not null default app_now()
);
create index on suspend_wish (community_id, state);

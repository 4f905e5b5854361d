-- 扫码支付: what was asked of a channel, and what came of it. Booked once (docs/adr/0022): `request_id` is the payment's as well.
create table pay_order (
  id bigint generated always as identity primary key,
  -- The number that the provider knows it by.
  request_id uuid not null unique,
  community_id bigint not null references community,
  room_id bigint not null references room,
  shift_id bigint not null references shift,
  channel text not null check (channel in ('微信', '支付宝')),
  -- Fen.
  amount bigint not null check (amount > 0),
  -- [{billId, principal, penalty}] as it was shown; what is owed is looked at again when the money is there.
  items jsonb not null,
  payer text not null default '',
  remark text not null default '',
  -- Of the code that was shown, which is good once.
  code_tail text not null,
  state text not null default '待发送' check (state in ('待发送', '支付中', '已付款', '已入账', '已失败', '已关闭', '待处理')),
  provider_ref text not null default '',
  paid_amount bigint,
  reason text not null default '',
  payment_id bigint unique references payment,
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  ended_at timestamptz,
  check ((state = '已入账') = (payment_id is not null))
);
create unique index pay_order_waits on pay_order (room_id) where state in ('待发送', '支付中', '已付款');
create index pay_order_open on pay_order (shift_id) where state in ('待发送', '支付中', '已付款');
create index on pay_order (community_id, made_at);

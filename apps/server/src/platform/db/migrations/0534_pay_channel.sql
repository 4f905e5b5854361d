-- 配支付渠道: the merchant by which a community takes payment codes. A row stands as it was entered; another key or merchant is another row, so that
-- what was begun with the one before is asked about, and given back, with its own.
create table pay_channel (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  channel text not null check (channel in ('微信', '支付宝')),
  merchant text not null check (merchant <> ''),
  -- Never in the clear; nobody is shown more than the end of it.
  key_sealed text not null,
  key_tail text not null,
  state text not null default '待测试' check (state in ('待测试', '启用', '停用')),
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  enabled_at timestamptz,
  ended_at timestamptz,
  check ((state = '停用') = (ended_at is not null)),
  check (state <> '启用' or enabled_at is not null)
);
create unique index pay_channel_used on pay_channel (community_id, channel) where state = '启用';
create unique index pay_channel_next on pay_channel (community_id, channel) where state = '待测试';
create index on pay_channel (merchant);

-- 测试收款: one fen that is taken and given back, written before anything is asked.
create table pay_test (
  id bigint generated always as identity primary key,
  pay_channel_id bigint not null references pay_channel,
  -- Numbers that the provider knows the payment and its refund by.
  request_id uuid not null unique,
  refund_no uuid not null unique default gen_random_uuid(),
  code_tail text not null,
  state text not null default '待发送' check (state in ('待发送', '支付中', '已付款', '已退回', '已失败', '已关闭', '待处理')),
  provider_ref text not null default '',
  refund_ref text not null default '',
  reason text not null default '',
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  ended_at timestamptz
);
create unique index pay_test_waits on pay_test (pay_channel_id) where state in ('待发送', '支付中', '已付款');
create index on pay_test (pay_channel_id);
-- Statements of the channel hold both movements.
create index on pay_test (provider_ref) where provider_ref <> '';
create index on pay_test (refund_ref) where refund_ref <> '';

-- By whose merchant an order was asked for, by the number that the provider knows it by; none: by the installation's.
create table pay_order_channel (
  request_id uuid primary key,
  pay_channel_id bigint not null references pay_channel
);
create index on pay_order_channel (pay_channel_id);

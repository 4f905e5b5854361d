-- What a cashier may not do alone: large refunds, large prepayments. Asked for at the counter, agreed to by somebody else, done once.
create table counter_approval (
  id bigint generated always as identity primary key,
  community_id bigint not null references community on delete cascade,
  room_id bigint not null references room on delete cascade,
  act text not null check (act in ('退预存', '退押金', '预存')),
  amount bigint not null check (amount > 0),
  reason text not null default '',
  state text not null default '待审批' check (state in ('待审批', '已同意', '已驳回', '已撤回', '已办理')),
  asked_by bigint not null references app_user,
  asked_at timestamptz not null default app_now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  opinion text not null default '',
  -- Done: by this payment.
  payment_id bigint unique references payment,
  check (decided_by is null or decided_by <> asked_by),
  check ((state = '已办理') = (payment_id is not null)),
  check (state not in ('已同意', '已驳回', '已办理') or decided_by is not null)
);
-- One at a time for what is meant.
create unique index counter_approval_open on counter_approval (room_id, act) where state in ('待审批', '已同意');
create index on counter_approval (community_id) where state in ('待审批', '已同意');

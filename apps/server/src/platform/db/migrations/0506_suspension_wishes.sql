-- 微信停用申请: where householders of a community apply, and what is kept of an application besides what they wrote (docs/adr/0022).
create table community_apply_link (
  community_id bigint primary key references community on delete cascade,
  -- Part of the address on the notice in the hall; a new one makes the old one void.
  token text not null unique,
  made_by bigint references app_user,
  made_at timestamptz not null default app_now()
);

alter table suspend_wish
  -- What the householder asks after it by, with the telephone number.
  add column no text not null unique,
  -- Where it came from, as a digest: so many a day from one place.
  add column source bytea not null,
  -- Two working hours after it came; who looks after the place was told then that it is late.
  add column due_at timestamptz not null,
  add column told_at timestamptz,
  -- What was agreed about arrears when it was taken.
  add column arrears_handle text not null default '' check (arrears_handle in ('', '无欠费', '已缴清', '同意挂账'));
create index suspend_wish_of_room on suspend_wish (room_id, fee_id);
create index suspend_wish_of_record on suspend_wish (business_id) where business_id is not null;
create index suspend_wish_late on suspend_wish (due_at) where state = '待受理' and told_at is null;
create index suspend_wish_of_source on suspend_wish (source, created_at);

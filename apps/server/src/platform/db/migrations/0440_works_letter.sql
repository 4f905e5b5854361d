-- 工程函件: letters to and from suppliers of building works. One that answers another belongs to the same exchange; the first is its root.
create table works_letter (
  id bigint generated always as identity primary key,
  root bigint references works_letter,
  answers bigint references works_letter,
  code text not null unique,
  -- The number that others gave a letter of theirs.
  their_no text,
  project text not null references project,
  supplier bigint not null references supplier,
  kind text not null check (kind in ('工作联系', '整改通知', '索赔', '工期', '质量', '付款', '变更确认', '停复工')),
  direction text not null check (direction in ('发函', '收函')),
  title text not null,
  body text not null,
  made_on date not null,
  reply_by date,
  -- The day on which the answer came, or on which ours went out.
  replied_on date,
  amount numeric(18,2) check (amount > 0),
  claim_kind text,
  files jsonb not null default '[]',
  state text not null check (state in ('待审核', '待法务', '退回', '待发送', '已发送', '已登记')),
  drafted_by bigint not null references app_user,
  drafted_at timestamptz not null,
  audited_by bigint references app_user,
  audited_at timestamptz,
  opinion text,
  legal_by bigint references app_user,
  legal_opinion text,
  sent_at timestamptz,
  -- What it left in the outbox, and among what suppliers owe.
  mail bigint references b_supplier_mail,
  fine bigint references b_supplier_fine,
  -- How often somebody was urged once it was overdue.
  urged integer not null default 0,
  urged_on date,
  check (audited_by <> drafted_by),
  check ((direction = '收函') = (state = '已登记')),
  check ((state = '已发送') = (sent_at is not null)),
  check (reply_by >= made_on)
);
create index on works_letter (project);
create index on works_letter (supplier);
create index on works_letter (root);
create index works_letter_waiting on works_letter (reply_by) where replied_on is null and state in ('已发送', '已登记');

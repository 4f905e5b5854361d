-- 调价机制: by what a contract's price is changed, and what was proposed and agreed by it.
create table price_mechanism (
  id bigint generated always as identity primary key,
  contract_code text not null references contract,
  -- As in contract_price.
  kind text not null,
  method text not null check (method in ('formula', 'yearly')),
  base_price numeric(18,4) not null check (base_price > 0),
  base_day date not null,
  -- {name, source, weight, base} of the indices that it follows.
  terms jsonb not null default '[]',
  -- Percent a year.
  rate numeric(9,4),
  -- Percent by which it has to move, and moves at most.
  trigger_percent numeric(9,2) not null default 0 check (trigger_percent >= 0),
  cap_percent numeric(9,2) check (cap_percent > 0),
  effect text not null check (effect in ('nextMonth', 'nextQuarter', 'nextYear', 'asAgreed')),
  clause text not null,
  paper jsonb,
  version integer not null default 1,
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  ended_at timestamptz,
  check ((method = 'yearly') = (rate is not null))
);
create unique index price_mechanism_one on price_mechanism (contract_code, kind) where ended_at is null;

create table price_proposal (
  id bigint generated always as identity primary key,
  mechanism_id bigint not null references price_mechanism,
  old_price numeric(18,4) not null,
  new_price numeric(18,4) not null check (new_price > 0),
  -- By the mechanism alone, and how it was come by: what the indices were stays to be read.
  computed numeric(18,4) not null,
  change_percent numeric(12,2) not null,
  indices jsonb not null,
  words text not null,
  effect_on date not null,
  reason text not null default '',
  paper jsonb,
  state text not null default '待同意' check (state in ('待同意', '已同意', '已退回', '已撤回')),
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision text not null default '',
  -- The version that it became.
  price_id bigint references contract_price,
  check (state <> '已同意' or (price_id is not null and decided_by <> created_by))
);
-- One waits at a time.
create unique index price_proposal_open on price_proposal (mechanism_id) where state = '待同意';
create index price_proposal_of on price_proposal (mechanism_id, id desc);

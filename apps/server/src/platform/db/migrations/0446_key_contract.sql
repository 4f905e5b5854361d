-- 重点合同: contracts that headquarters watch, by rule or because somebody said so.
create table key_contract_rule (
  kind text primary key check (kind in ('合同额大', '年收入大', '战略客户', '到期临近', '欠费', '亏损', '投诉多')),
  threshold numeric(18,2) not null check (threshold >= 0),
  enabled boolean not null default true,
  saved_by bigint references app_user,
  saved_at timestamptz
);
insert into key_contract_rule (kind, threshold) values
  ('合同额大', 10000000), ('年收入大', 3000000), ('战略客户', 1), ('到期临近', 180), ('欠费', 100000), ('亏损', 3), ('投诉多', 3);

create table key_contract (
  contract text primary key references contract,
  -- Rules that it met when they were worked out last; 手工 where somebody added it.
  reasons text[] not null,
  -- Why somebody added it.
  note text,
  owner bigint references app_user,
  -- At least this often somebody looks after it.
  every_days integer not null default 30 check (every_days between 1 and 365),
  added_by bigint references app_user,
  added_on date not null,
  last_follow date,
  state text not null default '关注中' check (state in ('关注中', '已移出')),
  left_why text,
  left_by bigint references app_user,
  left_on date,
  check (state <> '已移出' or (left_why is not null and left_on is not null))
);

create table key_contract_follow (
  id bigint generated always as identity primary key,
  contract text not null references key_contract,
  followed_on date not null,
  content text not null,
  followed_by bigint not null references app_user,
  created_at timestamptz not null default app_now()
);
create index on key_contract_follow (contract, followed_on);

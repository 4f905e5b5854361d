-- 计量与公摊: what bills by use were counted from, as it was when they were made.

-- Of a bill by a meter: readings, use and how much of it is estimated. Pieces where the apparatus was exchanged meanwhile.
create table bill_use (
  bill_id bigint primary key references bill,
  meter_id bigint not null references meter,
  -- Of the days of the bill: what was shown when they began and ended; null where nobody read the meter then.
  last_reading numeric(20,6),
  this_reading numeric(20,6),
  usage numeric(24,6) not null,
  estimated numeric(24,6) not null,
  -- [{"no", "from", "to", "ratio"}, …] and {"gap", "method"} between two of them.
  pieces jsonb not null
);
create index on bill_use (meter_id);

-- 公摊: an amount that the rooms of a building, or of the community, share by weight. A room's fee takes part in one of them only.
create table shared_pool (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  fee_id bigint not null references fee,
  -- Null: the community.
  building_id bigint references building,
  name text not null,
  weigh text not null check (weigh in ('建筑面积', '供能面积', '户数', '人数', '用量')),
  -- Of 用量: by what the rooms used of this fee in the month.
  weigh_fee_id bigint references fee,
  -- Its use is shared; else what there is to share is entered.
  meter_id bigint references meter,
  -- At the fee's price of this usage.
  usage text not null default '居民' check (usage in ('居民', '非居民', '学校')),
  span daterange not null check (not isempty(span)),
  version integer not null default 1,
  made_by bigint not null references app_user,
  check ((weigh = '用量') = (weigh_fee_id is not null)),
  constraint shared_pool_one exclude using gist (community_id with =, fee_id with =, coalesce(building_id, 0) with =, span with &&)
);

-- What there is to share in a cycle: entered, or as the meter said when a run began to bill it.
create table shared_cost (
  id bigint generated always as identity primary key,
  pool_id bigint not null references shared_pool,
  cycle text not null,
  quantity numeric(18,4) check (quantity >= 0),
  -- Fen; null: the quantity at the fee's price.
  amount bigint check (amount >= 0),
  source text not null default '录入',
  -- The run that shared it out: from then on what each has to pay stands.
  run_id bigint references billing_run,
  -- Fen, and what its weights came to.
  total bigint,
  weights numeric(24,6),
  version integer not null default 1,
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now(),
  unique (pool_id, cycle),
  check (quantity is not null or amount is not null or source <> '录入')
);

create table shared_part (
  cost_id bigint not null references shared_cost,
  room_fee_id bigint not null references room_fee,
  weight numeric(24,6) not null,
  quantity numeric(14,4) not null,
  unit_price numeric(18,6) not null,
  amount bigint not null check (amount >= 0),
  primary key (cost_id, room_fee_id)
);
create index on shared_part (room_fee_id);

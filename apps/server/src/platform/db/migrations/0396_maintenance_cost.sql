-- 维修费用: how the cost of a repair, an exception, a service or an upkeep is split, as the project entered it; what no record says by hand.
create table maintenance_cost (
  id bigint generated always as identity primary key,
  -- 维修记录, 质量异常, 外协服务, 设备保养: the record below; 手工补录: none.
  source text not null check (source in ('维修记录', '质量异常', '外协服务', '设备保养', '手工补录')),
  source_id bigint,
  project text not null references project,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  device bigint references device,
  fault_part text,
  cause text,
  material numeric(18,2) not null default 0 check (material >= 0),
  labour numeric(18,2) not null default 0 check (labour >= 0),
  outsourced numeric(18,2) not null default 0 check (outsourced >= 0),
  transport numeric(18,2) not null default 0 check (transport >= 0),
  bearer text not null check (bearer in ('我方', '客户', '供应商质保', '保险', '责任人')),
  ours numeric(18,2) not null check (ours >= 0),
  customer numeric(18,2) not null check (customer >= 0),
  supplier numeric(18,2) not null check (supplier >= 0),
  invoice_no text,
  -- 质量异常反馈 by which a supplier bears its share of what was entered by hand.
  quality bigint,
  voucher jsonb,
  entered_by bigint not null references app_user,
  entered_at timestamptz not null default app_now(),
  checked_by bigint references app_user,
  checked_at timestamptz,
  constraint maintenance_cost_shares check (ours + customer + supplier = material + labour + outsourced + transport),
  constraint maintenance_cost_checker check (checked_by is distinct from entered_by),
  check ((source = '手工补录') = (source_id is null)),
  unique (source, source_id)
);
create index on maintenance_cost (project, month);

-- 锁定月份: finance has closed a project's month of repairs; what comes later goes into the next.
create table maintenance_cost_lock (
  project text not null references project,
  month text not null,
  locked_at timestamptz not null default app_now(),
  locked_by bigint not null references app_user,
  primary key (project, month)
);

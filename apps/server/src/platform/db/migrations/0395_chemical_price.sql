-- 药剂价目: what suppliers ask for chemicals, each price for its time.
create table chemical_price (
  id bigint generated always as identity primary key,
  supplier bigint not null references supplier,
  chemical bigint not null references water_chemical,
  -- Percent of active substance.
  active_content numeric(5,2) check (active_content > 0 and active_content <= 100),
  pack_spec text,
  -- 元/kg
  unit_price numeric(18,4) not null check (unit_price > 0),
  -- kg
  min_order numeric(14,2) check (min_order >= 0),
  valid_from date not null,
  valid_to date,
  source text not null check (source in ('合同', '询价', '战略')),
  -- The letter in which a rise was announced.
  letter jsonb,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  check (valid_to is null or valid_from <= valid_to),
  -- One price on any day.
  constraint chemical_price_no_overlap
    exclude using gist (supplier with =, chemical with =, daterange(valid_from, valid_to, '[]') with &&)
);
create index on chemical_price (chemical, valid_from);

-- What else a price is: whose use it is for and at which voltage; and the factors that every company begins with
-- (BUILT_IN_FACTORS of packages/energy/src/factors).
alter table energy_price add column use_kind text not null default '';
alter table energy_price add column voltage text not null default '';
create index on energy_price (category_id, valid_from) where deleted_at is null;

alter table energy_factor add column version integer not null default 1;
insert into energy_factor (kind, carrier, value, lhv, year, source, checked) values
  ('coal', 'elec', 0.1229, null, null, 'GB/T 2589 当量值', true),
  ('coal', 'gas', 1.2143, 35.544, null, 'GB/T 2589', true),
  ('coal', 'gas', 1.33, 38.931, null, 'GB/T 2589', true),
  ('coal', 'heatBuy', 34.12, null, null, 'GB/T 2589 热力 0.03412 kgce/MJ', false),
  ('coal', 'steam', 128.6, null, null, 'GB/T 2589 蒸汽 0.1286 kgce/kg', true),
  ('coal', 'water', 0.2571, null, null, 'GB/T 2589-2020 新水', false),
  ('carbon', 'elec', 0.5568, null, 2021, '2021 年生态环境部、国家统计局 电力二氧化碳排放因子公告（全国平均）', false),
  ('carbon', 'elec', 0.5366, null, 2022, '2022 年生态环境部、国家统计局 电力二氧化碳排放因子公告（全国平均）', true),
  ('carbon', 'elec', 0.5306, null, 2023, '2023 年生态环境部、国家统计局 电力二氧化碳排放因子公告（全国平均）', true),
  ('carbon', 'gas', 2.162, 38.931, null, 'LHV × 15.3 tC/TJ × 0.99 × 44/12', true),
  ('carbon', 'heatBuy', 110, null, null, '0.11 tCO₂/GJ', true);

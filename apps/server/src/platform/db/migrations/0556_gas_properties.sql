-- 能耗系数 also hold what was measured of a place's gas: its calorific value and the burner's efficiency, by validity.
alter table energy_factor drop constraint energy_factor_kind_check;
alter table energy_factor add constraint energy_factor_kind_check check (kind in ('coal', 'carbon', 'lhv', 'efficiency'));
alter table energy_factor drop constraint energy_factor_check;
alter table energy_factor add constraint energy_factor_check
  check ((carrier = 'gas' and kind in ('coal', 'carbon')) = (lhv is not null));
alter table energy_factor add constraint energy_factor_gas_check
  check (kind in ('coal', 'carbon') or (carrier = 'gas' and year is null and (kind = 'lhv' or value <= 1)));

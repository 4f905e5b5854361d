-- 能耗系数 also say how what meters count is converted (单位换算) and corrected (修正系数), and what was designed to be used (设计能耗).
alter table energy_factor add column from_unit text;
alter table energy_factor drop constraint energy_factor_kind_check;
alter table energy_factor add constraint energy_factor_kind_check
  check (kind in ('coal', 'carbon', 'lhv', 'unit', 'efficiency', 'design', 'correction'));
alter table energy_factor drop constraint energy_factor_gas_check;
alter table energy_factor add constraint energy_factor_gas_check
  check (kind not in ('lhv', 'efficiency') or (carrier = 'gas' and (kind = 'lhv' or value <= 1)));
alter table energy_factor add constraint energy_factor_measuring_check
  check (kind not in ('lhv', 'efficiency', 'unit', 'correction') or year is null);
alter table energy_factor add constraint energy_factor_unit_check check ((kind = 'unit') = (from_unit is not null));

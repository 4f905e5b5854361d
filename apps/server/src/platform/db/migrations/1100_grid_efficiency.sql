-- 效率 of 能耗系数 is also what arrives of a power station's fuel (供电效率): 一次能源利用率 goes by it.
alter table energy_factor drop constraint energy_factor_gas_check;
alter table energy_factor add constraint energy_factor_gas_check check (case kind
  when 'lhv' then carrier = 'gas'
  when 'efficiency' then carrier in ('gas', 'elec') and value <= 1
  else true end);

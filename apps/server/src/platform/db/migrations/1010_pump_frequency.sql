-- What tells how fast pumps and towers run. It is read of them only where people say so (是否抄表): nobody has more to write down by this.
insert into category_param (category_id, code, name, unit, decimals, low, high, is_read, is_curve, sort)
select d.id, 'frequency', '运行频率', 'Hz', 1, 0, 50, false, true, 1
from device_category d where d.parent_id is null and d.name in ('冷温水泵', '冷却水泵', '冷却塔')
  and not exists (select from category_param p where p.category_id = d.id and p.unit = 'Hz')
on conflict (category_id, code) do nothing;

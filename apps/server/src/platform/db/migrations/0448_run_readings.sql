-- 运行参数: entered by people, as versions; and what is read of which machine.
alter table run_reading
  add column flag text not null default '实' check (flag in ('实', '移', '改')),
  -- Takes away what it supersedes.
  add column voided boolean not null default false,
  -- The first version of this record. Of two records of one moment the one that was there first holds, however often it is corrected.
  add column root bigint references run_reading,
  -- What was out of the ordinary when it was written.
  add column doubts jsonb not null default '[]',
  add constraint run_reading_mode check (mode in ('', '制冷', '采暖', '热水', '停机'));
-- A version has one that follows it.
create unique index run_reading_superseded_idx on run_reading (supersedes) where supersedes is not null;

-- What makes cold, COP and 热平衡 of a record, and what the logs of the other machines have. Codes that people set up stay as they are.
insert into category_param (category_id, code, name, unit, decimals, low, high, is_read, is_curve, sort)
select d.id, p.code, p.name, p.unit, p.decimals, p.low, p.high, true, p.curve, p.sort
from device_category d join (values
  ('直燃机', 'chilledFlow', '冷温水流量', 'm³/h', 1, 0, 3000, true, 11), ('直燃机', 'coolingFlow', '冷却水流量', 'm³/h', 1, 0, 5000, true, 12),
  ('直燃机', 'gasFlow', '燃气瞬时', 'm³/h', 1, 0, 1000, true, 13), ('直燃机', 'highPressure', '高发压力', 'kPa', 1, -101, 101, false, 14),
  ('直燃机', 'refrigerant', '冷剂温度', '℃', 1, 0, 70, false, 15), ('直燃机', 'current', '电流', 'A', 1, 0, 200, false, 16),
  ('蒸汽机', 'chilledIn', '冷温水进口温度', '℃', 1, 0, 70, true, 1), ('蒸汽机', 'chilledOut', '冷温水出口温度', '℃', 1, 0, 70, true, 2),
  ('蒸汽机', 'coolingIn', '冷却水进口温度', '℃', 1, 5, 45, true, 3), ('蒸汽机', 'coolingOut', '冷却水出口温度', '℃', 1, 5, 50, true, 4),
  ('蒸汽机', 'highGenerator', '高发温度', '℃', 1, 0, 170, true, 5), ('蒸汽机', 'vacuum', '真空度', 'Pa', 0, 0, 5000, false, 6),
  ('蒸汽机', 'load', '负荷率', '%', 0, 0, 110, true, 7), ('蒸汽机', 'chilledFlow', '冷温水流量', 'm³/h', 1, 0, 3000, true, 8),
  ('蒸汽机', 'refrigerant', '冷剂温度', '℃', 1, 0, 70, false, 9), ('蒸汽机', 'current', '电流', 'A', 1, 0, 200, false, 10),
  ('电制冷', 'chilledIn', '冷水进口温度', '℃', 1, 0, 40, true, 1), ('电制冷', 'chilledOut', '冷水出口温度', '℃', 1, 0, 40, true, 2),
  ('电制冷', 'coolingIn', '冷却水进口温度', '℃', 1, 5, 45, true, 3), ('电制冷', 'coolingOut', '冷却水出口温度', '℃', 1, 5, 50, true, 4),
  ('电制冷', 'chilledFlow', '冷水流量', 'm³/h', 1, 0, 5000, true, 5), ('电制冷', 'coolingFlow', '冷却水流量', 'm³/h', 1, 0, 5000, true, 6),
  ('电制冷', 'evaporating', '蒸发温度', '℃', 1, -10, 25, true, 7), ('电制冷', 'condensing', '冷凝温度', '℃', 1, 10, 60, true, 8),
  ('电制冷', 'evaporatingPressure', '蒸发压力', 'kPa', 0, 0, 1000, false, 9), ('电制冷', 'condensingPressure', '冷凝压力', 'kPa', 0, 0, 2500, false, 10),
  ('电制冷', 'exhaust', '排气温度', '℃', 1, 0, 120, true, 11), ('电制冷', 'current', '电流', 'A', 1, 0, 2000, false, 12),
  ('电制冷', 'power', '输入功率', 'kW', 1, 0, 3000, true, 13), ('电制冷', 'load', '负荷率', '%', 0, 0, 110, true, 14),
  ('锅炉', 'chilledIn', '回水温度', '℃', 1, 0, 120, true, 1), ('锅炉', 'chilledOut', '供水温度', '℃', 1, 0, 130, true, 2),
  ('锅炉', 'chilledFlow', '循环水流量', 'm³/h', 1, 0, 3000, true, 3), ('锅炉', 'pressure', '炉水压力', 'MPa', 2, 0, 2.5, false, 4),
  ('锅炉', 'exhaust', '排烟温度', '℃', 1, 0, 300, true, 5), ('锅炉', 'gasFlow', '燃气瞬时', 'm³/h', 1, 0, 1000, true, 6),
  ('锅炉', 'load', '负荷率', '%', 0, 0, 110, true, 7)) as p (kind, code, name, unit, decimals, low, high, curve, sort) on p.kind = d.name
on conflict (category_id, code) do nothing;

-- What every installation begins with: the tree of energies that are counted, and the kinds of devices. Both may be changed by people.

-- What forms call a device of the kind (f.device('水泵')); below a kind that says nothing, its parent's.
alter table device_category add column device_kind text not null default '';
alter table device_category add column version integer not null default 1;
alter table energy_category add column version integer not null default 1;

-- Coal in kgce per unit, of GB/T 2589, with the calorific value that it was made with; empty where it depends on the delivery.
insert into energy_category (code, name, unit, quality, coal_factor, lhv, counts_in_total, color, sort) values
  ('elec', '电', 'kWh', '', 0.1229, null, true, '#2f6fed', 10),
  ('gas', '燃气', 'm³', '标况', 1.2143, 35.544, true, '#e8590c', 20),
  ('steam', '蒸汽', 't', '', 128.6, null, true, '#868e96', 30),
  ('heatBuy', '外购热', 'GJ', 'GJ', 34.12, null, true, '#c2255c', 40),
  ('oil', '柴油', 'kg', '', null, null, true, '#5f3dc4', 50),
  ('water', '自来水', 'm³', '', null, null, false, '#0c8599', 60),
  ('softWater', '软水', 'm³', '', null, null, false, '#3bc9db', 70),
  ('cooling', '冷量', 'kWh', '', null, null, false, '#1098ad', 80),
  ('heating', '热量', 'kWh', '', null, null, false, '#d9480f', 90),
  ('hotWater', '卫生热水', 'm³', '', null, null, false, '#f08c00', 100),
  ('run', '运行参数', '—', '', null, null, false, '#495057', 110);
insert into energy_category (code, parent_id, name, unit, coal_factor, counts_in_total, color, sort)
select c.code, e.id, c.name, e.unit, e.coal_factor, false, e.color, c.sort
from energy_category e, (values
  ('elec.host', '主机', 1), ('elec.chilledPump', '冷温水泵', 2), ('elec.coolingPump', '冷却水泵', 3), ('elec.tower', '冷却塔', 4),
  ('elec.waterTreat', '水处理', 5), ('elec.terminal', '末端', 6), ('elec.lighting', '照明插座', 7), ('elec.other', '其他', 8)) as c (code, name, sort)
where e.code = 'elec';

insert into device_category (name, device_kind, sort) values
  ('主机', '主机', 10), ('燃烧器', '燃烧器', 20), ('冷温水泵', '水泵', 30), ('冷却水泵', '水泵', 40), ('冷却塔', '冷却塔', 50),
  ('软水装置', '水处理设备', 60), ('补水定压', '压力容器', 70), ('板换', '板式换热器', 80), ('末端', '末端', 90), ('表计', '', 100),
  ('配电柜', '配电柜', 110), ('传感器', '传感器', 120);
insert into device_category (parent_id, name, device_kind, sort)
select p.id, c.name, c.kind, c.sort from (values
  ('主机', '直燃机', '', 1), ('主机', '蒸汽机', '', 2), ('主机', '热水机', '', 3), ('主机', '烟气机', '', 4), ('主机', '电制冷', '', 5), ('主机', '锅炉', '锅炉', 6),
  ('末端', '风机盘管', '', 1), ('末端', '空调箱', '', 2), ('末端', '新风', '', 3),
  ('表计', '电表', '电表', 1), ('表计', '燃气表', '燃气表', 2), ('表计', '自来水表', '水表', 3), ('表计', '软水表', '水表', 4),
  ('表计', '冷热量表', '冷热量表', 5), ('表计', '蒸汽流量计', '蒸汽流量计', 6), ('表计', '生活热水表', '热水表', 7)) as c (parent, name, kind, sort)
join device_category p on p.name = c.parent and p.parent_id is null;

-- What is read of machines: the log of a direct-fired chiller.
insert into category_param (category_id, code, name, unit, decimals, low, high, is_read, is_curve, sort)
select d.id, p.code, p.name, p.unit, p.decimals, p.low, p.high, true, p.curve, p.sort
from device_category d, (values
  ('chilledIn', '冷温水进口温度', '℃', 1, 0, 70, true, 1), ('chilledOut', '冷温水出口温度', '℃', 1, 0, 70, true, 2),
  ('coolingIn', '冷却水进口温度', '℃', 1, 5, 45, true, 3), ('coolingOut', '冷却水出口温度', '℃', 1, 5, 50, true, 4),
  ('exhaust', '排烟温度', '℃', 1, 0, 300, true, 5), ('highGenerator', '高发温度', '℃', 1, 0, 170, true, 6),
  ('vacuum', '真空度', 'Pa', 0, 0, 5000, false, 7), ('load', '负荷率', '%', 0, 0, 110, true, 8)) as p (code, name, unit, decimals, low, high, curve, sort)
where d.name = '直燃机';

-- 巡检路线、巡检点、巡检记录台账: their definitions changed.
alter table b_inspection_route add column kind text; -- 类别
alter table b_inspection_route add column ordered boolean; -- 按顺序巡检
alter table b_inspection_route add column minutes integer; -- 标准用时（分钟）
alter table b_inspection_route add column inspect_types text[]; -- 适用巡检类别
alter table b_inspection_point add column kind text; -- 类别
alter table b_inspection_point add column sort integer; -- 顺序
alter table b_inspection_point add column version integer; -- 标准版本
alter table b_inspection_point add column lat numeric(20,6); -- 纬度（°）
alter table b_inspection_point add column lng numeric(20,6); -- 经度（°）
alter table b_inspection_point add column locating boolean; -- 须定位
alter table b_inspection_point add column qr_version integer; -- 二维码版本
alter table b_inspection_point add column revision integer; -- 修改次数
alter table b_perambulate_record add column standard text; -- 检查标准
alter table b_perambulate_record add column standard_version integer; -- 标准版本
alter table b_perambulate_record add column full_score numeric(20,1); -- 分值（分）

-- What there was before had one check item a point and no versions.
update b_inspection_route set kind = '公司巡检', ordered = false;
update b_inspection_point p set kind = '公司巡检', version = 1, locating = true, qr_version = 0, revision = 1, sort = n.at
  from (select id, row_number() over (partition by route order by code, id) as at from b_inspection_point) n where n.id = p.id;
update b_perambulate_record r set standard = d.requirement, full_score = d.full_score, standard_version = 1
  from f_project_inspection_check_points d
  where r.source_module = 'projectInspectionCheck' and d.parent_id = r.source_id and d.point = r.point and d.item = r.item;

-- Check items of a point as they stood from a moment on; never changed, so that what was found is read by the standard of its day.
create table point_version (
  point_id bigint not null references b_inspection_point,
  version integer not null check (version > 0),
  items jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) > 0),
  valid_from timestamptz not null default app_now(),
  made_by bigint references app_user,
  primary key (point_id, version)
);
insert into point_version (point_id, version, items, valid_from)
  select id, 1, jsonb_build_array(jsonb_build_object('item', item, 'standard', coalesce(standard, ''), 'judge', '合格不合格', 'lower', null,
    'upper', null, 'unit', '', 'options', '[]'::jsonb, 'score', coalesce(score, 0)::text, 'redLine', false)), entered_at
  from b_inspection_point where item is not null;

-- Labels of points; only the newest of a point is good.
create table point_label (
  point_id bigint not null references b_inspection_point,
  version integer not null check (version > 0),
  secret text not null,
  issued_at timestamptz not null default app_now(),
  issued_by bigint not null references app_user,
  primary key (point_id, version)
);

-- 标准库: points that projects take over.
create table point_standard (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('公司巡检', '值班巡查')),
  name text not null,
  area text not null,
  frequency text not null,
  photo_needed boolean not null,
  items jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) > 0),
  state text not null default '启用' check (state in ('启用', '停用')),
  revision integer not null default 1,
  updated_by bigint references app_user,
  updated_at timestamptz not null default app_now(),
  unique (kind, name)
);
insert into point_standard (kind, name, area, frequency, photo_needed, items) values
  ('公司巡检', '主机本体与燃烧', '主机房', '月', true, '[{"item":"主机真空度与自抽装置","standard":"停机保压24小时压力回升不大于25Pa","judge":"数值范围","lower":"0","upper":"25","unit":"Pa","options":[],"score":"15.0","redLine":false},{"item":"燃烧器火焰与排烟温度","standard":"火焰稳定呈蓝色，排烟温度在调试值内","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"15.0","redLine":false},{"item":"溶液泵冷剂泵电流","standard":"运行电流不大于额定值，无异响","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"10.0","redLine":false}]'),
  ('公司巡检', '燃气检漏与联锁', '燃气表间', '月', true, '[{"item":"燃气检漏与报警联动","standard":"无泄漏，报警切断与事故风机联动可靠","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"20.0","redLine":true}]'),
  ('公司巡检', '配电与接地', '配电间', '月', true, '[{"item":"配电柜温度与接地","standard":"端子温升不大于60K，接地可靠","judge":"数值范围","lower":"0","upper":"60","unit":"K","options":[],"score":"10.0","redLine":false},{"item":"变频与自控投用率","standard":"变频与自控投用率不低于95%","judge":"数值范围","lower":"95","upper":"100","unit":"%","options":[],"score":"5.0","redLine":false}]'),
  ('公司巡检', '运行记录与人员', '控制室', '月', true, '[{"item":"运行记录与交接班","standard":"逐时记录、交接班签字完整","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"10.0","redLine":true},{"item":"人员持证与劳保","standard":"持证上岗，劳保穿戴齐全","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"5.0","redLine":false},{"item":"节能运行方案执行","standard":"按下达的运行方案执行，偏离有说明","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"5.0","redLine":false}]'),
  ('公司巡检', '冷却塔与水质', '冷却塔', '月', true, '[{"item":"冷却塔布水与水质","standard":"布水均匀，水质清澈","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"10.0","redLine":false},{"item":"冷却水浓缩倍数与加药","standard":"浓缩倍数3～5倍，加药记录完整","judge":"数值范围","lower":"3","upper":"5","unit":"倍","options":[],"score":"5.0","redLine":false}]'),
  ('公司巡检', '安全附件与定压', '分集水器', '月', true, '[{"item":"安全阀与压力表校验","standard":"在校验有效期内，铅封完好","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"10.0","redLine":true},{"item":"冷温水定压与补水","standard":"定压稳定，补水量无异常","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"5.0","redLine":false}]'),
  ('公司巡检', '水泵与过滤', '水处理间', '月', true, '[{"item":"水泵运行与润滑","standard":"无异响，油位正常，机封不漏","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"5.0","redLine":false},{"item":"过滤器压差","standard":"压差不大于30kPa","judge":"数值范围","lower":"0","upper":"30","unit":"kPa","options":[],"score":"5.0","redLine":false}]'),
  ('公司巡检', '计量与末端', '末端区域', '月', true, '[{"item":"计量表抄录一致性","standard":"现场读数与平台一致，在检定有效期内","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"5.0","redLine":false}]'),
  ('公司巡检', '备件与工具', '工具备件间', '月', true, '[{"item":"备件与工具台账","standard":"账物相符，摆放定置","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"10.0","redLine":false},{"item":"消防与应急物资","standard":"灭火器在有效期内，应急物资齐全","judge":"合格不合格","lower":null,"upper":null,"unit":"","options":[],"score":"5.0","redLine":false}]'),
  ('公司巡检', '现场卫生', '值班宿舍', '月', true, '[{"item":"现场卫生与标识","standard":"整洁，标识齐全，无违规用电","judge":"选项","lower":null,"upper":null,"unit":"","options":["整洁","一般","脏乱"],"score":"5.0","redLine":false}]'),
  ('值班巡查', '主机运行参数巡查', '主机房', '班', false, '[{"item":"冷温水出水温度","standard":"制冷期按运行方案设定","judge":"数值范围","lower":"5","upper":"15","unit":"℃","options":[],"score":"0.0","redLine":false},{"item":"冷却水进水温度","standard":"","judge":"数值范围","lower":"18","upper":"34","unit":"℃","options":[],"score":"0.0","redLine":false},{"item":"真空度","standard":"运行中无异常回升","judge":"数值范围","lower":"0","upper":"25","unit":"Pa","options":[],"score":"0.0","redLine":false}]'),
  ('值班巡查', '燃气安全巡查', '燃气表间', '班', true, '[{"item":"燃气浓度","standard":"不大于爆炸下限的10%","judge":"数值范围","lower":"0","upper":"10","unit":"%LEL","options":[],"score":"0.0","redLine":true},{"item":"事故风机","standard":"手动启动正常","judge":"选项","lower":null,"upper":null,"unit":"","options":["正常","异常"],"score":"0.0","redLine":false}]'),
  ('值班巡查', '冷却塔巡查', '冷却塔', '日', false, '[{"item":"集水盘水位","standard":"水位在溢流口以下","judge":"选项","lower":null,"upper":null,"unit":"","options":["正常","偏低","溢流"],"score":"0.0","redLine":false}]');

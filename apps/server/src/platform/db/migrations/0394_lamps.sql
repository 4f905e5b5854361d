-- Lamps: what they are in detail, where they hang, and how many each store is to keep.
-- 灯具台账 (lampDevice): its definition changed.
alter table b_lamp_device add column code text; -- 编码
alter table b_lamp_device add column brand text; -- 品牌
alter table b_lamp_device add column lumens integer; -- 光通量（lm）
alter table b_lamp_device add column life_hours integer; -- 寿命（h）
alter table b_lamp_device add column price numeric(18,2); -- 参考单价（元）
alter table b_lamp_device add column warranty_months integer; -- 质保（月）
alter table b_lamp_device add column state text; -- 状态
-- 灯具库存 (lampStock): its definition changed.
alter table b_lamp_stock add column safe_qty integer; -- 安全库存（盏）
-- 灯具安装台账 (lampInstall): drafted from its definition.
create table b_lamp_install (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  place text, -- 位置
  lamp bigint, -- 灯具
  quantity integer, -- 数量（盏）
  installed_on date, -- 安装日期
  warranty_to date, -- 质保到期
  daily_hours numeric(20,1), -- 日均点亮（h）
  cause text, -- 安装缘由
  document text, -- 单号
  ended_on date, -- 更换日期
  state text -- 状态
);
create index b_lamp_install_source_module_source_id_idx on b_lamp_install (source_module, source_id);
create index b_lamp_install_project_idx on b_lamp_install (project);
create index b_lamp_install_lamp_idx on b_lamp_install (lamp);
create index b_lamp_install_installed_on_idx on b_lamp_install (installed_on);
create index b_lamp_install_warranty_to_idx on b_lamp_install (warranty_to);

update b_lamp_device set state = '启用' where state is null;

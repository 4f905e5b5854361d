-- 灯具: its books.
-- 灯具台账 (lampDevice): drafted from its definition.
create table b_lamp_device (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  name text, -- 名称
  kind text, -- 类型
  model text, -- 型号
  power numeric(20,1), -- 功率（W）
  color_temp text, -- 色温
  safe_qty integer, -- 安全库存（盏）
  batch_no text, -- 最近批次
  warranty_to date, -- 质保到期日
  install_place text, -- 最近安装位置
  installed_on date -- 最近安装日期
);
create index b_lamp_device_source_module_source_id_idx on b_lamp_device (source_module, source_id);
create index b_lamp_device_warranty_to_idx on b_lamp_device (warranty_to);
create index b_lamp_device_installed_on_idx on b_lamp_device (installed_on);
create unique index b_lamp_device_kind_model_standing on b_lamp_device (kind, model) where not voided;

-- 灯具出入库流水 (lampMove): drafted from its definition.
create table b_lamp_move (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  store_room text, -- 仓库
  lamp bigint, -- 灯具
  kind text, -- 类型
  moved_on date, -- 日期
  quantity integer, -- 数量（盏）
  amount numeric(18,2), -- 金额（元）
  install_place text, -- 安装位置
  origin bigint, -- 原出库单
  document text -- 单号
);
create index b_lamp_move_source_module_source_id_idx on b_lamp_move (source_module, source_id);
create index b_lamp_move_project_idx on b_lamp_move (project);
create index b_lamp_move_lamp_idx on b_lamp_move (lamp);
create index b_lamp_move_moved_on_idx on b_lamp_move (moved_on);

-- 灯具库存 (lampStock): drafted from its definition.
create table b_lamp_stock (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  store_room text, -- 仓库
  lamp bigint, -- 灯具
  quantity integer, -- 可用数量（盏）
  scrap_qty integer, -- 待报废（盏）
  value numeric(18,2), -- 库存金额（元）
  keeper bigint -- 库管员
);
create index b_lamp_stock_source_module_source_id_idx on b_lamp_stock (source_module, source_id);
create index b_lamp_stock_project_idx on b_lamp_stock (project);
create index b_lamp_stock_lamp_idx on b_lamp_stock (lamp);
create unique index b_lamp_stock_project_store_room_lamp_standing on b_lamp_stock (project, store_room, lamp) where not voided;
alter table b_lamp_stock add constraint b_lamp_stock_limit_1
  check (coalesce(quantity, 0) >= 0 and coalesce(quantity, 0) <= 1000000);
alter table b_lamp_stock add constraint b_lamp_stock_limit_2
  check (coalesce(scrap_qty, 0) >= 0 and coalesce(scrap_qty, 0) <= 1000000);

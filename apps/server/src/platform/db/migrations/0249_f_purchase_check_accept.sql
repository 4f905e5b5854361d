-- 工程采购验收 (purchaseCheckAccept): drafted from its definition.

create table f_purchase_check_accept (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  supplier bigint, -- 供应商
  send_bill bigint, -- 发货单
  "order" bigint, -- 采购申请单
  project_contract bigint, -- 采购合同
  check_date date, -- 验收日期
  check_place text, -- 验收地点
  check_team bigint[], -- 验收人员
  provider_rep text, -- 供方代表
  supervise_rep text, -- 监理或业主代表
  sample_way text, -- 抽检方式
  sample_report jsonb, -- 检测报告
  nameplate jsonb, -- 铭牌与合同一致
  vacuum_keep jsonb, -- 主机充氮或真空保持
  certificate jsonb, -- 合格证与质保书
  spare_box jsonb, -- 随机备件与专用工具
  store_mode text, -- 入库方式
  open_photos jsonb, -- 开箱照片
  accept_total numeric(18,2), -- 验收金额合计（元）
  reject_total numeric(20,3), -- 拒收数量合计
  concession_total numeric(18,2), -- 让步折价合计（元）
  first_pass_rate numeric(12,4), -- 一次合格率
  team_opinion text, -- 验收意见
  judge text, -- 技术判定
  judge_note text, -- 判定说明
  return_due date, -- 退换货期限
  quality_fine numeric(18,2), -- 质量扣款（元）
  stock_no text, -- 入库单号
  store_slot text -- 货位
);

create index f_purchase_check_accept_applicant_created_at_id_idx on f_purchase_check_accept (applicant, created_at, id);
create index f_purchase_check_accept_status_created_at_id_idx on f_purchase_check_accept (status, created_at, id);
create index f_purchase_check_accept_applicant_dept_created_at_id_idx on f_purchase_check_accept (applicant_dept, created_at, id);
create index f_purchase_check_accept_created_at_id_idx on f_purchase_check_accept (created_at, id);
create index f_purchase_check_accept_project_created_at_id_idx on f_purchase_check_accept (project, created_at, id);
create index f_purchase_check_accept_supplier_idx on f_purchase_check_accept (supplier);
create index f_purchase_check_accept_check_date_idx on f_purchase_check_accept (check_date);

create trigger f_purchase_check_accept_added after insert on f_purchase_check_accept referencing new table as changed
  for each statement execute function form_changed('purchaseCheckAccept');
create trigger f_purchase_check_accept_changed after update on f_purchase_check_accept referencing new table as changed
  for each statement execute function form_changed('purchaseCheckAccept');
create trigger f_purchase_check_accept_removed after delete on f_purchase_check_accept referencing old table as changed
  for each statement execute function form_changed('purchaseCheckAccept');

-- 验收明细
create table f_purchase_check_accept_accept_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_check_accept on delete cascade,
  row_no integer not null,
  order_line bigint, -- 采购订单行
  goods text, -- 物料
  spec text, -- 规格型号
  brand_actual text, -- 实际品牌产地
  unit_name text, -- 单位
  arrived_qty numeric(20,3), -- 到货数量
  pass_qty numeric(20,3), -- 合格数量
  concession_qty numeric(20,3), -- 让步接收数量
  concession_cut numeric(18,2), -- 让步折价（元）
  order_price numeric(18,4), -- 合同单价（元）
  reject_qty numeric(20,3), -- 拒收数量
  reject_why text, -- 拒收原因
  accept_amount numeric(18,2), -- 验收金额
  qty_wrong integer, -- 数量错误
  first_passed integer -- 一次合格
);
create index f_purchase_check_accept_accept_lines_parent_idx on f_purchase_check_accept_accept_lines (parent_id, row_no);

-- 服务商停用恢复 (providerStanding): drafted from its definition.

create table f_provider_standing (
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
  supplier bigint, -- 服务商
  action text, -- 申请事项
  current_state text, -- 现状态
  reason_kind text, -- 原因
  reason text, -- 原因说明
  banned_until date, -- 停用至
  open_contracts integer, -- 在履合同（份）
  open_lines integer, -- 未发完的订单行（行）
  open_bids integer, -- 投标中的标段（个）
  evidence jsonb, -- 依据
  director_opinion text -- 审核意见
);

create index f_provider_standing_applicant_created_at_id_idx on f_provider_standing (applicant, created_at, id);
create index f_provider_standing_status_created_at_id_idx on f_provider_standing (status, created_at, id);
create index f_provider_standing_applicant_dept_created_at_id_idx on f_provider_standing (applicant_dept, created_at, id);
create index f_provider_standing_created_at_id_idx on f_provider_standing (created_at, id);
create index f_provider_standing_supplier_idx on f_provider_standing (supplier);

create trigger f_provider_standing_added after insert on f_provider_standing referencing new table as changed
  for each statement execute function form_changed('providerStanding');
create trigger f_provider_standing_changed after update on f_provider_standing referencing new table as changed
  for each statement execute function form_changed('providerStanding');
create trigger f_provider_standing_removed after delete on f_provider_standing referencing old table as changed
  for each statement execute function form_changed('providerStanding');

-- 调价文件: the paper that a price of a contract goes back to.
alter table contract_price add column paper jsonb;

-- 合同附件: papers of a contract that belong to no form (scans of old contracts, letters of intent, photos of sealed originals).
create table contract_file (
  id bigint generated always as identity primary key,
  contract text not null references contract,
  kind text not null,
  -- Of the same kind the highest is in force.
  version integer not null check (version > 0),
  paper jsonb not null,
  note text,
  added_by bigint not null references app_user,
  added_at timestamptz not null default app_now(),
  unique (contract, kind, version)
);

-- 合同台账: sealing, filing and ending of a contract, whichever ledger keeps it. `contract` is its id there with the ledger's letter (c, b, w, a).
create table contract_handling (
  id bigint generated always as identity primary key,
  contract text not null check (contract ~ '^[cbwa].+'),
  act text not null check (act in ('用印', '归档', '终止')),
  on_day date not null,
  -- 用印: what was stamped on how many originals, by whom, and by which application.
  seal_kind text check (seal_kind in ('合同专用章', '公章', '法定代表人章', '电子签章')),
  copies integer check (copies > 0),
  sealed_by bigint references app_user,
  application text,
  -- 归档: originals that came back, and where they are.
  returned integer check (returned >= 0),
  place text,
  -- 终止: why, and the paper that says so.
  reason text,
  paper jsonb,
  added_by bigint not null references app_user,
  added_at timestamptz not null default app_now(),
  check (act <> '用印' or (seal_kind is not null and copies is not null and sealed_by is not null)),
  check (act <> '归档' or (returned is not null and place is not null)),
  check (act <> '终止' or (reason is not null and paper is not null))
);
create index contract_handling_contract on contract_handling (contract, act, on_day desc);
-- A contract is filed once and ends once.
create unique index contract_handling_once on contract_handling (contract, act) where act <> '用印';

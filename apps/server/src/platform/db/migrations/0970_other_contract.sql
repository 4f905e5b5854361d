-- What is kept of contracts that no form registers (保密、框架意向、租赁、保险…) beside their entry in 其他合同台账.
create table other_contract (
  agreement bigint primary key references b_agreement,
  remind_on date,
  told_for date, -- the day of reminding that was told of
  paper jsonb not null,
  deposit_back boolean not null default false,
  saved_by bigint not null references app_user,
  saved_at timestamptz not null default app_now()
);
create index other_contract_remind_on_idx on other_contract (remind_on);

-- 顾问: experts from outside who are called upon: what they are good at, how long they are engaged, what they are paid and how they did.
create table consultant (
  id bigint generated always as identity primary key,
  name text not null,
  account bigint unique references app_user,
  org_title text not null,
  field text not null,
  level text not null check (level in ('首席', '资深', '普通')),
  region text,
  phone text,
  id_no text,
  bank_name text,
  bank_account text,
  resume text,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  -- Paid for each time once somebody else agreed to it.
  fee numeric(18,2) check (fee >= 0),
  fee_asked numeric(18,2) check (fee_asked >= 0),
  fee_asked_by bigint references app_user,
  fee_agreed_by bigint references app_user,
  certificate jsonb not null,
  letter jsonb not null,
  dismissed_on date,
  dismissed_for text,
  saved_by bigint not null references app_user,
  -- For which end of the engagement somebody was told.
  told_for date,
  check (fee_agreed_by <> fee_asked_by)
);

-- 服务评价: each service of a consultant, in five dimensions that add up to a hundred.
create table consultant_score (
  id bigint generated always as identity primary key,
  consultant bigint not null references consultant,
  service text not null,
  served_on date not null,
  expertise numeric(5,2) not null check (expertise between 0 and 30),
  promptness numeric(5,2) not null check (promptness between 0 and 20),
  outcome numeric(5,2) not null check (outcome between 0 and 30),
  cooperation numeric(5,2) not null check (cooperation between 0 and 10),
  attendance numeric(5,2) not null check (attendance between 0 and 10),
  total numeric(5,2) generated always as (expertise + promptness + outcome + cooperation + attendance) stored,
  paid numeric(18,2) check (paid >= 0),
  remark text,
  scored_by bigint not null references app_user,
  scored_at timestamptz not null
);
create index on consultant_score (consultant);

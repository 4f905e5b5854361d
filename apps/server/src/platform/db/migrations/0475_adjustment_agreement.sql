-- 调整: proposed by one, agreed to by another; only then it counts. What it costs stands beside it.
alter table adjustment add column amount numeric(18,2);
alter table adjustment add column state text not null default '已同意' check (state in ('待同意', '已同意', '已退回'));
alter table adjustment alter column state set default '待同意';
alter table adjustment add column decided_by bigint references app_user;
alter table adjustment add column decided_at timestamptz;
alter table adjustment add column decision text not null default '';
alter table adjustment add constraint adjustment_decider check (decided_by is distinct from created_by or decided_by is null);
-- What is sent twice is there once.
alter table adjustment add column client_id uuid unique;

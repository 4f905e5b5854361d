-- 强制交接: who counts the till of somebody who is not there; whoever checks it is a third.
alter table shift add column counted_by bigint references app_user,
  add check (checked_by is null or counted_by is null or checked_by <> counted_by);

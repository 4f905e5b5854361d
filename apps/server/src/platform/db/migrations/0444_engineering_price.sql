-- 价格库手工记录: what stands behind a price that somebody entered by hand, and why a price does not hold any more.
create table engineering_price_note (
  price bigint primary key references b_unit_engineering_price,
  remark text,
  file jsonb,
  written_by bigint references app_user,
  ended_on date,
  ended_for text,
  ended_by bigint references app_user,
  check ((file is null) = (written_by is null)),
  check ((ended_on is null) = (ended_for is null))
);

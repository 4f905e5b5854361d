-- What is left of an order line and will not come any more: nothing is sent of it until it is opened again.
create table purchase_line_close (
  line bigint primary key references b_purchase_order_line,
  reason text not null,
  closed_by bigint not null references app_user,
  closed_at timestamptz not null default app_now()
);

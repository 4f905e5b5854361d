-- 投标回执: whether those who were asked to bid will. What was said last counts.
create table tender_reply (
  tender bigint not null references f_tender_application on delete cascade,
  supplier bigint not null references supplier,
  attends boolean not null,
  replied_on date not null,
  note text,
  noted_by bigint not null references app_user,
  noted_at timestamptz not null default app_now(),
  primary key (tender, supplier)
);

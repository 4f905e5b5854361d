-- 答疑补遗: what bidders asked about a tender and what all of them were told.
create table tender_addendum (
  id bigint generated always as identity primary key,
  tender bigint not null references f_tender_application on delete cascade,
  -- Who asked; nobody is told. Null: said unasked.
  asker bigint references supplier,
  question text,
  content text not null,
  -- It changes the documents of the tender.
  addendum boolean not null,
  files jsonb not null default '[]',
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  check ((asker is null) = (question is null))
);
create index on tender_addendum (tender, created_at);

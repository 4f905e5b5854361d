-- Days that are not what their weekday says: public holidays, and weekends that are worked for them (调休). A year that has none yet goes
-- by its weekends. 2025 and 2026 as the State Council published them on 2024-11-12 and 2025-11-04.
create table work_calendar (
  day date primary key,
  off boolean not null,
  name text not null,
  set_by bigint,
  set_at timestamptz not null default app_now()
);
insert into work_calendar (day, off, name)
select day::date, true, name
  from (values
    (date '2025-01-01', date '2025-01-01', '元旦'),
    ('2025-01-28', '2025-02-04', '春节'),
    ('2025-04-04', '2025-04-06', '清明节'),
    ('2025-05-01', '2025-05-05', '劳动节'),
    ('2025-05-31', '2025-06-02', '端午节'),
    ('2025-10-01', '2025-10-08', '国庆节、中秋节'),
    ('2026-01-01', '2026-01-03', '元旦'),
    ('2026-02-15', '2026-02-23', '春节'),
    ('2026-04-04', '2026-04-06', '清明节'),
    ('2026-05-01', '2026-05-05', '劳动节'),
    ('2026-06-19', '2026-06-21', '端午节'),
    ('2026-09-25', '2026-09-27', '中秋节'),
    ('2026-10-01', '2026-10-07', '国庆节')) as h(first, last, name),
  generate_series(h.first, h.last, interval '1 day') as day;
insert into work_calendar (day, off, name) values
  ('2025-01-26', false, '春节调休'), ('2025-02-08', false, '春节调休'), ('2025-04-27', false, '劳动节调休'),
  ('2025-09-28', false, '国庆节、中秋节调休'), ('2025-10-11', false, '国庆节、中秋节调休'),
  ('2026-01-04', false, '元旦调休'), ('2026-02-14', false, '春节调休'), ('2026-02-28', false, '春节调休'),
  ('2026-05-09', false, '劳动节调休'), ('2026-09-20', false, '国庆节调休'), ('2026-10-10', false, '国庆节调休');

alter table wf_task
  -- When somebody has to be reminded, or what happens at the timeout has to happen; null: no more.
  add column remind_at timestamptz,
  add column reminded integer not null default 0,
  -- What the chain says for the timeout has been done.
  add column timed_out_at timestamptz;
update wf_task set remind_at = due_at where state = 'open';
create index wf_task_remind on wf_task (remind_at) where state = 'open' and remind_at is not null;

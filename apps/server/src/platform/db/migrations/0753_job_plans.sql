-- Plans and people that administrators gave to jobs; without a row a job runs as the program has it, and administrators answer for it.
create table job_plan (
  name text primary key,
  cron text,
  owner bigint references app_user,
  set_by bigint not null references app_user,
  set_at timestamptz not null default app_now()
);

-- Each try of a run that failed, with where in the program.
create table job_failure (
  id bigint generated always as identity primary key,
  job uuid not null,
  name text not null,
  try integer not null,
  at timestamptz not null default now(),
  message text not null,
  detail text not null
);
create index job_failure_job on job_failure (job, id);
create index job_failure_at on job_failure (at);

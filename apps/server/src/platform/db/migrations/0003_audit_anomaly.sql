-- What stands out in the audit log is found anew at every look; kept is only that somebody has dealt with it.

create table audit_anomaly_mark (
  rule text not null,
  -- `u:<user>`, or an account that nobody has.
  subject text not null,
  day date not null,
  -- Occurrences up to this one are dealt with; a later one opens the anomaly again.
  handled_until timestamptz not null,
  note text not null,
  handled_by bigint not null,
  handled_at timestamptz not null default now(),
  primary key (rule, subject, day)
);
create index on audit_log (kind, at);

-- Questionnaires that customers answer without signing in: by codes that nobody can guess, one of each project.
create table questionnaire (
  id bigint generated always as identity primary key,
  title text not null,
  intro text not null default '',
  thanks text not null default '',
  hotline text not null default '',
  season text,
  state text not null default 'draft' check (state in ('draft', 'collecting', 'paused', 'ended')),
  -- Listed for whoever comes without a code.
  listed boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  projects text[] not null default '{}',
  -- The version that is asked now; earlier ones stay, for the answers that they were given to.
  version integer not null default 1,
  -- Counts saves, so that two who edit do not overwrite each other.
  revision integer not null default 1,
  published_at timestamptz,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now()
);
create index questionnaire_projects_idx on questionnaire using gin (projects);

create table questionnaire_version (
  questionnaire_id bigint not null references questionnaire on delete cascade,
  version integer not null,
  design jsonb not null,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  primary key (questionnaire_id, version)
);

create table questionnaire_link (
  id bigint generated always as identity primary key,
  questionnaire_id bigint not null references questionnaire on delete cascade,
  project_code text not null references project,
  code text not null unique,
  active boolean not null default true,
  -- Messages that were sent with the link; cards on tables are not counted.
  sent_sms integer not null default 0 check (sent_sms >= 0),
  sent_wechat integer not null default 0 check (sent_wechat >= 0),
  unique (questionnaire_id, project_code)
);

create table questionnaire_answer (
  id bigint generated always as identity primary key,
  questionnaire_id bigint not null references questionnaire,
  version integer not null,
  project_code text not null references project,
  -- Which device answered, as a digest: it says nothing about the device.
  device bytea not null,
  source text not null,
  answers jsonb not null,
  respondent text not null default '',
  phone text not null default '',
  place text not null default '',
  satisfaction numeric(5,2),
  nps smallint,
  lowest_label text,
  lowest_score smallint,
  low boolean not null,
  seconds integer not null,
  submitted_at timestamptz not null default app_now(),
  state text not null default '无需处理' check (state in ('无需处理', '待处理', '已处理', '已转投诉')),
  handled_by bigint references app_user,
  handled_at timestamptz,
  handled_note text not null default '',
  complaint_id bigint,
  told_at timestamptz,
  urged_at timestamptz,
  foreign key (questionnaire_id, version) references questionnaire_version,
  -- One answer a device.
  unique (questionnaire_id, device)
);
create index questionnaire_answer_list_idx on questionnaire_answer (questionnaire_id, submitted_at desc);
create index questionnaire_answer_project_idx on questionnaire_answer (project_code, submitted_at desc);
create index questionnaire_answer_open_idx on questionnaire_answer (submitted_at) where state = '待处理';

-- Who answers or uploads how often: read for a minute, kept for an hour.
create table questionnaire_attempt (
  source text not null,
  kind text not null,
  at timestamptz not null
);
create index questionnaire_attempt_source_idx on questionnaire_attempt (source, kind, at);
create index questionnaire_attempt_at_idx on questionnaire_attempt (at);

-- Puzzles that tell a hand from a program: where the piece belongs is known here only.
create table questionnaire_challenge (
  id uuid primary key default gen_random_uuid(),
  target integer not null,
  tries integer not null default 0,
  -- Who solved it: it is good for that device alone.
  device bytea,
  expires_at timestamptz not null
);

-- Photos of answers come from people without an account.
alter table file alter column uploaded_by drop not null;

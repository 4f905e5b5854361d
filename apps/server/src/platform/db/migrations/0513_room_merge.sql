-- 拆分合并: rooms that end on a day for others that begin on it. Their fees, people and areas end then too; bills of before stay where they are.
alter table room add ended_on date;

create table room_merge (
  id bigint generated always as identity primary key,
  community_id bigint not null references community,
  kind text not null check (kind in ('拆分', '合并')),
  day date not null,
  arrears text not null check (arrears in ('结清', '承接')),
  reason text not null,
  -- Fen that went to the room that takes them over.
  owed bigint not null default 0,
  prepaid bigint not null default 0,
  made_by bigint not null references app_user,
  made_at timestamptz not null default app_now()
);
create index on room_merge (community_id, day);

create table room_merge_part (
  merge_id bigint not null references room_merge on delete cascade,
  room_id bigint not null references room on delete cascade,
  -- Whether it ended; else it began.
  old boolean not null,
  -- Takes over debts, money ahead, meters and what is charged by a fixed quantity.
  heir boolean not null default false,
  build_area numeric(14,4) not null,
  inner_area numeric(14,4),
  energy_area numeric(14,4) not null,
  primary key (merge_id, room_id)
);
create index on room_merge_part (room_id);
create unique index room_merge_ends_once on room_merge_part (room_id) where old;

-- What a room's history asks for.
create index on f_user_complaint (room) where room is not null;

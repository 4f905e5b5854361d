-- Departments that are merged, and what became of a code: records keep the code they were filed under, people's scope follows it here.

alter table dept_change drop constraint dept_change_kind_check;
alter table dept_change add constraint dept_change_kind_check
  check (kind in ('created', 'renamed', 'manager', 'moved', 'merged', 'disabled', 'enabled', 'sorted'));

create table dept_successor (
  old_id text primary key references dept,
  new_id text not null references dept,
  at timestamptz not null default now(),
  check (old_id <> new_id)
);
create index on dept_successor (new_id);

-- The department that a code has become, through every move and merge since; a code that never changed is itself.
create function dept_now(code text) returns text language sql stable as $$
  with recursive path(id, depth) as (
    select code, 0
    union all
    select s.new_id, path.depth + 1 from path join dept_successor s on s.old_id = path.id where path.depth < 100
  )
  select id from path order by depth desc limit 1
$$;

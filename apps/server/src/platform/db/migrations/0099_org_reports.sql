-- Records keep the department under whose code they were filed; lists show them by the organisation of today or of then.

-- Every code that means the same department today as one of these.
create function dept_codes(codes text[]) returns text[] language sql stable as $$
  with today as (select distinct dept_now(code) as code from unnest(codes) code)
  select array(select code from today union select unnest(codes)
    union select s.old_id from dept_successor s where dept_now(s.old_id) in (select code from today))
$$;

-- What a department was called at a moment: its name before the first change of it since, else its name.
create function dept_then(code text, at timestamptz) returns text language sql stable as $$
  select coalesce(
    (select c.old_value from dept_change c where c.dept_id = code and c.kind = 'renamed' and c.applied_at > at order by c.id limit 1),
    (select d.name from dept d where d.id = code))
$$;

-- Lists by the organisation of today change with it.
create trigger dept_successor_added after insert on dept_successor for each statement execute function form_names_changed();

-- How many people a department is meant to have.
alter table dept add column establishment integer check (establishment between 0 and 100000);
alter table dept_change drop constraint dept_change_kind_check;
alter table dept_change add constraint dept_change_kind_check check (kind in
  ('created', 'renamed', 'manager', 'establishment', 'moved', 'merged', 'disabled', 'enabled', 'sorted'));

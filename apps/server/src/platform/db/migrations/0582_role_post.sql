-- A role may name posts: whoever holds one of them has the role without being put in, and loses it with the post.
-- `role_member` and `role_post` are what people write. `user_role` follows from both and is written by the triggers here only: one row for each
-- person and role, whichever way they came by it, so that everything that asks who holds a role asks one table.

create table role_member (
  user_id bigint not null references app_user,
  role_id bigint not null references role on delete cascade,
  from_date date,
  -- 临时 where there is one.
  to_date date,
  primary key (user_id, role_id),
  check (from_date is null or to_date is null or from_date <= to_date)
);
create index on role_member (role_id);
insert into role_member (user_id, role_id, from_date, to_date) select user_id, role_id, from_date, to_date from user_role;

create table role_post (
  role_id bigint not null references role on delete cascade,
  post text not null check (post <> '' and post = btrim(post)),
  primary key (role_id, post)
);
create index on role_post (post);
create index app_user_post on app_user (btrim(position)) where position is not null;

-- By which post, and since when; null: put in by people.
alter table user_role add column post text, add column post_from date, add check ((post is null) = (post_from is null));

-- The roles that the posts of these people name. One that excludes a role that the person was put into, or that would make an administrator an
-- auditor, is withheld and says why: people move between posts every day, and no move may fail or break the rule over this.
create function roles_by_post(people bigint[]) returns table (user_id bigint, role_id bigint, post text, withheld text) language sql stable as $$
  select u.id, p.role_id, p.post,
    coalesce(
      (select x.reason from role_exclusion x join role_member m on m.user_id = u.id
        and (m.to_date is null or m.to_date >= (now() at time zone 'Asia/Shanghai')::date)
        where (x.role_a, x.role_b) in ((p.role_id, m.role_id), (m.role_id, p.role_id)) limit 1),
      -- Of two roles of the same post that exclude each other, the one that was there first.
      (select x.reason from role_exclusion x join role_post q on q.post = p.post and q.role_id < p.role_id
        where (x.role_a, x.role_b) in ((p.role_id, q.role_id), (q.role_id, p.role_id)) limit 1),
      (select '审计员不能是系统管理员本人' from role_menu a join role_member m on m.user_id = u.id join role r on r.id = m.role_id and r.code = 'admin'
        where a.role_id = p.role_id and a.short_code = 'system.audit' limit 1))
  from app_user u join role_post p on p.post = btrim(u.position)
  where u.id = any(people) and u.state = 'active'
$$;

-- What these people may do is read anew at their next request wherever anything changed.
create function renew_roles(people bigint[]) returns void language plpgsql as $$
begin
  perform from app_user where id = any(people) order by id for no key update;
  with wanted as (
    select user_id, role_id, m.from_date, m.to_date, m.role_id is not null as put_in, p.post,
      case when p.post is not null then coalesce(h.post_from, (now() at time zone 'Asia/Shanghai')::date) end as post_from
    from (select n.* from role_member n where n.user_id = any(people)) m
      full join (select b.* from roles_by_post(people) b where b.withheld is null) p using (user_id, role_id)
      left join user_role h using (user_id, role_id)
  ), held as (
    -- Held both ways: for as long as either says. A term that is over by the time the post comes counts no more.
    select w.user_id, w.role_id, w.post, w.post_from,
      case when w.post is null then w.from_date
        when w.put_in and (w.to_date is null or w.to_date >= w.post_from)
          then case when w.from_date is not null then least(w.from_date, w.post_from) end
        else w.post_from end as from_date,
      case when w.post is null then w.to_date end as to_date
    from wanted w
  ), gone as (
    delete from user_role u where u.user_id = any(people)
      and not exists (select from held where held.user_id = u.user_id and held.role_id = u.role_id)
    returning u.user_id
  ), put as (
    insert into user_role as u (user_id, role_id, from_date, to_date, post, post_from)
    select user_id, role_id, from_date, to_date, post, post_from from held
    on conflict (user_id, role_id) do update
      set from_date = excluded.from_date, to_date = excluded.to_date, post = excluded.post, post_from = excluded.post_from
      where (u.from_date, u.to_date, u.post, u.post_from) is distinct from (excluded.from_date, excluded.to_date, excluded.post, excluded.post_from)
    returning u.user_id
  )
  update app_user set permission_version = permission_version + 1
   where id in (select user_id from gone union select user_id from put);
end $$;

create function role_member_changed() returns trigger language plpgsql as $$
begin
  perform renew_roles(array(select distinct p from unnest(array[case when tg_op <> 'INSERT' then old.user_id end,
    case when tg_op <> 'DELETE' then new.user_id end]) p where p is not null));
  return null;
end $$;
create trigger role_member_changed after insert or update or delete on role_member for each row execute function role_member_changed();

-- Who gets a post while the posts of a role change would see neither: the one waits for the other.
create function role_post_changed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('role_post', 0));
  perform renew_roles(array(select id from app_user
    where btrim(position) in (case when tg_op <> 'INSERT' then old.post end, case when tg_op <> 'DELETE' then new.post end)));
  return null;
end $$;
create trigger role_post_changed after insert or update or delete on role_post for each row execute function role_post_changed();

create function post_changed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('role_post', 0));
  perform renew_roles(array[new.id]);
  return null;
end $$;
create trigger post_given after insert on app_user for each row when (new.position is not null) execute function post_changed();
create trigger post_changed after update of position, state on app_user for each row
  when (old.position is distinct from new.position or old.state is distinct from new.state) execute function post_changed();

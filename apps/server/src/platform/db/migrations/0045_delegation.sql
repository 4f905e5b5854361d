-- Absence: who handles whose to-dos, for how long.

create table wf_delegation (
  id bigint generated always as identity primary key,
  -- Whose to-dos, and who may handle them as well. The owner goes on seeing and handling them.
  owner bigint not null,
  delegate bigint not null check (delegate <> owner),
  -- Module ids; null: all.
  modules text[] check (cardinality(modules) > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text not null default '',
  set_by bigint not null,
  created_at timestamptz not null default app_now(),
  -- Ended by hand, before its time.
  ended_at timestamptz,
  ended_by bigint,
  end_reason text,
  -- Whether its beginning and its end have been carried out and told; each happens once, whichever process sees it first.
  begun boolean not null default false,
  over boolean not null default false
);
create index wf_delegation_owner on wf_delegation (owner, ends_at);
create index wf_delegation_delegate on wf_delegation (delegate, ends_at);
create index wf_delegation_pending on wf_delegation (starts_at) where not over;

-- A row that a delegation made; null: the person is asked themselves.
alter table wf_task_actor add column delegation_id bigint references wf_delegation;
create index wf_task_actor_delegation on wf_task_actor (delegation_id) where delegation_id is not null;

-- Whose task it was, where somebody handled it for them, and by which delegation.
alter table wf_task add column on_behalf_of bigint;
alter table wf_task add column delegation_id bigint references wf_delegation;
create index wf_task_delegation on wf_task (delegation_id) where delegation_id is not null;

-- Kinds of notices are those of the code; a list of them here would have to change with each.
alter table wf_notice drop constraint if exists wf_notice_kind_check;

-- Delegations under which somebody may stand in at a moment: begun, not over, the delegate in service, and no two roles between the two people
-- that one person must not hold together.
create function running_delegations(moment timestamptz) returns setof wf_delegation language sql stable as $$
  select d.* from wf_delegation d
   where d.ended_at is null and d.starts_at <= moment and d.ends_at > moment
     and exists (select from app_user u where u.id = d.delegate and u.state = 'active')
     and not exists (
       select from role_exclusion x
         join user_role a on a.role_id = x.role_a and a.user_id in (d.owner, d.delegate)
         join user_role b on b.role_id = x.role_b and b.user_id in (d.owner, d.delegate)
        where a.user_id <> b.user_id
          and daterange(a.from_date, a.to_date, '[]') @> (moment at time zone 'Asia/Shanghai')::date
          and daterange(b.from_date, b.to_date, '[]') @> (moment at time zone 'Asia/Shanghai')::date)
$$;

-- The page came to be with more buttons than an administrator was given for it before it was there.
update role_menu m set buttons = '{0,2,3,5}' from role r
 where r.id = m.role_id and r.code = 'admin' and m.short_code = 'system.delegations';

-- 城市群: which cluster a province or city counts towards, the nearest that is named deciding.
create table city_cluster (
  district_id text primary key references district (id),
  name text not null check (length(name) between 1 and 20),
  set_by bigint references app_user (id),
  set_at timestamptz not null default app_now()
);

-- 咨询单同比 had no such button before: those who run consulting keep the clusters.
update role_menu m set buttons = array(select distinct b from unnest(m.buttons || 2) b order by 1)
  from role r
 where r.id = m.role_id and m.short_code = 'projectContent.consultStatistics.broadCityGroup' and 3 = any(m.buttons)
   and r.code in ('admin', 'salesTechnical', 'deptDirector');
update app_user set permission_version = permission_version + 1;

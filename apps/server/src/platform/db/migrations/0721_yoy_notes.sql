-- 能耗同比 takes notes now: whoever answers for a project writes there why a month was another. The page had no such button before.
update role_menu m set buttons = array(select distinct b from unnest(m.buttons || 2) b order by 1)
  from role r
 where r.id = m.role_id and m.short_code = 'operationContent.stateMents.energyConsumptionYOY' and 3 = any(m.buttons)
   and r.code in ('admin', 'projectManager', 'energyAnalyst', 'technicalDirector', 'hvacLeader');
update app_user set permission_version = permission_version + 1;

-- 单位工程造价 had no import before: whoever enters prices imports them.
update role_menu m set buttons = array(select distinct b from unnest(m.buttons || 4) b order by 1)
  from role r
 where r.id = m.role_id and m.short_code = 'costQuotation.unitEngineeringPrice' and 0 = any(m.buttons);
update app_user set permission_version = permission_version + 1;

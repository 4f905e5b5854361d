-- Who keeps contract prices agrees to their changes on 能源价格设置. New companies hold the page by default since the mechanisms came; those that were there
-- before get it here, as far as nobody has given them other buttons of it.
insert into role_menu (role_id, short_code, buttons)
select r.id, m.short_code, '{3,5,7}' from role r join menu m on m.short_code = 'operationContent.setting.energyPriceSet'
where r.code = 'emcDirector'
on conflict do nothing;

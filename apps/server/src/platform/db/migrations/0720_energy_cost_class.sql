-- What energy costs and earns is a class of its own: those who work with papers that hold amounts (operators, engineers) do not see it for that.
-- Roles of the company's own making keep what they saw.
insert into role_class (role_id, data_class, exportable)
  select c.role_id, 'energyCost', c.exportable from role_class c join role r on r.id = c.role_id
  where c.data_class = 'amount' and (not r.builtin
    or r.code in ('generalManager', 'finance', 'projectManager', 'areaManager', 'operationDirector', 'energyAnalyst'))
  on conflict do nothing;
update app_user set permission_version = permission_version + 1;

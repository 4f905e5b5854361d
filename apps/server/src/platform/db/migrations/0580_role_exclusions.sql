-- Who pays out approves no payment, and who orders does not take in. Who holds both already keeps them until their roles are changed.
insert into role_exclusion (role_a, role_b, reason)
select least(a.id, b.id), greatest(a.id, b.id), x.reason
  from (values
    ('cashier', 'areaManager', '出纳与付款审批互斥'),
    ('cashier', 'emcDirector', '出纳与付款审批互斥'),
    ('cashier', 'generalManager', '出纳与付款审批互斥'),
    ('purchaser', 'projectManager', '采购与验收互斥'),
    ('purchaser', 'hvacEngineer', '采购与验收互斥')) x (code_a, code_b, reason)
  join role a on a.code = x.code_a
  join role b on b.code = x.code_b
on conflict do nothing;

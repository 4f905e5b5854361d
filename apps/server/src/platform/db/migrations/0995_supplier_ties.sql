-- What makes two suppliers one bidder in two coats, as `name value`: those that have one of them in common are under one control. One rule for a
-- supplier's file, the invitation that is checked and the draw. Source: 招标投标法实施条例 第40条 (视为串通投标), the catalogue's 「疑似关联」.
create function supplier_ties(s supplier) returns text[] language sql stable as $$
  select array_remove(array[
    '法定代表人 ' || nullif(s.legal_person, ''), '实际控制人 ' || nullif(s.controller, ''), '电话 ' || nullif(s.phone, ''),
    '地址 ' || nullif(s.address, ''), '邮箱 ' || nullif(s.email, ''), '账户 ' || nullif(s.bank_account, '')], null)
$$;

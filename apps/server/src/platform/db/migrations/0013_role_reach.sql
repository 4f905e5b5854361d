-- What of a field group may leave the product in a workbook, and modules whose records a role sees by another scope than its usual one.

alter table role_class add column exportable boolean not null default false;
-- Whoever saw a value could take it along until now. Amounts, prices and phones were open to everybody: roles of the company's own making
-- and administrators keep them; built-in roles have had them from the start as far as they are meant to.
update role_class set exportable = true;
insert into role_class (role_id, data_class, exportable)
  select r.id, c, true from role r, unnest(array['amount', 'price', 'phone']) c where not r.builtin or r.code = 'admin'
  on conflict do nothing;
update app_user set permission_version = permission_version + 1;

create table role_scope_exception (
  role_id bigint not null references role on delete cascade,
  -- A module, or all modules of a group; the module's own line goes before its group's.
  kind text not null check (kind in ('group', 'module')),
  code text not null,
  -- Empty: only what one filed oneself or took part in.
  scopes text[] not null check (scopes <@ array['self', 'dept', 'area', 'project', 'all']),
  primary key (role_id, kind, code)
);

-- Who a follow-up was left to, and when they read it: what goes to a role has several readers.
create table follow_up_reader (
  follow_up_id bigint not null references follow_up on delete cascade,
  user_id bigint not null,
  read_at timestamptz,
  primary key (user_id, follow_up_id)
);
insert into follow_up_reader (follow_up_id, user_id) select id, user_id from follow_up where user_id is not null;
insert into follow_up_reader (follow_up_id, user_id)
select f.id, ur.user_id from follow_up f join role r on r.code = f.role_code join user_role ur on ur.role_id = r.id
on conflict do nothing;

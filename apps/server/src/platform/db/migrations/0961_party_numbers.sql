-- One person is looked up by their numbers whenever a household is at the counter: imports enter one anew for each room.
create index party_id_no on party (id_no) where id_no <> '';
create index party_tax_no on party (tax_no) where tax_no <> '';

-- Why a message was not taken by what should have brought it; null where it was.
alter table message add column fault text;

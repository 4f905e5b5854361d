-- The picture of an outermost line of the menu where administrators chose another than the program's; null: the program's.
alter table menu add column icon text;

-- Who is told of something are the holders of a screen; the key of role_menu begins with the role.
create index role_menu_screen on role_menu (short_code);

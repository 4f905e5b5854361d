-- Pages that this version brings had entries before, which nobody was shown, with the buttons of a page that only lists. Written anew at the
-- start that follows, they and what the built-in roles hold of them are those of a new page.
delete from role_menu where short_code in ('system.jobs', 'system.messages', 'system.health', 'monitorManage.warnManage');
delete from menu where short_code in ('system.jobs', 'system.messages', 'system.health', 'monitorManage.warnManage');

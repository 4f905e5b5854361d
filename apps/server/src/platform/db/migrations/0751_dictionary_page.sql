-- As 0682: the page of dictionaries had an entry that nobody was shown. Written anew at the start that follows, with its own buttons.
delete from role_menu where short_code = 'system.dictionaries';
delete from menu where short_code = 'system.dictionaries';

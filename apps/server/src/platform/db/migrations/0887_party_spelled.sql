-- People are found at the counter by the first letters of their names: whoever is not spelled yet is by the clock.
create index party_unspelled on party (id) where pinyin = '';

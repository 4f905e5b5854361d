-- Nothing was ever kept in it: what a closed month counts by follows from when factors were entered and changed (modules/energy/prices).
drop table factor_set;

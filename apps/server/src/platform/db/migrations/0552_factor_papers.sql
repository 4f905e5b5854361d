-- 附件 of 能耗系数: the announcement, standard or test report that a figure is from.
alter table energy_factor add column files jsonb not null default '[]';

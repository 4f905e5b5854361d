-- 节能量报告 is signed like other reports: one baseline against one span of days; its period is 12:2026-06-01~2026-08-31.
alter table energy_report_version drop constraint energy_report_version_kind_check;
alter table energy_report_version add constraint energy_report_version_kind_check check (kind in ('day', 'client', 'total', 'saving'));

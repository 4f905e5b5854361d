-- When a reduction that stood was taken back: of a day between, less was owed all the same.
alter table bill_request add column undone_on date;
update bill_request q set undone_on = j.day
from (select source_id, max(day) as day from journal where source = 'bill_request' and kind = '减免' group by source_id having count(*) > 1) j
where j.source_id = q.id and q.state = '已驳回';

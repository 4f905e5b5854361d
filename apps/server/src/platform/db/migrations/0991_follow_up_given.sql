-- What an approval put into the draft that it made: `entity value` of each thing that the draft points at. Its applicant did not choose that,
-- so that it is not held against them where it lies outside their data scope. Null for drafts made before this was kept.
alter table follow_up add column given text[];
create index follow_up_target on follow_up (target_module, target_id) where target_id is not null;

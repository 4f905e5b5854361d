-- What a transfer found: the person's part in both projects and where their certificates lay, so that a cancel puts back just that.
-- Empty for transfers that were carried out before.
alter table transfer_order add column before jsonb;

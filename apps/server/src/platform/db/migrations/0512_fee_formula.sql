-- 计费依据 by formula is kept as the tree that both the run and the trial walk; `expr` is the same for people.
alter table fee_basis add tree jsonb;
-- Counted by what was used in a cycle, which a meter or an import says.
alter table fee_basis add by_use boolean not null generated always as (source in ('用量', '阶梯') or expr like '%用量%') stored;
alter table fee_basis add constraint fee_basis_formula check ((source = '公式') = (tree is not null));

-- What a line's quantity or tiers came from and does not show elsewhere: the numbers of a formula, what was used before of the tiers' year. As they were then.
alter table bill add inputs jsonb;

-- The day of the year, MM-DD, on which the use that tiers go by begins anew.
alter table community_terms add tier_reset text not null default '01-01' check (tier_reset ~ '^(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$');

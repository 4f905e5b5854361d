-- Phrases that a person wrote down for good come before those that are only used often.
alter table wf_phrase add column kept boolean not null default false;

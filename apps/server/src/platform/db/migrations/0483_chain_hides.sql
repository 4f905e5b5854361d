-- Whether a step of the chain hides anything from anybody, which every list, every to-do list and every record ask for. Chains are long and
-- kept compressed: looking into each for a word that is hardly ever there cost more than the rest of the question.
alter table wf_definition add column hides boolean not null generated always as (chain @? '$.steps[*].rights.hidden') stored;
create index wf_definition_hides on wf_definition (module_id) where hides;

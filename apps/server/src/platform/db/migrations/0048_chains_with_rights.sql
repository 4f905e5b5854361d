-- Hardly any chain hides fields or forbids printing, and every list, to-do and record asks: found without reading the chains themselves.
create index wf_definition_hiding on wf_definition (id, module_id) where chain @? '$.steps[*].rights.hidden';
create index wf_definition_unprintable on wf_definition (id) where chain @? '$.steps[*].print ? (@.allowed == false)';

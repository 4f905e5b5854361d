-- What hangs at a meter, and what its energy costs, is looked for with everything that is done to a meter. The only way there led through the indexes
-- that keep spans apart, which take fifteen times as long.
create index on meter_install (meter_id, installed_at);
create index on energy_price (project_code, category_id) where deleted_at is null;

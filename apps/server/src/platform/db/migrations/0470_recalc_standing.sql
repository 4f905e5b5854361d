-- Gateways send each meter every few minutes, and every batch asked for its meters' days row by row, whether or not they waited already. A request
-- that stands need not be repeated: whoever works the meter out says so before it reads (modules/energy/things/queue.ts). What people ask for is
-- counted as before.
alter table recalc_queue add column standing boolean not null default false;

-- Asking row by row whether the meter is there, and holding it, took as long as keeping its reading. Meters that are sent for are held together by
-- one lock, which whoever deletes a meter takes for itself.
alter table recalc_queue drop constraint recalc_queue_meter_id_fkey;

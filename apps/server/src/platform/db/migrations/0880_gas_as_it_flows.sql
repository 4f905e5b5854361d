-- A meter that counts gas as it flows (工况) is converted to the standard state from an instant on, as its multiplier holds from one on.
alter table meter_ratio add column gas_state jsonb;
-- By how much a cubic metre that flowed is more at the standard state, by what is set here; 1 of a meter that shows the standard state.
alter table meter_ratio add column gas_factor numeric(12, 9) not null default 1 check (gas_factor > 0);

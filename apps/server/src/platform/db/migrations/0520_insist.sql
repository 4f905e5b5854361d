-- Breaks the transaction where something does not hold: for statements that travel together with the commit behind them, so that nobody
-- could look at their outcome in time.
create function insist(holds boolean, what text) returns void language plpgsql as $$
begin
  if holds is not true then raise exception '%', what; end if;
end $$;

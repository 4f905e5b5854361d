-- 渠道对账: one line of a statement may pay several receipts, and several lines one (docs/adr/0022).
create table statement_match (
  line_id bigint not null references statement_line on delete cascade,
  tender_id bigint not null references tender,
  -- Fen; of a refund below 0.
  amount bigint not null,
  primary key (line_id, tender_id)
);
create index on statement_match (tender_id);
insert into statement_match (line_id, tender_id, amount) select id, tender_id, amount from statement_line where tender_id is not null;
alter table statement_line drop column tender_id;

-- Both sides add up whenever a statement has put some together or taken some apart: all that belongs together is written by one statement. Whoever
-- else matches waits for the end of the transaction, so that nothing is matched twice.
create function statement_match_adds_up() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('statement_match', 0));
  if exists (select from statement_match m join statement_line l on l.id = m.line_id where m.line_id in (select line_id from changed)
      group by l.id having sum(m.amount) <> l.amount)
    or exists (select from statement_match m join tender t on t.id = m.tender_id where m.tender_id in (select tender_id from changed)
      group by t.id having sum(m.amount) <> t.amount)
  then raise exception 'matched lines and money do not add up' using errcode = '23514', constraint = 'statement_match_adds_up';
  end if;
  return null;
end $$;
create trigger statement_match_added after insert on statement_match referencing new table as changed
  for each statement execute function statement_match_adds_up();
create trigger statement_match_gone after delete on statement_match referencing old table as changed
  for each statement execute function statement_match_adds_up();
create trigger statement_match_stands before update or truncate on statement_match for each statement execute function refuse_change();

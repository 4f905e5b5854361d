-- A change of a locked day may be that the dial went round past its last digit.
alter table reading_proposal add column rollover boolean not null default false;

-- What a bill was booked by, and what it was made anew as: the explainer asks by bill, and went through the whole ledger and all bills.
create index transfer_of_bill on transfer (bill_id) where bill_id is not null;
create index bill_replaces on bill (replaces_id) where replaces_id is not null;

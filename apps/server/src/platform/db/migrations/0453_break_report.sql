-- What a telephone reports twice is there once.
alter table meter_break add column client_id uuid unique;

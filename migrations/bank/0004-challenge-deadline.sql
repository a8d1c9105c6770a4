-- Until when the customer may answer; the terminal asks for it.
alter table bank.challenge add column expires_at bigint;
update bank.challenge set expires_at = opened_at + 600000;
alter table bank.challenge alter column expires_at set not null;

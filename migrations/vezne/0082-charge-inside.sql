-- migration: locks attempt
-- True for a card payment that its bank charges at its own page: the way in which the 3-D Secure page
-- was opened stays that of the payment, whatever the connection is set to since.
alter table attempt add column charge_inside boolean not null default false;

-- migration: locks acquirer_connection
-- True if sales without 3-D Secure are marked as mail order (MOTO) for the bank.
alter table acquirer_connection add column mail_order boolean not null default false;
